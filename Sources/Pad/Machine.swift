// SPDX-License-Identifier: MIT

/// A control at work: told of the touches that it has captured and of its timers, it asks its
/// output for edges, signals and timers. Places are local to the control's frame.
protocol Machine: Sendable {
  /// A finger lands. False swallows the touch: it is then nobody's.
  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool
  /// A finger that has landed moves.
  mutating func moved(_ place: Point, finger: Int, _ output: inout Output)
  /// A finger lifts, at `place`.
  mutating func ended(_ place: Point, finger: Int, _ output: inout Output)
  /// A touch ends without its action; what it pressed is released.
  mutating func cancelled(finger: Int, _ output: inout Output)
  /// Back to the first state; no touch is on the control any more.
  mutating func reset(_ output: inout Output)
  /// A session's device is moved.
  mutating func felt(_ motion: Motion, of session: SessionID, _ output: inout Output)
  /// A session has left, and others stay; its touches are cancelled already.
  mutating func left(_ session: SessionID, _ output: inout Output)
  /// A timer that the machine has set (other than a gate's) is due at `output.now`.
  mutating func fired(_ timer: TimerKind, _ output: inout Output)
  /// What a client needs to draw the control.
  var state: ControlState { get }
}

extension Machine {
  mutating func felt(_ motion: Motion, of session: SessionID, _ output: inout Output) {}
  mutating func left(_ session: SessionID, _ output: inout Output) {}
  mutating func fired(_ timer: TimerKind, _ output: inout Output) {}
}

/// The cadence of a repeating pad or button: counted from the planned times, so it never drifts.
struct Cadence: Sendable {
  let options: Repeat?
  private(set) var count = 0
  private var isRunning = false

  init(_ options: Repeat?) {
    self.options = options
  }

  var style: Repeat.Style { options?.style ?? .auto }

  /// Something goes down: the count begins anew, the cadence only if it is not under way.
  mutating func start(_ output: inout Output) {
    count = 0
    guard let options, !isRunning else { return }
    isRunning = true
    output.setTimer(.repeat, at: output.now + options.delay)
  }

  mutating func tick() {
    count += 1
  }

  /// Sets the next tick, after the work of this one. Ticks that a stalled caller has missed are
  /// left out, not made up for in a burst.
  func rearm(_ output: inout Output) {
    guard let options else { return }
    let next = output.now + options.interval
    let late = (output.clock - next).microseconds
    let missed = late < 0 ? 0 : late / options.interval.microseconds + 1
    let skipped = Interval(microseconds: missed * options.interval.microseconds)
    output.setTimer(.repeat, at: next + skipped)
  }

  mutating func stop(_ output: inout Output) {
    guard isRunning else { return }
    isRunning = false
    output.cancelTimer(.repeat)
  }

  /// Repeats what the gates hold: releases first, then the presses that follow them.
  static func repeatBindings(_ gates: [GateID], _ output: inout Output) {
    var pending: [GateID] = []
    for gate in gates where output.beginRepeat(gate) { pending.append(gate) }
    for gate in pending { output.endRepeat(gate) }
  }
}
