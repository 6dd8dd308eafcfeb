// SPDX-License-Identifier: MIT

import CMath

/// Steering by tilting the phone: its roll and pitch, seen from a centre, as a deflection. A touch
/// makes the present attitude the centre.
struct Tilt: Machine {
  private let options: TiltOptions
  private let recentre: GateID?
  /// After the dead zone.
  private var deflection: Deflection

  /// Whose motion the control follows, or did last.
  private var session: SessionID?
  /// Its motion has come within the last second.
  private var isFollowing = false
  private var lastAt = Instant(microseconds: 0)
  /// Where up is, in the axes of the screen; its length says how surely, up to 1.
  private var up = Vector(x: 0, y: 0, z: 0)
  private var attitude = Attitude()
  /// Nil where the next attitude is to be it.
  private var centre: Attitude?
  /// A touch has asked for a centre, so that the layout's counts no more.
  private var isRecentred = false

  static let silence = Interval(microseconds: 1_000_000)
  /// In m/s2. Beyond, the device is thrown, dropped or shaken, and what it feels is not gravity.
  static let trusted = 3.0...20.0
  /// The gyro's turn counts for so much time at most, in seconds: it may have ended since.
  static let longestTurn = 0.1
  /// Below this length, of `up` or of its part that pitch is told from, an angle means nothing.
  static let shortest = 0.1
  /// Below half, so that a hand that trembles there does not press again and again.
  static let letGo = 0.4

  /// Angles in degrees.
  private struct Attitude {
    /// How far the right edge is down.
    var roll = 0.0
    /// How far the top edge is up.
    var pitch = 0.0
  }

  init(_ options: TiltOptions, machine: Int, _ output: inout Output) {
    self.options = options
    deflection = Deflection(
      Deflection.Bindings(
        north: options.north, south: options.south, west: options.west, east: options.east,
        x: options.x, y: options.y), letGo: Self.letGo, machine: machine, &output)
    recentre = output.gate(options.recentre, isPulsed: true, machine: machine)
  }

  var state: ControlState { .stick(x: deflection.value.x, y: deflection.value.y) }

  // MARK: Touches

  mutating func began(_ place: Point, finger: Int, _ output: inout Output) -> Bool {
    isRecentred = true
    centre = nil
    if isFollowing { steer(&output) }
    output.pulse(recentre)
    output.say(.haptic)
    return true
  }

  mutating func moved(_ place: Point, finger: Int, _ output: inout Output) {}
  mutating func ended(_ place: Point, finger: Int, _ output: inout Output) {}
  mutating func cancelled(finger: Int, _ output: inout Output) {}

  // MARK: Motion

  mutating func felt(_ motion: Motion, of session: SessionID, _ output: inout Output) {
    let strength = motion.accel.length
    let wayUp = Self.trusted.contains(strength) ? motion.accel / strength : nil
    if isFollowing {
      guard session == self.session else { return }
      follow(motion.gyro, wayUp, for: (output.now - lastAt).seconds)
    } else {
      guard let wayUp else { return }
      if session != self.session { take(session) }
      isFollowing = true
      up = wayUp
    }
    lastAt = output.now
    output.setTimer(.silence, at: output.now + Self.silence)
    readAttitude()
    steer(&output)
  }

  /// Begins with another session, unseen by what the one before has set.
  private mutating func take(_ session: SessionID) {
    self.session = session
    attitude = Attitude()
    // Without a centre, somebody may have touched the control since: that is meant for now.
    guard centre != nil else { return }
    centre = nil
    isRecentred = false
  }

  /// Turns `up` as the gyro says, and draws it towards what gravity says.
  private mutating func follow(_ gyro: Vector, _ wayUp: Vector?, for seconds: Double) {
    let rate = gyro.length
    if rate > 0 {
      // What stands still outside turns the other way within the device.
      let angle = rate * min(seconds, Self.longestTurn)
      let axis = gyro / rate
      up =
        up * cos(angle) + up.cross(axis) * sin(angle) + axis * (axis.dot(up) * (1 - cos(angle)))
    }
    guard let wayUp else { return }
    let smoothing = options.smoothing.seconds
    up = up + (wayUp - up) * (smoothing > 0 ? seconds / (smoothing + seconds) : 1)
  }

  private mutating func readAttitude() {
    let length = up.length
    guard length >= Self.shortest else { return }
    let upright = (up.y * up.y + up.z * up.z).squareRoot()
    attitude.roll = atan2(-up.x, upright) * 180 / Double.pi
    if upright >= Self.shortest * length {
      attitude.pitch = atan2(up.y, up.z) * 180 / Double.pi
    }
  }

  /// Sends the attitude as it is seen from the centre, which it becomes where there is none.
  private mutating func steer(_ output: inout Output) {
    let centre = centre ?? firstCentre
    self.centre = centre
    var pitch = attitude.pitch - centre.pitch
    if pitch > 180 { pitch -= 360 } else if pitch <= -180 { pitch += 360 }
    deflection.set(
      Point(x: part(attitude.roll - centre.roll), y: part(pitch)), &output)
  }

  private var firstCentre: Attitude {
    guard !isRecentred else { return attitude }
    return Attitude(
      roll: options.centreRoll ?? attitude.roll, pitch: options.centrePitch ?? attitude.pitch)
  }

  /// The part of the range that an angle is, after the dead zone.
  private func part(_ angle: Double) -> Double {
    let part = min(max(angle / options.range, -1), 1)
    guard part.magnitude > options.deadZone else { return 0 }
    let beyond = (part.magnitude - options.deadZone) / (1 - options.deadZone)
    return part < 0 ? -beyond : beyond
  }

  // MARK: Rest

  mutating func fired(_ timer: TimerKind, _ output: inout Output) {
    rest(&output)
  }

  mutating func left(_ session: SessionID, _ output: inout Output) {
    guard session == self.session else { return }
    output.cancelTimer(.silence)
    rest(&output)
    forget()
  }

  mutating func reset(_ output: inout Output) {
    output.cancelTimer(.silence)
    deflection.cut(&output)
    output.cut(recentre)
    rest(&output)
    forget()
  }

  private mutating func rest(_ output: inout Output) {
    isFollowing = false
    deflection.set(Point(x: 0, y: 0), &output)
  }

  /// The next motion is the first one, whoever sends it.
  private mutating func forget() {
    session = nil
    attitude = Attitude()
    centre = nil
    isRecentred = false
  }
}
