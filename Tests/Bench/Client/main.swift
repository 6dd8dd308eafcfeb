// SPDX-License-Identifier: MIT

var words = CommandLine.arguments
if words.count == 3, words[1] == "company" { BadCompany.run(words[2]) }
var plot: String?
if let option = words.firstIndex(of: "--plot"), option + 1 < words.count {
  plot = words[option + 1]
  words.removeSubrange(option...(option + 1))
}
let parts = words.dropFirst(3).compactMap(Benchmark.Part.init(rawValue:))
Benchmark(binaries: words[1], layout: words[2], plot: plot)
  .run(parts.isEmpty ? Benchmark.Part.allCases.filter { $0 != .kernel } : parts)
