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

/// The effects that games have loaded into a device, what those that play add up to, and what of it
/// clients have been told.
///
/// As ff-memless has it (drivers/input/ff-memless.c), which plays for the kernel's own pads: playing
/// starts after the effect's delay, lasts for its length (0: until it is stopped), and is done
/// `count` times, each with its delay and its envelope, whose levels are steps of 50 ms; loading
/// anew while it plays starts its round over, playing again starts all over. Levels are scaled by
/// the gain and add up to 1 at most.
public struct RumbleMixer: Equatable, Sendable {
  /// What all that plays adds up to.
  private struct Mix {
    var strong: Double = 0
    var weak: Double = 0
    /// When all that turns the motors now is over; nil: not before it is stopped. Of no meaning
    /// where nothing does.
    var end: Instant? = Instant(microseconds: 0)
    /// When levels next change of themselves.
    var change: Instant?

    var isOn: Bool { strong > 0 || weak > 0 }

    mutating func add(_ phase: Phase) {
      strong += phase.strong
      weak += phase.weak
      if phase.isOn, let other = end { end = phase.end.map { max($0, other) } }
      change = RumbleMixer.earlier(change, phase.change)
    }
  }

  /// What the client has been told, unless it was a stop.
  private struct Told: Equatable {
    var strong: Double
    var weak: Double
    /// When that is over; nil: not before it is stopped.
    var end: Instant?
    /// When it has to be said again, because no message promises as much.
    var renewal: Instant?
  }

  /// No message promises more than this many seconds; what lasts longer is told again before they
  /// are over. A client that has lost the daemon goes quiet by itself.
  static let longestSeconds: Double = 10
  static let renewalSeconds: Double = 9
  /// From one message to the next; what happens meanwhile waits for it, and only the last of it
  /// is told.
  static let spacingSeconds: Double = 0.02

  private var slots: [Slot?] = Array(repeating: nil, count: Int(Capabilities.effectCount))
  private var gain: Double = 1
  private var told: Told?
  /// Before this nothing is told.
  private var nextMessage: Instant?

  /// When `news(at:)` has to be asked next, if nothing else happens.
  public private(set) var deadline: Instant?

  public init() {}

  /// What games had loaded before.
  init(_ content: EffectMemory.Content) {
    slots = content.effects.map { $0.map { Slot(effect: $0) } }
    setGain(content.gain)
  }

  /// Whether nothing is loaded.
  var isEmpty: Bool { slots.allSatisfy { $0 == nil } }

  // MARK: In

  /// Loads an effect, in the place of one with the same id. An id that no device has is ignored.
  public mutating func upload(_ effect: Effect, as id: Int, at now: Instant) {
    guard slots.indices.contains(id) else { return }
    if slots[id] != nil {
      slots[id]!.load(effect, at: now)
    } else {
      slots[id] = Slot(effect: effect)
    }
  }

  /// Plays an effect `count` times from now on, or stops it when that is 0 or less. One that was
  /// never loaded is ignored: the kernel passes on such requests unchecked.
  public mutating func play(_ id: Int, count: Int32, at now: Instant) {
    guard slots.indices.contains(id), slots[id] != nil else { return }
    slots[id]!.rounds = Int64(max(count, 0))
    slots[id]!.start = now
  }

  /// Forgets an effect, which thereby stops.
  public mutating func erase(_ id: Int) {
    guard slots.indices.contains(id) else { return }
    slots[id] = nil
  }

  /// Stops all that plays; what is loaded stays so.
  public mutating func stopAll() {
    for index in slots.indices { slots[index]?.rounds = 0 }
  }

  /// Scales everything from now on; 0xffff is the whole.
  public mutating func setGain(_ gain: UInt16) {
    self.gain = Double(gain) / 0xffff
  }

  /// Somebody else than games tells the clients `rumble`. What games play is held back until it is
  /// over, and then told anew.
  public mutating func interject(_ rumble: Rumble, at now: Instant) {
    let end = now + Interval(seconds: rumble.durationSeconds)
    told = Told(strong: rumble.strong, weak: rumble.weak, end: end)
    nextMessage = end
    deadline = end
  }

  // MARK: Out

  /// What the motors do at `now`, for a client that comes late; its duration is 0 when nothing
  /// plays.
  public func rumble(at now: Instant) -> Rumble { Self.rumble(mix(at: now), at: now) }

  private static func rumble(_ mix: Mix, at now: Instant) -> Rumble {
    guard mix.isOn else { return .stop }
    return Rumble(
      strong: mix.strong, weak: mix.weak,
      durationSeconds: mix.end.map { min(($0 - now).seconds, longestSeconds) } ?? longestSeconds)
  }

  /// What a client is to be told at `now`; nil when it knows already, or when it was told something
  /// less than 20 ms ago. To be asked after every change and at every deadline.
  public mutating func news(at now: Instant) -> Rumble? {
    let mix = mix(at: now)
    guard isNews(mix, at: now) else {
      let next = Self.earlier(mix.change, told?.renewal)
      deadline = next.map { max($0, nextMessage ?? $0) }
      return nil
    }
    if let nextMessage, now < nextMessage {
      deadline = nextMessage
      return nil
    }
    let next = now + Interval(seconds: Self.spacingSeconds)
    nextMessage = next
    told = mix.isOn ? Told(strong: mix.strong, weak: mix.weak, end: mix.end) : nil
    if mix.isOn, mix.end.map({ ($0 - now).seconds > Self.longestSeconds }) ?? true {
      told?.renewal = now + Interval(seconds: Self.renewalSeconds)
    }
    deadline = Self.earlier(mix.change, told?.renewal).map { max($0, next) }
    return Self.rumble(mix, at: now)
  }

  private func isNews(_ mix: Mix, at now: Instant) -> Bool {
    guard mix.isOn, let told else { return mix.isOn || told != nil }
    return told.strong != mix.strong || told.weak != mix.weak || told.end != mix.end
      || told.renewal.map { $0 <= now } ?? false
  }

  private func mix(at now: Instant) -> Mix {
    var mix = Mix()
    for case .some(let slot) in slots where slot.rounds > 0 { mix.add(slot.phase(at: now)) }
    mix.strong = min(mix.strong * gain, 1)
    mix.weak = min(mix.weak * gain, 1)
    return mix
  }

  private static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
