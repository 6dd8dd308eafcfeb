// SPDX-License-Identifier: MIT

import Foundation
import Pad
import Simulation
import Testing

struct TraceTests {
  @Test(arguments: Trace.all)
  func reportsTheEvents(_ trace: Trace) throws {
    let transcript = try Simulation.play(trace.script, on: trace.load())
    #expect(transcript.events == trace.events)
  }

  @Test(arguments: Trace.all.filter { $0.feedback != nil })
  func tellsTheClient(_ trace: Trace) throws {
    let transcript = try Simulation.play(trace.script, on: trace.load(), feedback: true)
    #expect(transcript.events == trace.events)
    let told = try transcript.feedback.map(Self.parse)
    let wanted = try #require(trace.feedback).map(Self.parse)
    #expect(told == wanted)
  }

  private static func parse(_ line: String) throws -> NSArray {
    let parts = line.split(separator: " ", maxSplits: 1)
    return [Double(parts[0])!, try JSONSerialization.jsonObject(with: Data(parts[1].utf8))]
  }

  /// A client that leaves in the middle: everything is up and at rest 50 ms later, whichever line
  /// of the script was its last.
  @Test(arguments: Trace.all)
  func leavingAnywhereReleasesEverything(_ trace: Trace) throws {
    let layout = try trace.load()
    for count in 0...trace.script.count {
      let script = Array(trace.script[..<count])
      let last = try script.last.flatMap(Self.time) ?? 0
      let bye = script + [#"{"t":\#(last),"type":"bye"}"#]
      let transcript = try Simulation.play(
        bye, on: layout, until: Instant(seconds: last) + Interval(microseconds: 50_000))
      #expect(transcript.held == [], "after \(count) lines")
    }
  }

  private static func time(_ line: String) throws -> Double? {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return object?["t"] as? Double
  }
}
