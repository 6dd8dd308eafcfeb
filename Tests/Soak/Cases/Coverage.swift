// SPDX-License-Identifier: MIT

import Pad

/// Which transitions of which controls were exercised, seen from outside: the state that a control
/// told before a cause, and what then came to it.
public struct Coverage: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case dpad, flick, toggle, slide, menu, item, button, stick, knob, trackpad, tilt, gate
  }

  struct Transition: Hashable, Sendable {
    var kind: Kind
    var state: String
    var event: String
  }

  private(set) var counts: [Transition: Int] = [:]

  public init() {}

  mutating func note(_ kind: Kind, _ state: String, _ event: String) {
    counts[Transition(kind: kind, state: state, event: event), default: 0] += 1
  }

  public mutating func add(_ other: Coverage) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  private static let touchEvents = ["began", "moved", "ended", "cancelled"]
  private static let ends = ["reset", "leave", "change"]

  /// The states of each kind, those in which a finger is on it, and the events that it knows. What
  /// a state cannot meet is left out.
  static let tables: [(kind: Kind, states: [String], events: [String], impossible: Set<String>)] = {
    let events = touchEvents + ends
    /// A finger begins on what is free, and only one that is there moves.
    func cannot(free: [String], touched: [String]) -> Set<String> {
      Set(
        free.flatMap { state in ["moved", "ended", "cancelled"].map { "\(state) \($0)" } }
          + touched.map { "\($0) began" })
    }
    return [
      (
        .dpad, ["up", "touched", "down", "latching", "opening", "latched"], events + ["tick"],
        cannot(free: ["up", "latched"], touched: ["touched", "down", "latching", "opening"])
          // Ticks without a direction are silent.
          .union(["up tick", "touched tick"])
      ),
      (
        .flick, ["idle", "tap", "shown", "pan"], events + ["longPress", "linger"],
        cannot(free: ["idle"], touched: ["tap", "shown", "pan"])
          .union(["idle longPress", "shown longPress", "pan longPress"])
          // What lingers is from before the finger landed, and over before it has rested for long.
          .union(["shown linger"])
      ),
      (
        .toggle, ["off", "off inside", "off outside", "on", "on inside", "on outside"], events,
        cannot(
          free: ["off", "on"], touched: ["off inside", "off outside", "on inside", "on outside"])
      ),
      (
        .slide, ["start", "away", "held", "finished"], events + ["spring", "rearm"],
        cannot(free: ["start", "away", "finished"], touched: ["held"])
          .union(["finished began", "start spring", "held spring", "finished spring"])
          .union(["start rearm", "away rearm", "held rearm"])
      ),
      (
        .menu,
        ["closed", "closed inside", "closed outside", "open", "open inside", "open outside"],
        events,
        cannot(
          free: ["closed", "open"],
          touched: ["closed inside", "closed outside", "open inside", "open outside"])
      ),
      (
        .item, ["free", "inside", "outside"], events,
        cannot(free: ["free"], touched: ["inside", "outside"])
      ),
      (
        .button, ["up", "down", "latching", "opening", "latched"], events + ["tick"],
        cannot(free: ["up", "latched"], touched: ["down", "latching", "opening"])
          .union(["up tick"])
      ),
      (
        .stick, ["idle", "centre", "deflected"], events,
        cannot(free: ["idle"], touched: ["centre", "deflected"])
      ),
      (.knob, ["idle", "touched"], events, cannot(free: ["idle"], touched: ["touched"])),
      (
        .trackpad, ["idle", "one", "two"], events, cannot(free: ["idle"], touched: ["two"])
      ),
      (
        .tilt, ["centred", "tilted", "centred touched", "tilted touched"],
        events + ["motion", "silence", "left"],
        cannot(free: ["centred", "tilted"], touched: ["centred touched", "tilted touched"])
          .union(["centred silence", "centred touched silence"])
      ),
      (
        .gate, ["up", "up waiting", "down", "down waiting"],
        ["press", "release", "repeat", "cut", "time"],
        // A control presses and releases in turn, and a cut comes with its being at rest: after a
        // release, let out or not, the gate is up once nothing waits.
        [
          "up time", "down time", "up repeat", "up waiting repeat", "down waiting repeat",
          "down press",
        ]
      ),
    ]
  }()

  /// What can be and was not.
  public var missing: [String] {
    Self.tables.flatMap { table in
      table.states.flatMap { state in
        table.events.compactMap { event in
          let key = Transition(kind: table.kind, state: state, event: event)
          let isPossible = !table.impossible.contains("\(state) \(event)")
          return isPossible && counts[key] == nil
            ? "\(table.kind.rawValue): \(state), \(event)" : nil
        }
      }
    }
  }

  /// What can be.
  public static var possible: Int {
    tables.reduce(0) { $0 + $1.states.count * $1.events.count - $1.impossible.count }
  }

  /// A table a kind: states downwards, events across, how often each was met.
  public var report: String {
    var lines: [String] = []
    for table in Self.tables {
      let first = pad(table.kind.rawValue, 16, atEnd: true)
      lines.append(first + table.events.map { pad($0, 11) }.joined())
      for state in table.states {
        let cells = table.events.map { event in
          let key = Transition(kind: table.kind, state: state, event: event)
          return pad(counts[key].map(String.init) ?? "-", 11)
        }
        lines.append(pad("  " + state, 16, atEnd: true) + cells.joined())
      }
    }
    let missing = missing
    lines += missing.map { "not met: \($0)" }
    lines.append("\(Self.possible - missing.count) of \(Self.possible) transitions met")
    return lines.joined(separator: "\n")
  }

  private func pad(_ text: String, _ width: Int, atEnd: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return atEnd ? text + space : space + text
  }
}
