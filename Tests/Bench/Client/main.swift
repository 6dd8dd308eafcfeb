// SPDX-License-Identifier: MIT

let words = CommandLine.arguments
let parts = words.dropFirst(3).compactMap(Benchmark.Part.init(rawValue:))
Benchmark(binaries: words[1], layout: words[2])
  .run(parts.isEmpty ? Benchmark.Part.allCases : parts)
