// SPDX-License-Identifier: MIT

/// How far something is pushed away from its middle, as two axes, four keys, or both: what a stick
/// and a tilt send.
struct Deflection {
  private let x: Amount?
  private let y: Amount?
  /// In the order north, south, west, east.
  private let gates: [GateID?]
  private let hasKeys: Bool
  /// Below it, a key that is held is let go of; more than that is asked of a press.
  private let letGo: Double

  /// -1 to 1; x to the right, y down.
  private(set) var value = Point(x: 0, y: 0)
  private var held: Direction = []

  /// From where on a component presses its key.
  private static let press = 0.5
  private static let order: [Direction] = [.north, .south, .west, .east]

  /// The codes that a layout binds.
  struct Bindings {
    var north: Binding?
    var south: Binding?
    var west: Binding?
    var east: Binding?
    /// Absolute axes.
    var x: Code?
    var y: Code?
  }

  /// - Parameter letGo: below which magnitude a key that is held goes up; at most a half.
  init(_ bindings: Bindings, letGo: Double = press, machine: Int, _ output: inout Output) {
    self.letGo = letGo
    gates = [bindings.north, bindings.south, bindings.west, bindings.east].map {
      output.gate($0, isPulsed: false, machine: machine)
    }
    hasKeys = gates.contains { $0 != nil }
    x = output.amount(bindings.x, machine: machine)
    y = output.amount(bindings.y, machine: machine)
  }

  /// Sends x, then y, then releases, then presses, and tells the clients; nothing where nothing
  /// changes.
  mutating func set(_ new: Point, _ output: inout Output) {
    guard new != value else { return }
    value = new
    output.set(x, fraction: new.x)
    output.set(y, fraction: new.y)
    if hasKeys { hold(keys(new), &output) }
    output.say(.stick(x: new.x, y: new.y))
  }

  mutating func cut(_ output: inout Output) {
    for gate in gates { output.cut(gate) }
  }

  private func keys(_ value: Point) -> Direction {
    var keys: Direction = []
    if -value.y >= limit(.north) { keys.insert(.north) }
    if value.y >= limit(.south) { keys.insert(.south) }
    if -value.x >= limit(.west) { keys.insert(.west) }
    if value.x >= limit(.east) { keys.insert(.east) }
    return keys
  }

  private func limit(_ direction: Direction) -> Double {
    held.contains(direction) ? letGo : Self.press
  }

  private mutating func hold(_ keys: Direction, _ output: inout Output) {
    guard keys != held else { return }
    let old = held
    held = keys
    for index in gates.indices where old.subtracting(keys).contains(Self.order[index]) {
      output.release(gates[index])
    }
    for index in gates.indices where keys.subtracting(old).contains(Self.order[index]) {
      output.press(gates[index])
    }
  }
}
