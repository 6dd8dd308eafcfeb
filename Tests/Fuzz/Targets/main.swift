// SPDX-License-Identifier: MIT

import CFuzzer

/// What is fuzzed, by name; the program takes one, and then what libFuzzer takes.
let targets: [String: ([UInt8]) -> Void] = [
  "lines": fuzzLines, "messages": fuzzMessages, "requests": fuzzRequests, "layouts": fuzzLayouts,
  "sessions": fuzzSessions, "scenarios": fuzzScenarios, "hosts": fuzzHosts, "devices": fuzzDevices,
  "introductions": fuzzIntroductions,
]

nonisolated(unsafe) var target: ([UInt8]) -> Void = { _ in }

guard CommandLine.arguments.count > 1, let chosen = targets[CommandLine.arguments[1]] else {
  fatalError("want one of \(targets.keys.sorted().joined(separator: ", "))")
}
target = chosen

// Without the name of the target.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
  CommandLine.unsafeArgv.advanced(by: 1)
_ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Ends the run with this input as a find.
func require(_ isRight: Bool, _ message: @autoclosure () -> String) {
  if !isRight { fatalError(message()) }
}

/// What stands in messages, for people.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
