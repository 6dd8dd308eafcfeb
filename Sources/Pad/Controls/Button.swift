// SPDX-License-Identifier: MIT

/// A button, with a latch and turbo if wanted.
///
///     D  finger lands        U  lifts        X  cancelled
///
///     1)  D U          down, up
///     2)  D U  D U     with hold: down at the first landing, up at the second lift
///     3)  D X          up, latch or not
struct Button: Machine {
  private let hold: Bool
  private let gate: GateID?
  private var isDown = false
  private var isLatched = false
  private var cadence: Cadence

  init(_ options: ButtonOptions, machine: Int, _ output: inout Output) {
    hold = options.hold
    cadence = Cadence(options.repeat)
    gate = output.gate(options.press, isPulsed: false, style: cadence.style, machine: machine)
  }

  var state: ControlState {
    .button(isDown: isDown, repeatCount: cadence.count, isLatched: isLatched)
  }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    if isLatched {
      isLatched = false
    } else {
      isLatched = hold
      isDown = true
      output.press(gate)
      cadence.start(&output)
      output.say(.buttonDown(repeatCount: 0))
    }
    output.say(.haptic)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {}

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    if !isLatched { lift(&output) }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    lift(&output)
  }

  mutating func reset(_ output: inout Output) {
    lift(&output)
    output.cut(gate)
  }

  private mutating func lift(_ output: inout Output) {
    isLatched = false
    guard isDown else { return }
    isDown = false
    output.release(gate)
    output.say(.buttonUp(repeatCount: cadence.count))
    cadence.stop(&output)
  }

  mutating func fired(_ timer: TimerKind, _ output: inout Output) {
    cadence.tick()
    if let gate { Cadence.repeatBindings([gate], &output) }
    output.say(.buttonRepeat(repeatCount: cadence.count))
    output.say(.haptic)
    cadence.rearm(&output)
  }
}
