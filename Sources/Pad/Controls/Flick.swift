// SPDX-License-Identifier: MIT

/// Five keys in one: the centre, and its neighbours on top, at the bottom, left and right.
///
///     D  finger lands    ~  has moved 10 units    |  0.25 s without that    U  lifts    X  cancelled
///
///     1)  D U           the centre                              a tap
///     2)  D ~ U         the location where it lifts; it lingers a flick
///     3)  D | U         neighbours shown and hidden             a peek: nothing fires
///     4)  D | ~ U       as 2, with the neighbours shown before
///     5)  D … X         nothing fires
struct Flick: Machine {
  private let size: Size
  private let fire: FlickOptions.Fire
  /// By the raw value of the location.
  private let gates: [GateID?]

  private enum Gesture {
    case none, tap, pan
  }
  private var gesture = Gesture.none
  private var start = Point(x: 0, y: 0)
  /// Whether the neighbours are shown.
  private var isExpanded = false
  private var location = FlickLocation.center
  private var lingering: [FlickLocation] = []

  static let panDistance = 10.0
  static let longPress = Interval(microseconds: 250_000)
  static let lingerTime = Interval(microseconds: 200_000)

  init(_ options: FlickOptions, size: Size, machine: Int, _ output: inout Output) {
    self.size = size
    fire = options.fire
    let bindings = [options.center, options.top, options.bottom, options.left, options.right]
    gates = bindings.map {
      output.gate($0, isPulsed: options.fire == .release, machine: machine)
    }
  }

  var state: ControlState {
    .flick(
      isHighlighted: gesture != .none, isExpanded: isExpanded,
      active: gesture == .pan ? location : nil)
  }

  private func gate(_ location: FlickLocation) -> GateID? { gates[Int(location.rawValue)] }

  /// Which key a place means: the side whose edge it is past, the nearer of two at a corner.
  private func location(at place: Point) -> FlickLocation {
    let dx = place.x < 0 ? -place.x : max(place.x - size.width, 0)
    let dy = place.y < 0 ? -place.y : max(place.y - size.height, 0)
    if place.y < 0 && dx <= dy && gate(.top) != nil { return .top }
    if place.y > size.height && dx <= dy && gate(.bottom) != nil { return .bottom }
    if place.x < 0 && dy <= dx && gate(.left) != nil { return .left }
    if place.x > size.width && dy <= dx && gate(.right) != nil { return .right }
    return .center
  }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    gesture = .tap
    start = place
    location = .center
    if fire == .hold { output.press(gate(.center)) }
    output.say(.highlighted(true))
    output.setTimer(.longPress, at: output.now + Self.longPress)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    let old = location
    location = location(at: place)
    if fire == .hold && location != old {
      output.release(gate(old))
      output.press(gate(location))
    }
    if gesture == .pan {
      guard location != old else { return }
    } else {
      guard place.distance(to: start) >= Self.panDistance else { return }
      gesture = .pan
      output.cancelTimer(.longPress)
      show(&output)
    }
    output.say(.active(location))
    output.say(.haptic)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    if fire == .release { moved(place, finger: finger, &output) }
    let wasPan = gesture == .pan
    let wasPeek = !wasPan && isExpanded
    finish(&output)
    if !wasPeek {
      let chosen = wasPan ? location : .center
      if fire == .release { output.pulse(gate(chosen)) }
      output.say(.didFlick(chosen))
    }
    hide(&output)
    if wasPan && location != .center {
      if !lingering.contains(location) { lingering.append(location) }
      output.setTimer(.linger(location), at: output.now + Self.lingerTime)
    }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    finish(&output)
    hide(&output)
  }

  mutating func reset(_ output: inout Output) {
    for location in lingering {
      output.cancelTimer(.linger(location))
      output.say(.lingerDidEnd(location))
    }
    lingering.removeAll()
    for gate in gates { output.cut(gate) }
  }

  /// The touch is over, however it ended.
  private mutating func finish(_ output: inout Output) {
    gesture = .none
    output.cancelTimer(.longPress)
    output.say(.highlighted(false))
    if fire == .hold { output.release(gate(location)) }
  }

  private mutating func show(_ output: inout Output) {
    guard !isExpanded else { return }
    isExpanded = true
    output.say(.componentsWillAppear)
    output.say(.componentsDidAppear)
  }

  private mutating func hide(_ output: inout Output) {
    guard isExpanded else { return }
    isExpanded = false
    output.say(.componentsWillDisappear)
    output.say(.componentsDidDisappear)
  }

  mutating func fired(_ timer: TimerKind, _ output: inout Output) {
    if case .linger(let location) = timer {
      lingering.removeAll { $0 == location }
      output.say(.lingerDidEnd(location))
    } else {
      show(&output)
    }
  }
}
