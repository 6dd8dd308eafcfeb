// SPDX-License-Identifier: MIT

import Evdev
import Testing

/// Effects that swell and fade.
extension RumbleMixerTests {
  /// A whole level on both motors.
  static func shaped(
    _ length: UInt16, delay: UInt16 = 0, level: Double = 1, attack: (Double, UInt16) = (0, 0),
    fade: (Double, UInt16) = (0, 0)
  ) -> RumbleMixer.Effect {
    RumbleMixer.Effect(
      strong: level, weak: level, lengthMilliseconds: length, delayMilliseconds: delay,
      envelope: RumbleMixer.Envelope(
        attackLevel: attack.0, attackMilliseconds: attack.1, fadeLevel: fade.0,
        fadeMilliseconds: fade.1))
  }

  /// An effect, how often it plays, and what is told of it, played at 0.
  static let shapes: [(RumbleMixer.Effect, Int32, [String])] = [
    // Up by a quarter of the way each step, and down by a half; the last is what remains of 0.5 s.
    (
      shaped(500, level: 0.75, attack: (0.25, 200), fade: (0.25, 100)), 1,
      [
        "0.0 0.25 0.25 0.5", "0.05 0.375 0.375 0.45", "0.1 0.5 0.5 0.4", "0.15 0.625 0.625 0.35",
        "0.2 0.75 0.75 0.3", "0.45 0.5 0.5 0.05", "0.5 0.0 0.0 0.0",
      ]
    ),
    // From nothing: the first step is silence, and nothing is told of it.
    (
      shaped(200, attack: (0, 100)), 1,
      ["0.05 0.5 0.5 0.15", "0.1 1.0 1.0 0.1", "0.2 0.0 0.0 0.0"]
    ),
    // From above: an attack may be louder than what follows.
    (
      shaped(200, level: 0.5, attack: (1, 100)), 1,
      ["0.0 1.0 1.0 0.2", "0.05 0.75 0.75 0.15", "0.1 0.5 0.5 0.1", "0.2 0.0 0.0 0.0"]
    ),
    // An attack of 70 ms is over after 70 ms: its second step is 5/7 of the way.
    (
      shaped(100, level: 0.75, attack: (0.05, 70)), 1,
      ["0.0 0.05 0.05 0.1", "0.05 0.55 0.55 0.05", "0.07 0.75 0.75 0.03", "0.1 0.0 0.0 0.0"]
    ),
    // Rounds have their own attack and fade; with no pause between them they end together.
    (
      shaped(200, attack: (0.5, 50), fade: (0, 100)), 2,
      [
        "0.0 0.5 0.5 0.4", "0.05 1.0 1.0 0.35", "0.15 0.5 0.5 0.25", "0.25 1.0 1.0 0.15",
        "0.35 0.5 0.5 0.05", "0.4 0.0 0.0 0.0",
      ]
    ),
    // With a pause before each, each ends for itself.
    (
      shaped(150, delay: 100, fade: (0.5, 100)), 2,
      [
        "0.1 1.0 1.0 0.15", "0.2 0.75 0.75 0.05", "0.25 0.0 0.0 0.0", "0.35 1.0 1.0 0.15",
        "0.45 0.75 0.75 0.05", "0.5 0.0 0.0 0.0",
      ]
    ),
    // A fade that is longer than the effect has begun before it: a half is left.
    (
      shaped(100, fade: (0, 200)), 1,
      ["0.0 0.5 0.5 0.1", "0.05 0.25 0.25 0.05", "0.1 0.0 0.0 0.0"]
    ),
    // Where both would be, the attack is, and the fade goes on from where it would be by then.
    (
      shaped(200, attack: (0, 100), fade: (0, 200)), 1,
      ["0.05 0.5 0.5 0.15", "0.15 0.25 0.25 0.05", "0.2 0.0 0.0 0.0"]
    ),
    // An attack that is longer than the effect never gets there.
    (
      shaped(100, attack: (0, 200)), 1, ["0.05 0.25 0.25 0.05", "0.1 0.0 0.0 0.0"]
    ),
    // Levels that are the effect's own are no change.
    (
      shaped(300, attack: (1, 100), fade: (1, 100)), 1, ["0.0 1.0 1.0 0.3", "0.3 0.0 0.0 0.0"]
    ),
  ]

  @Test(arguments: shapes)
  func anEnvelopeIsToldInSteps(effect: RumbleMixer.Effect, count: Int32, steps: [String]) {
    var mixer = mixer(effect)
    mixer.play(0, count: count, at: at(0))
    #expect(told(&mixer).map(Self.rounded) == steps)
    #expect(mixer.deadline == nil)
  }

  @Test func anEndlessEffectHasAnAttackAndNoFade() {
    var mixer = mixer(Self.shaped(0, attack: (0.5, 100), fade: (0, 100)))
    mixer.play(0, count: 1, at: at(0))
    #expect(
      told(&mixer, limit: 4) == [
        "0.0 0.5 0.5 10.0", "0.05 0.75 0.75 10.0", "0.1 1.0 1.0 10.0", "9.1 1.0 1.0 10.0",
      ])
    mixer.play(0, count: 0, at: at(10))
    #expect(mixer.news(at: at(10)) == .stop)
  }

  @Test func askingInTheMiddleOfAStepTellsNothing() {
    var mixer = mixer(Self.shaped(1000, attack: (0.5, 500)))
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    #expect(mixer.news(at: at(0.03)) == nil)
    #expect(mixer.news(at: at(0.04999)) == nil)
    #expect(mixer.news(at: at(0.05)) != nil)
  }

  @Test func aShapedEffectAddsToAnother() {
    var mixer = mixer(
      Self.heavy, Self.shaped(200, delay: 100, level: 0.5, fade: (0, 100)))
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    mixer.setGain(0x9999)
    #expect(
      told(&mixer).map(Self.rounded) == [
        "0.0 0.45 0.0 1.0", "0.1 0.75 0.3 0.9", "0.25 0.6 0.15 0.75", "0.3 0.45 0.0 0.7",
        "1.0 0.0 0.0 0.0",
      ])
  }
}
