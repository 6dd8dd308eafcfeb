// SPDX-License-Identifier: MIT

import Pad

/// What a binding's edges should be, told simply: a list of edges that were asked for, and the rules
/// of when the next one may go out.
struct ExpectedGate {
  enum Edge {
    case press, release, repeatPress
  }

  var binding: Binding
  let minPress: Int64
  let autorepeats: Bool
  private(set) var isDown = false
  private(set) var waiting: [Edge] = []
  private var changed: Int64 = .min / 2
  /// When the first waiting edge came to be the first.
  private(set) var waitsSince: Int64 = 0
  private var dropsRelease = false

  init(_ binding: Binding, isPulsed: Bool, style: Repeat.Style = .auto) {
    self.binding = binding
    minPress = isPulsed ? 50_000 : 35_000
    autorepeats =
      style == .autorepeat || style == .auto && binding.atoms.allSatisfy { $0.code.isKey }
  }

  /// When the first waiting edge goes out.
  var due: Int64? { waiting.isEmpty ? nil : next }

  private var next: Int64 { changed + (isDown ? minPress : 35_000) }

  private var isAskedDown: Bool { isDown != (waiting.count % 2 == 1) }

  mutating func press(at now: Int64, as edge: Edge = .press) {
    if isAskedDown { return }
    if waiting.count >= 15 {
      dropsRelease = true
    } else {
      ask(edge, at: now)
    }
  }

  mutating func release(at now: Int64) {
    if dropsRelease {
      dropsRelease = false
    } else if waiting.last == .repeatPress {
      waiting.removeLast()
    } else if isAskedDown {
      ask(.release, at: now)
    }
  }

  private mutating func ask(_ edge: Edge, at now: Int64) {
    waiting.append(edge)
    if waiting.count > 1 { return }
    waitsSince = now
    if next <= now { pass(at: now) }
  }

  /// The first waiting edge goes out.
  mutating func pass(at now: Int64) {
    waiting.removeFirst()
    isDown.toggle()
    changed = now
    waitsSince = now
  }

  mutating func cut(at now: Int64) {
    waiting.removeAll()
    dropsRelease = false
    if isDown { ask(.release, at: now) }
  }

  mutating func pulse(at now: Int64) {
    press(at: now)
    release(at: now)
  }
}
