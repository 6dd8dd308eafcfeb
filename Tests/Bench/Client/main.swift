// SPDX-License-Identifier: MIT

Benchmark(binaries: CommandLine.arguments[1], layout: CommandLine.arguments[2]).run()
