// SPDX-License-Identifier: MIT

/// A four-direction pad, with diagonals, a latch and auto-repeat if wanted.
///
///     N E …  finger on a direction       -  on none       U  lifts       X  cancelled
///
///     1)  N E U           north down, north up + east down, east up
///     2)  N - E U         north down, up, east down, up
///     3)  N U             with hold: down, and stays                      latched
///     4)  N U  N U        with hold: down; the second tap's lift is up    opened
///     5)  N U  E U        with hold: down; north up + east down           moved
///     6)  N U  - U        with hold: down; up at the lift on none         opened
///     7)  N U  - E -      with hold: the latch waits for E, follows to none
///     8)  X               up, latch or not
struct DPad: Machine {
  private let options: DPadOptions
  private let size: Size
  private let deadRadius: Double
  /// In the order north, south, west, east.
  private let gates: [GateID?]

  private var direction: Direction = []
  private var isTouched = false
  private var isLatched = false
  /// The touch landed on the latched direction: it opens the latch, wherever it moves.
  private var isOpening = false
  /// The touch has been on a direction.
  private var isEngaged = false
  private var cadence: Cadence

  private static let order: [Direction] = [.north, .south, .west, .east]

  init(_ options: DPadOptions, size: Size, machine: Int, _ output: inout Output) {
    self.options = options
    self.size = size
    deadRadius = options.deadZone * (min(size.width, size.height) / 2)
    cadence = Cadence(options.repeat)
    let style = cadence.style
    gates = [options.north, options.south, options.west, options.east].map {
      output.gate($0, isPulsed: false, style: style, machine: machine)
    }
  }

  var state: ControlState {
    .dpad(direction, repeatCount: cadence.count, isLatched: isLatched)
  }

  // MARK: Geometry

  /// The wanted part of the direction of a place. Inlined, since the call would copy the pad.
  @inline(always)
  private func direction(at place: Point) -> Direction {
    let dx = place.x - size.width / 2
    let dy = place.y - size.height / 2
    if (dx * dx + dy * dy).squareRoot() < deadRadius { return [] }
    let direction = options.ways == 8 ? Self.eighth(dx, dy) : Self.quarter(dx, dy)
    return direction.intersection(options.directions)
  }

  /// Quarters around the compass points; the exact diagonals go clockwise, the centre is east.
  static func quarter(_ dx: Double, _ dy: Double) -> Direction {
    let across = dx.magnitude
    let along = dy.magnitude
    if across == along {
      if dx == 0 { return .east }
      return dy < 0 ? (dx > 0 ? .east : .north) : (dx > 0 ? .south : .west)
    }
    if along > across { return dy < 0 ? .north : .south }
    return dx > 0 ? .east : .west
  }

  /// Eighths centred on the compass points, each with its anticlockwise border; the centre is east.
  static func eighth(_ dx: Double, _ dy: Double) -> Direction {
    // An eighth of a turn reaches half of it, 22.5 degrees, to either side: tan 22.5° = √2 - 1.
    let slope = 2.0.squareRoot() - 1
    let across = dx.magnitude
    let along = dy.magnitude
    if across == 0 && along == 0 { return .east }
    let vertical: Direction = dy < 0 ? .north : .south
    let horizontal: Direction = dx > 0 ? .east : .west
    // Clockwise of a compass point is east of north, south of east, west of south, north of west.
    let isClockwiseOfVertical = (dy < 0) == (dx > 0)
    let flat = slope * along
    let steep = slope * across
    if across < flat || (across == flat && !isClockwiseOfVertical) { return vertical }
    if along < steep || (along == steep && isClockwiseOfVertical) { return horizontal }
    return [vertical, horizontal]
  }

  // MARK: Touches

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    isTouched = true
    isEngaged = false
    isOpening = false
    let target = direction(at: place)
    if isLatched && target == direction {
      isOpening = true
      isLatched = false
      output.say(.haptic)
    } else {
      follow(target, &output)
    }
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    follow(direction(at: place), &output)
  }

  private mutating func follow(_ target: Direction, _ output: inout Output) {
    if !isOpening && !isEngaged {
      guard !target.isEmpty else { return }
      isEngaged = true
      isLatched = options.hold
    }
    turn(to: target, &output)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    if isLatched {
      moved(place, finger: finger, &output)
      if !isEngaged || direction.isEmpty { isLatched = false }
    }
    lift(&output)
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    isLatched = false
    lift(&output)
  }

  private mutating func lift(_ output: inout Output) {
    isTouched = false
    isOpening = false
    guard !isLatched else { return }
    turn(to: [], &output)
    cadence.stop(&output)
  }

  mutating func reset(_ output: inout Output) {
    isLatched = false
    let lifts = !direction.isEmpty
    lift(&output)
    if lifts { output.say(.haptic) }
    for gate in gates { output.cut(gate) }
  }

  /// What both directions have in common stays down; the rest goes up, the new goes down.
  private mutating func turn(to target: Direction, _ output: inout Output) {
    guard target != direction else { return }
    let old = direction
    direction = target
    for index in gates.indices where old.subtracting(target).contains(Self.order[index]) {
      output.release(gates[index])
    }
    for index in gates.indices where target.subtracting(old).contains(Self.order[index]) {
      output.press(gates[index])
    }
    if target.isEmpty {
      output.say(.padUp(old, repeatCount: cadence.count))
    } else {
      cadence.start(&output)
      output.say(.padDown(target, repeatCount: 0))
      output.say(.haptic)
    }
  }

  mutating func fired(_ timer: TimerKind, _ output: inout Output) {
    if !direction.isEmpty {
      cadence.tick()
      let held = gates.indices.filter { direction.contains(Self.order[$0]) }
      Cadence.repeatBindings(held.compactMap { gates[$0] }, &output)
      output.say(.padRepeat(direction, repeatCount: cadence.count))
      output.say(.haptic)
    }
    cadence.rearm(&output)
  }
}
