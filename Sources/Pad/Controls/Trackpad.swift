// SPDX-License-Identifier: MIT

/// A trackpad: one finger moves the pointer, two scroll; taps of one and of two.
///
///     D  a finger lands    U  lifts    2  a second finger's    ~  has moved 10 units
///
///     1)  D U           under 0.25 s: tap
///     2)  D D2 U U2     within 0.25 s: tap2
///     3)  D ~ U         the pointer moves, no tap
///     4)  D D2 ~ U2     scrolls; the finger that is left moves the pointer again
struct Trackpad: Machine {
  private struct Finger {
    var start: Point
    var last: Point
  }

  private let options: TrackpadOptions
  private let tap: GateID?
  private let tap2: GateID?

  private var fingers: [Finger?] = [nil, nil]
  /// Since the first finger of the gesture landed.
  private var beganAt = Instant(microseconds: 0)
  private var landings = 0
  private var mayBeTap = false
  /// What has been moved but not reported yet.
  private var carryX = 0.0
  private var carryY = 0.0
  private var notchX = 0.0
  private var notchY = 0.0
  private var fineX = 0.0
  private var fineY = 0.0

  static let tapTime = Interval(microseconds: 250_000)
  static let tapDistance = 10.0
  /// Layout units a notch, and high-resolution units a notch.
  static let notch = 20.0
  static let finePerNotch = 120.0

  init(_ options: TrackpadOptions, machine: Int, _ output: inout Output) {
    self.options = options
    tap = output.gate(options.tap, isPulsed: true, machine: machine)
    tap2 = output.gate(options.tap2, isPulsed: true, machine: machine)
  }

  var state: ControlState { .trackpad }

  private var isTouched: Bool { fingers[0] != nil || fingers[1] != nil }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    if !isTouched {
      beganAt = output.now
      landings = 0
      mayBeTap = true
    }
    landings += 1
    fingers[finger] = Finger(start: place, last: place)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    guard let touch = fingers[finger] else { return }
    let dx = place.x - touch.last.x
    let dy = place.y - touch.last.y
    fingers[finger]?.last = place
    if place.distance(to: touch.start) >= Self.tapDistance { mayBeTap = false }
    if fingers[1 - finger] == nil {
      output.move(options.x, by: dx * options.sensitivity, carry: &carryX)
      output.move(options.y, by: dy * options.sensitivity, carry: &carryY)
    } else {
      // The other finger's way is 0 in this move, so the mean is half of this one's.
      scroll(options.scrollX, by: dx / 2, &notchX, &fineX, &output)
      scroll(options.scrollY, by: -dy / 2, &notchY, &fineY, &output)
    }
  }

  private func scroll(
    _ code: Code?, by way: Double, _ notches: inout Double, _ fine: inout Double,
    _ output: inout Output
  ) {
    guard let code, way != 0 else { return }
    output.move(code, by: way, unit: Self.notch, carry: &notches)
    let highResolution: Code = code == .relWheel ? .relWheelHiRes : .relHWheelHiRes
    output.move(highResolution, by: way * Self.finePerNotch / Self.notch, carry: &fine)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    moved(place, finger: finger, &output)
    fingers[finger] = nil
    guard !isTouched && mayBeTap else { return }
    let length = output.now - beganAt
    if landings == 1 && length < Self.tapTime {
      output.pulse(tap)
      output.say(.tap)
    } else if landings == 2 && length <= Self.tapTime {
      output.pulse(tap2)
      output.say(.tap2)
    }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    fingers[finger] = nil
    mayBeTap = false
  }

  mutating func reset(_ output: inout Output) {
    carryX = 0
    carryY = 0
    notchX = 0
    notchY = 0
    fineX = 0
    fineY = 0
    output.cut(tap)
    output.cut(tap2)
  }
}
