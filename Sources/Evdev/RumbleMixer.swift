// SPDX-License-Identifier: MIT

import Pad

/// What the motors of a client are to do.
public struct Rumble: Equatable, Sendable {
  /// The heavy and the light motor, 0 to 1.
  public var strong: Double
  public var weak: Double
  /// How long, in seconds; 0 is a stop.
  public var durationSeconds: Double

  public init(strong: Double, weak: Double, durationSeconds: Double) {
    self.strong = strong
    self.weak = weak
    self.durationSeconds = durationSeconds
  }

  /// Both motors at rest.
  public static let stop = Rumble(strong: 0, weak: 0, durationSeconds: 0)
}

/// The effects that games have loaded into a device, and what those that play add up to.
///
/// Times as ff-memless has them (drivers/input/ff-memless.c): playing starts after the effect's
/// delay, lasts for its length (0: until it is stopped), and is done `count` times, each with its
/// delay; playing again or loading anew while it plays starts over. Levels add up to 1 at most, and
/// are then scaled by the gain.
public struct RumbleMixer: Equatable, Sendable {
  /// An effect as loaded.
  public struct Effect: Equatable, Sendable {
    /// 0 to 1.
    public var strong: Double
    public var weak: Double
    /// 0 is without end.
    public var lengthMilliseconds: UInt16
    public var delayMilliseconds: UInt16

    public init(
      strong: Double, weak: Double, lengthMilliseconds: UInt16, delayMilliseconds: UInt16 = 0
    ) {
      self.strong = strong
      self.weak = weak
      self.lengthMilliseconds = lengthMilliseconds
      self.delayMilliseconds = delayMilliseconds
    }
  }

  /// An effect's place in the device.
  fileprivate struct Slot: Equatable {
    var effect: Effect
    /// How often it plays from `start` on; 0 when it does not.
    var count: Int64 = 0
    var start = Instant(microseconds: 0)
  }

  /// What the client has been told.
  private struct Told: Equatable {
    var strong: Double
    var weak: Double
    /// When that changes; nil: not before it is stopped.
    var end: Instant?
    /// When it has to be said again.
    var renewal: Instant
  }

  /// No message promises more than this many seconds; what lasts longer is told again before they
  /// are over. A client that has lost the daemon goes quiet by itself.
  static let longestSeconds: Double = 10
  static let renewalSeconds: Double = 9

  private var slots: [Slot?] = Array(repeating: nil, count: Int(Capabilities.effectCount))
  private var gain: Double = 1
  private var told: Told?
  private var nextChange: Instant?

  public init() {}

  // MARK: In

  /// Loads an effect, in the place of one with the same id. An id that no device has is ignored.
  public mutating func upload(_ effect: Effect, as id: Int, at now: Instant) {
    guard slots.indices.contains(id) else { return }
    if slots[id] != nil {
      slots[id]!.effect = effect
      slots[id]!.start = now
    } else {
      slots[id] = Slot(effect: effect)
    }
  }

  /// Plays an effect `count` times from now on, or stops it when that is 0 or less. One that was
  /// never loaded is ignored: the kernel passes on such requests unchecked.
  public mutating func play(_ id: Int, count: Int32, at now: Instant) {
    guard slots.indices.contains(id), slots[id] != nil else { return }
    slots[id]!.count = Int64(max(count, 0))
    slots[id]!.start = now
  }

  /// Forgets an effect, which thereby stops.
  public mutating func erase(_ id: Int) {
    guard slots.indices.contains(id) else { return }
    slots[id] = nil
  }

  /// Scales everything from now on; 0xffff is the whole.
  public mutating func setGain(_ gain: UInt16) {
    self.gain = Double(gain) / 0xffff
  }

  // MARK: Out

  /// What the motors do at `now`, for a client that comes late; its duration is 0 when nothing
  /// plays.
  public func rumble(at now: Instant) -> Rumble {
    let state = state(at: now)
    guard state.strong > 0 || state.weak > 0 else { return .stop }
    return Rumble(
      strong: state.strong, weak: state.weak,
      durationSeconds: state.end.map { min(($0 - now).seconds, Self.longestSeconds) }
        ?? Self.longestSeconds)
  }

  /// What a client is to be told at `now`; nil when it knows already. To be asked after every
  /// change and at every deadline.
  public mutating func news(at now: Instant) -> Rumble? {
    let state = state(at: now)
    nextChange = state.end
    guard state.strong > 0 || state.weak > 0 else {
      // A client whose duration is over by now has stopped by itself.
      defer { told = nil }
      guard let told, told.end.map({ $0 > now }) ?? true else { return nil }
      return .stop
    }
    if let told, told.strong == state.strong, told.weak == state.weak, told.end == state.end,
      now < told.renewal
    {
      return nil
    }
    told = Told(
      strong: state.strong, weak: state.weak, end: state.end,
      renewal: now + Interval(seconds: Self.renewalSeconds))
    return rumble(at: now)
  }

  /// When `news(at:)` has to be asked next, if nothing else happens.
  public var deadline: Instant? {
    guard let renewal = told?.renewal else { return nextChange }
    return nextChange.map { min($0, renewal) } ?? renewal
  }

  /// What all that plays adds up to, and when it next changes of itself.
  private func state(at now: Instant) -> (strong: Double, weak: Double, end: Instant?) {
    var strong: Double = 0
    var weak: Double = 0
    var end: Instant?
    for case .some(let slot) in slots where slot.count > 0 {
      let (isOn, change) = slot.state(at: now)
      if isOn {
        strong += slot.effect.strong
        weak += slot.effect.weak
      }
      if let change { end = end.map { min($0, change) } ?? change }
    }
    return (min(strong, 1) * gain, min(weak, 1) * gain, end)
  }
}

extension RumbleMixer.Slot {
  /// Whether the motors run for this effect at `now`, and when that changes.
  func state(at now: Instant) -> (isOn: Bool, change: Instant?) {
    let delay = Int64(effect.delayMilliseconds) * 1000
    let length = Int64(effect.lengthMilliseconds) * 1000
    let elapsed = max((now - start).microseconds, 0)
    func after(_ microseconds: Int64) -> Instant {
      start + Interval(microseconds: microseconds)
    }
    if length == 0 {
      return elapsed < delay ? (false, after(delay)) : (true, nil)
    }
    if delay == 0 {
      return elapsed < length * count ? (true, after(length * count)) : (false, nil)
    }
    let round = elapsed / (delay + length)
    guard round < count else { return (false, nil) }
    let begin = round * (delay + length)
    return elapsed - begin < delay
      ? (false, after(begin + delay)) : (true, after(begin + delay + length))
  }
}
