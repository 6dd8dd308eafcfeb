// SPDX-License-Identifier: MIT

/// An analog stick: two axes, four keys, or both; a quick touch in the middle is its tap.
struct Stick: Machine {
  private let size: Size
  private let radius: Double
  private let deadZone: Double
  private let mode: StickOptions.Mode
  private let tap: GateID?

  private var centre: Point
  /// After the dead zone.
  private var deflection: Deflection
  private var beganAt = Instant(microseconds: 0)
  /// Every place of the touch so far was inside the dead zone.
  private var mayBeTap = false

  static let tapTime = Interval(microseconds: 250_000)

  init(_ options: StickOptions, size: Size, machine: Int, _ output: inout Output) {
    self.size = size
    radius = min(size.width, size.height) / 2
    deadZone = options.deadZone
    mode = options.mode
    centre = Point(x: size.width / 2, y: size.height / 2)
    deflection = Deflection(
      Deflection.Bindings(
        north: options.north, south: options.south, west: options.west, east: options.east,
        x: options.x, y: options.y), machine: machine, &output)
    tap = output.gate(options.tap, isPulsed: true, machine: machine)
  }

  var state: ControlState { .stick(x: deflection.value.x, y: deflection.value.y) }

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
    guard length > deadZone else { return deflection.set(Point(x: 0, y: 0), &output) }
    mayBeTap = false
    let factor = (min(length, 1) - deadZone) / (1 - deadZone) / length
    deflection.set(Point(x: vx * factor, y: vy * factor), &output)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    deflection.set(Point(x: 0, y: 0), &output)
    if mayBeTap && output.now - beganAt < Self.tapTime { output.pulse(tap) }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    deflection.set(Point(x: 0, y: 0), &output)
  }

  mutating func reset(_ output: inout Output) {
    deflection.cut(&output)
    output.cut(tap)
    deflection.set(Point(x: 0, y: 0), &output)
  }
}
