// SPDX-License-Identifier: MIT

import Pad

extension RumbleMixer {
  /// An effect as loaded.
  public struct Effect: Equatable, Sendable {
    /// 0 to 1.
    public var strong: Double
    public var weak: Double
    /// 0 is without end.
    public var lengthMilliseconds: UInt16
    public var delayMilliseconds: UInt16
    /// How each round begins and ends; nil: with its levels.
    public var envelope: Envelope?

    public init(
      strong: Double, weak: Double, lengthMilliseconds: UInt16, delayMilliseconds: UInt16 = 0,
      envelope: Envelope? = nil
    ) {
      self.strong = strong
      self.weak = weak
      self.lengthMilliseconds = lengthMilliseconds
      self.delayMilliseconds = delayMilliseconds
      self.envelope = envelope
    }
  }

  /// The way of an effect's levels from where it begins, and to where it ends. An effect without
  /// end does not fade; where attack and fade overlap, the attack comes first.
  public struct Envelope: Equatable, Sendable {
    /// 0 to 1, for both motors.
    public var attackLevel: Double
    public var attackMilliseconds: UInt16
    public var fadeLevel: Double
    public var fadeMilliseconds: UInt16

    public init(
      attackLevel: Double = 0, attackMilliseconds: UInt16 = 0, fadeLevel: Double = 0,
      fadeMilliseconds: UInt16 = 0
    ) {
      self.attackLevel = attackLevel
      self.attackMilliseconds = attackMilliseconds
      self.fadeLevel = fadeLevel
      self.fadeMilliseconds = fadeMilliseconds
    }

    /// Levels stay for so long on their way; ff-memless's FF_ENVELOPE_INTERVAL.
    static let stepMicroseconds: Int64 = 50_000
  }

  /// An effect's place in the device.
  struct Slot: Equatable {
    var effect: Effect
    /// How often it plays from `start` on; 0 when it does not.
    var rounds: Int64 = 0
    var start = Instant(microseconds: 0)
  }

  /// What an effect does at some moment.
  struct Phase: Equatable {
    var strong: Double = 0
    var weak: Double = 0
    /// When it next rests; nil where that is not before it is stopped.
    var end: Instant?
    /// When its levels next change of themselves, if they do.
    var change: Instant?

    /// Whether a motor turns for it.
    var isOn: Bool { strong > 0 || weak > 0 }
  }
}

extension RumbleMixer.Slot {
  /// The length of a round, and where in it the effect begins; microseconds.
  private var length: Int64 { Int64(effect.lengthMilliseconds) * 1000 }
  private var delay: Int64 { Int64(effect.delayMilliseconds) * 1000 }

  /// How many rounds are over by `now`.
  private func roundsOver(by now: Instant) -> Int64 {
    length == 0 ? 0 : min(max((now - start).microseconds, 0) / (delay + length), rounds)
  }

  /// Takes another effect. One that plays starts over with the round that it is in.
  mutating func load(_ effect: RumbleMixer.Effect, at now: Instant) {
    rounds -= roundsOver(by: now)
    start = now
    self.effect = effect
  }

  func phase(at now: Instant) -> RumbleMixer.Phase {
    let round = roundsOver(by: now)
    guard round < rounds else { return RumbleMixer.Phase() }
    let begin = start + Interval(microseconds: round * (delay + length) + delay)
    guard now >= begin else { return RumbleMixer.Phase(change: begin) }
    var end: Instant?
    if length > 0 {
      // Without a pause between them, all rounds are one.
      end =
        delay == 0
        ? start + Interval(microseconds: length * rounds) : begin + Interval(microseconds: length)
    }
    guard let envelope = effect.envelope else {
      return RumbleMixer.Phase(
        strong: effect.strong, weak: effect.weak, end: end, change: end)
    }
    let (edge, share, next) = envelope.level(at: (now - begin).microseconds, of: length)
    return RumbleMixer.Phase(
      strong: edge + (effect.strong - edge) * share, weak: edge + (effect.weak - edge) * share,
      end: end, change: next.map { begin + Interval(microseconds: $0) })
  }
}

extension RumbleMixer.Envelope {
  /// Where a round is so many microseconds after its begin: the level that it comes from or goes
  /// to, the share of the effect's own level, and when that next changes, from the begin.
  fileprivate func level(
    at position: Int64, of length: Int64
  ) -> (edge: Double, share: Double, next: Int64?) {
    let attack = Int64(attackMilliseconds) * 1000
    let fade = length == 0 ? 0 : Int64(fadeMilliseconds) * 1000
    func sooner(_ next: Int64) -> Int64 { length == 0 ? next : min(next, length) }
    if position < attack {
      let step = position / Self.stepMicroseconds * Self.stepMicroseconds
      return (
        attackLevel, Double(step) / Double(attack),
        sooner(min(step + Self.stepMicroseconds, attack))
      )
    }
    guard fade > 0 else { return (0, 1, length == 0 ? nil : length) }
    let start = max(length - fade, attack)
    guard position >= start else { return (0, 1, start) }
    let step =
      start + (position - start) / Self.stepMicroseconds * Self.stepMicroseconds
    return (fadeLevel, Double(length - step) / Double(fade), sooner(step + Self.stepMicroseconds))
  }
}
