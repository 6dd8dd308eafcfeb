// SPDX-License-Identifier: MIT

/// The toggler of an expanding menu. Whether the menu is open is in the output, which its items
/// share.
struct Menu: Machine {
  private let size: Size
  private let shape: Shape
  private let control: Int
  private var isHighlighted = false

  init(size: Size, shape: Shape, control: Int) {
    self.size = size
    self.shape = shape
    self.control = control
  }

  /// Whether it is open, and which items are lit, is for the surface to add.
  var state: ControlState {
    .menu(isHighlighted: isHighlighted, isExpanded: false, highlightedItems: [])
  }

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
    if output.openMenus.contains(control) {
      close(&output)
    } else {
      output.openMenus.insert(control)
      output.say(.didExpand(true))
    }
    output.say(.haptic)
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    highlight(false, &output)
  }

  mutating func reset(_ output: inout Output) {
    if output.openMenus.contains(control) { close(&output) }
  }

  private func close(_ output: inout Output) {
    output.openMenus.remove(control)
    output.closedMenu = control
    output.say(.didExpand(false))
  }

  private mutating func highlight(_ value: Bool, _ output: inout Output) {
    guard value != isHighlighted else { return }
    isHighlighted = value
    output.say(.highlighted(value))
  }
}

/// One item of an expanding menu: there for touches only while the menu is open.
struct MenuItem: Machine {
  private let size: Size
  private let shape: Shape
  private let item: Int
  private let closesMenu: Bool
  private let gate: GateID?
  private(set) var isHighlighted = false

  init(
    _ options: MenuOptions, item: Int, size: Size, shape: Shape, machine: Int,
    _ output: inout Output
  ) {
    self.size = size
    self.shape = shape
    self.item = item
    closesMenu = options.closeOnSelect
    gate = output.gate(options.items[item], isPulsed: true, machine: machine)
  }

  var state: ControlState {
    .menu(
      isHighlighted: false, isExpanded: true, highlightedItems: isHighlighted ? [item] : [])
  }

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
    output.pulse(gate)
    output.say(.didSelect(item: item))
    output.say(.haptic)
    if closesMenu {
      output.openMenus.remove(output.control)
      output.closedMenu = output.control
      output.say(.didExpand(false))
    }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    highlight(false, &output)
  }

  mutating func reset(_ output: inout Output) {
    output.cut(gate)
  }

  private mutating func highlight(_ value: Bool, _ output: inout Output) {
    guard value != isHighlighted else { return }
    isHighlighted = value
    output.say(.itemHighlighted(value, item: item))
  }
}
