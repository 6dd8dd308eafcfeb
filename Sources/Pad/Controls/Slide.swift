// SPDX-License-Identifier: MIT

/// A thumb on a track, dragged to its end: slide to unlock, or a trigger.
///
///     D  finger on the thumb    E  lifts at the end    U  lifts before it    X  cancelled
///
///     1)  D E      finished: its axis at the maximum, deaf until reset or rearmed
///     2)  D U      the thumb springs back within half a second, stays, or is back at once
///     3)  D U D    a finger on the springing thumb stops it and goes on from there
///     4)  D X      as 2, also at the end
struct Slide: Machine {
  private let options: SlideOptions
  private let size: Size
  private let thumb: Double
  private let travel: Double
  private let finished: GateID?
  private let axis: Amount?

  /// The thumb's way from the start, in layout units.
  private var position = 0.0
  private var isFinished = false
  /// Where finger and thumb were when the finger landed.
  private var grip = Point(x: 0, y: 0)
  private var positionAtGrip = 0.0
  /// Where and when the thumb was let go, and how many of its steps back it has made.
  private var released = 0.0
  private var releasedAt = Instant(microseconds: 0)
  private var steps: Int64 = 0

  static let springTime = Interval(microseconds: 500_000)
  static let springStep = Interval(microseconds: 8_000)

  init(_ options: SlideOptions, size: Size, machine: Int, _ output: inout Output) {
    self.options = options
    self.size = size
    thumb = options.thumb ?? min(size.width, size.height)
    travel = (options.orientation == .horizontal ? size.width : size.height) - thumb
    finished = output.gate(options.finished, isPulsed: true, machine: machine)
    axis = output.amount(options.position, machine: machine)
  }

  var state: ControlState { .slide(position: position / travel, isFinished: isFinished) }

  private func isOnThumb(_ place: Point) -> Bool {
    switch options.orientation {
    case .horizontal: place.x >= position && place.x < position + thumb
    case .vertical:
      place.y >= size.height - thumb - position && place.y < size.height - position
    }
  }

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    guard !isFinished && isOnThumb(place) else { return false }
    output.cancelTimer(.spring)
    grip = place
    positionAtGrip = position
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {
    let way =
      switch options.orientation {
      case .horizontal: place.x - grip.x
      case .vertical: grip.y - place.y
      }
    move(to: min(max(positionAtGrip + way, 0), travel), &output)
  }

  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {
    moved(place, finger: finger, &output)
    guard position >= travel else { return letGo(&output) }
    isFinished = true
    output.pulse(finished)
    output.say(.didFinish)
    output.say(.haptic)
    if let rearm = options.rearm { output.setTimer(.rearm, at: output.now + rearm) }
  }

  mutating func cancelled(finger: Int, _ output: inout Output) {
    letGo(&output)
  }

  private mutating func letGo(_ output: inout Output) {
    switch options.snap {
    case .stay: break
    case .instant: move(to: 0, &output)
    case .spring:
      guard position > 0 else { return }
      released = position
      releasedAt = output.now
      steps = 0
      setSpring(&output)
    }
  }

  private mutating func setSpring(_ output: inout Output) {
    steps += 1
    let elapsed = min(
      Interval(microseconds: Self.springStep.microseconds * steps), Self.springTime)
    output.setTimer(.spring, at: releasedAt + elapsed)
  }

  mutating func fired(_ timer: TimerKind, _ output: inout Output) {
    guard timer == .spring else { return reset(&output) }
    let elapsed = output.now - releasedAt
    let u = elapsed.seconds / Self.springTime.seconds
    guard u < 1 else { return move(to: 0, &output) }
    move(to: released * (1 - u * u * (3 - 2 * u)), &output)
    setSpring(&output)
  }

  mutating func reset(_ output: inout Output) {
    output.cancelTimer(.spring)
    output.cancelTimer(.rearm)
    isFinished = false
    output.cut(finished)
    move(to: 0, &output)
    output.say(.didReset)
  }

  private mutating func move(to place: Double, _ output: inout Output) {
    guard place != position else { return }
    position = place
    output.set(axis, fraction: position / travel)
    output.say(.position(position / travel))
  }
}
