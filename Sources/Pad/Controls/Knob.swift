// SPDX-License-Identifier: MIT

import CMath

/// An endless rotary encoder: the finger's way around the centre, in clicks.
struct Knob: Machine {
  private let centre: Point
  private let detents: Double
  private let clockwise: GateID?
  private let counterclockwise: GateID?
  private let step: Amount?

  /// The last angle, in turns; nil before the first that counts.
  private var angle: Double?
  /// The way since the last click, in turns.
  private var way = 0.0
  /// All clicks since the first state.
  private var clicks = 0

  /// Nearer to the centre, an angle means nothing.
  static let deadRadius = 8.0
  /// In clicks.
  static let tolerance = 1e-9

  init(_ options: KnobOptions, size: Size, machine: Int, _ output: inout Output) {
    centre = Point(x: size.width / 2, y: size.height / 2)
    detents = options.detents
    clockwise = output.gate(options.clockwise, isPulsed: true, machine: machine)
    counterclockwise = output.gate(options.counterclockwise, isPulsed: true, machine: machine)
    step = output.amount(options.step, machine: machine)
  }

  var state: ControlState { .knob(angle: Double(clicks) / detents) }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    angle = nil
    way = 0
    moved(place, finger: finger, &output)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    guard place.distance(to: centre) >= Self.deadRadius else { return }
    // y grows downwards, so the angle grows clockwise.
    let new = atan2(place.y - centre.y, place.x - centre.x) / (2 * Double.pi)
    defer { angle = new }
    guard let angle else { return }
    var turn = new - angle
    if turn > 0.5 { turn -= 1 } else if turn <= -0.5 { turn += 1 }
    way += turn
    while way * detents >= 1 - Self.tolerance { click(1, &output) }
    while way * detents <= -(1 - Self.tolerance) { click(-1, &output) }
  }

  private mutating func click(_ sign: Int, _ output: inout Output) {
    way -= Double(sign) / detents
    clicks += sign
    output.pulse(sign > 0 ? clockwise : counterclockwise)
    output.step(step, by: sign)
    output.say(.step(clicks: sign, angle: Double(clicks) / detents))
    output.say(.haptic)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    moved(place, finger: finger, &output)
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {}

  mutating func reset(_ output: inout Output) {
    clicks = 0
    output.cut(clockwise)
    output.cut(counterclockwise)
  }
}
