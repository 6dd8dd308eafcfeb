// SPDX-License-Identifier: MIT

import Scenarios

/// Touches on random layouts, as `make soak` has them, but chosen by the fuzzer: it goes where it has
/// not been. The bytes are the numbers that the scenario is drawn with.
func fuzzScenarios(_ input: [UInt8]) {
  var generator = ScenarioGenerator(InputGenerator(input))
  let scenario = generator.scenario()
  if let complaint = Rehearsal.complaint(scenario) {
    fatalError("\(complaint.message)\n\(scenario.layouts)\n\(scenario.lines)")
  }
}

/// Numbers of the input, a byte each, and random ones behind it.
private struct InputGenerator: RandomNumberGenerator {
  private var rest: ArraySlice<UInt8>
  private var state: UInt64

  init(_ input: [UInt8]) {
    rest = input[...]
    state = UInt64(input.count)
  }

  mutating func next() -> UInt64 {
    if let byte = rest.popFirst() { return UInt64(byte) &* 0x0101_0101_0101_0101 }
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
