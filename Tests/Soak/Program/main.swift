// SPDX-License-Identifier: MIT

import Glibc
import Scenarios

/// `soak COUNT [FIRST]` plays COUNT random scenarios, from the number FIRST on (else 1), and prints
/// which transitions were met; it fails with the first scenario that goes wrong, in its smallest form.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard let count = numbers.first, numbers.count == CommandLine.arguments.count - 1 else {
  print("usage: soak COUNT [FIRST]")
  exit(64)
}
let first = numbers.count > 1 ? numbers[1] : 1

var coverage = Coverage()
if let (number, scenario, complaint) = Soak.play(first..<first + count, &coverage) {
  print("case \(number): \(complaint.message)")
  print(Soak.account(of: number, scenario))
  exit(1)
}
print(coverage.report)
print("soak: \(count) cases from \(first) on, nothing stuck, nothing lost")
