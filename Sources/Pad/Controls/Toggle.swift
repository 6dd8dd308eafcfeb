// SPDX-License-Identifier: MIT

/// A round button with two states: it flips when a finger lifts inside.
struct Toggle: Machine {
  private let size: Size
  private let shape: Shape
  private let selected: GateID?
  private let toggled: GateID?
  private let on: GateID?
  private let off: GateID?

  private var isSelected = false
  private var isHighlighted = false

  init(
    _ options: ToggleOptions, size: Size, shape: Shape, machine: Int, _ output: inout Output
  ) {
    self.size = size
    self.shape = shape
    selected = output.gate(options.selected, isPulsed: false, machine: machine)
    toggled = output.gate(options.toggled, isPulsed: true, machine: machine)
    on = output.gate(options.on, isPulsed: true, machine: machine)
    off = output.gate(options.off, isPulsed: true, machine: machine)
  }

  var state: ControlState { .toggle(isHighlighted: isHighlighted, isSelected: isSelected) }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    highlight(true, &output)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    highlight(shape.contains(place, in: size), &output)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    moved(place, finger: finger, &output)
    guard isHighlighted else { return }
    highlight(false, &output)
    isSelected.toggle()
    if isSelected { output.press(selected) } else { output.release(selected) }
    output.pulse(toggled)
    output.pulse(isSelected ? on : off)
    output.say(.didToggle(isSelected))
    output.say(.haptic)
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    highlight(false, &output)
  }

  mutating func reset(_ output: inout Output) {
    if isSelected {
      isSelected = false
      output.say(.didToggle(false))
    }
    for gate in [selected, toggled, on, off] { output.cut(gate) }
  }

  private mutating func highlight(_ value: Bool, _ output: inout Output) {
    guard value != isHighlighted else { return }
    isHighlighted = value
    output.say(.highlighted(value))
  }
}
