// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Scenarios
import Simulation
import Testing

/// A few of the cases of `make soak`, and whether what it prints can be read.
struct SoakTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func whateverFingersDoNothingIsStuckAndNothingLost(_ part: UInt64) {
    var coverage = Coverage()
    if let (number, scenario, complaint) = Soak.play(part * 100..<(part + 1) * 100, &coverage) {
      Issue.record("\(complaint.message)\n\(Soak.account(of: number, scenario))")
    }
    #expect(coverage.missing.count < Coverage.possible / 2)
  }

  @Test func aPrintedLayoutIsTheLayout() throws {
    for number in 0..<300 as Range<UInt64> {
      for layout in Soak.scenario(number).layouts {
        let loaded = try LayoutFile.read(
          Array(layout.text.utf8), path: "t", names: .libevdev, reserved: [])
        try #require(loaded.layout == layout, "case \(number)")
      }
    }
  }

  @Test func aPrintedScriptIsPlayedToItsEnd() throws {
    for number in 0..<300 as Range<UInt64> {
      let scenario = Soak.scenario(number).byOneClient
      let script = try #require(scenario.script)
      let text = Array(scenario.layouts[0].text.utf8)
      let layout = try LayoutFile.read(text, path: "t", names: .libevdev, reserved: [])
      var down: Set<UInt16> = []
      let note = { (_: Instant, report: Simulation.Report) in
        guard case .batch(_, let events) = report else { return }
        for event in events where event.type == EventType.key.rawValue {
          if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
        }
      }
      var simulation = Simulation(
        layout, wantsFeedback: false, find: { (_) throws(LayoutError) in layout },
        names: .libevdev, report: note)
      for line in script { try simulation.run(Array(line.utf8).span) }
      simulation.finish(until: simulation.now + Interval(seconds: 1))
      try #require(down.isEmpty, "case \(number)")
    }
  }

  @Test func whatGoesWrongIsShrunk() {
    // Not wrong as such; what is looked for is told here.
    let number = (1...).first { Soak.scenario($0).steps.count > 20 }!
    #expect(Soak.scenario(number).smallest { $0.steps.count > 3 }.steps.count == 4)
  }
}
