// SPDX-License-Identifier: MIT

/// An analog stick: two axes, four keys, or both; a quick touch in the middle is its tap.
struct Stick: Machine {
  private let size: Size
  private let radius: Double
  private let deadZone: Double
  private let mode: StickOptions.Mode
  private let x: Amount?
  private let y: Amount?
  /// In the order north, south, west, east.
  private let gates: [GateID?]
  private let tap: GateID?

  private var centre: Point
  /// After the dead zone: -1 to 1.
  private var value = Point(x: 0, y: 0)
  private var held: Direction = []
  private var beganAt = Instant(microseconds: 0)
  /// Every place of the touch so far was inside the dead zone.
  private var mayBeTap = false

  static let tapTime = Interval(microseconds: 250_000)
  private static let order: [Direction] = [.north, .south, .west, .east]

  init(_ options: StickOptions, size: Size, machine: Int, _ output: inout Output) {
    self.size = size
    radius = min(size.width, size.height) / 2
    deadZone = options.deadZone
    mode = options.mode
    centre = Point(x: size.width / 2, y: size.height / 2)
    gates = [options.north, options.south, options.west, options.east].map {
      output.gate($0, isPulsed: false, machine: machine)
    }
    tap = output.gate(options.tap, isPulsed: true, machine: machine)
    x = output.amount(options.x)
    y = output.amount(options.y)
  }

  var state: ControlState { .stick(x: value.x, y: value.y) }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    if mode == .floating { centre = place }
    beganAt = output.now
    mayBeTap = true
    moved(place, finger: finger, &output)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    let vx = (place.x - centre.x) / radius
    let vy = (place.y - centre.y) / radius
    let length = (vx * vx + vy * vy).squareRoot()
    guard length > deadZone else { return set(Point(x: 0, y: 0), &output) }
    mayBeTap = false
    let factor = (min(length, 1) - deadZone) / (1 - deadZone) / length
    set(Point(x: vx * factor, y: vy * factor), &output)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    set(Point(x: 0, y: 0), &output)
    if mayBeTap && output.now - beganAt < Self.tapTime { output.pulse(tap) }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    set(Point(x: 0, y: 0), &output)
  }

  mutating func reset(_ output: inout Output) {
    for gate in gates { output.cut(gate) }
    output.cut(tap)
    set(Point(x: 0, y: 0), &output)
  }

  private mutating func set(_ new: Point, _ output: inout Output) {
    guard new != value else { return }
    value = new
    output.set(x, fraction: new.x)
    output.set(y, fraction: new.y)
    hold(Self.keys(new), &output)
    output.say(.stick(x: new.x, y: new.y))
  }

  /// The keys of a deflection: each direction whose component is at least half way.
  private static func keys(_ value: Point) -> Direction {
    var keys: Direction = []
    if value.y <= -0.5 { keys.insert(.north) }
    if value.y >= 0.5 { keys.insert(.south) }
    if value.x <= -0.5 { keys.insert(.west) }
    if value.x >= 0.5 { keys.insert(.east) }
    return keys
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
