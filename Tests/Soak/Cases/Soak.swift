// SPDX-License-Identifier: MIT

import Pad
import Randomness

/// Many random scenarios.
public enum Soak {
  /// The scenario of a number; the same one always.
  public static func scenario(_ number: UInt64) -> Scenario {
    var generator = ScenarioGenerator(SeededGenerator(seed: number))
    return generator.scenario()
  }

  /// Plays the scenarios of some numbers, and gives the first that is wrong.
  public static func play(
    _ numbers: some Sequence<UInt64>, _ coverage: inout Coverage
  ) -> (number: UInt64, Scenario, Complaint)? {
    for number in numbers {
      let scenario = scenario(number)
      do throws(Complaint) {
        try Rehearsal.play(scenario, &coverage)
      } catch {
        return (number, scenario, error)
      }
    }
    return nil
  }

  /// What is wrong with a scenario in its smallest form, and how to see it.
  public static func account(of number: UInt64, _ scenario: Scenario) -> String {
    let small = scenario.shrunk()
    let complaint = Rehearsal.complaint(small)
    var lines = [
      "case \(number), shrunk from \(scenario.steps.count) steps to \(small.steps.count)"
    ]
    if let complaint {
      let place = complaint.step < small.steps.count ? "line \(complaint.step + 1)" : "the end"
      lines.append("\(place), \(complaint.message)")
    }
    let script = small.script
    if script != nil {
      lines.append("flickpad simulate soak0.json5 soak.ndjson shows it; soak0.json5 is")
    } else {
      lines.append("one client of a punctual daemon cannot show it; the layouts and the steps are")
    }
    lines += small.layouts.map(\.text)
    if script != nil { lines.append("and soak.ndjson is") }
    lines += script ?? small.lines
    return lines.joined(separator: "\n")
  }
}
