// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Randomness
import Testing

@Suite struct RumbleMixerTests {
  /// Seconds.
  func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

  func mixer(_ effects: RumbleMixer.Effect...) -> RumbleMixer {
    var mixer = RumbleMixer()
    for (id, effect) in effects.enumerated() { mixer.upload(effect, as: id, at: at(0)) }
    return mixer
  }

  /// What is told from `start` on by a mixer that is asked at its deadlines and no other time, and
  /// when: `SECONDS STRONG WEAK DURATION`. At most `limit` of them.
  func told(_ mixer: inout RumbleMixer, from start: Double = 0, limit: Int = 100) -> [String] {
    var told: [String] = []
    var now: Instant? = at(start)
    while let time = now, told.count < limit {
      if let rumble = mixer.news(at: time) {
        told.append(
          "\(Double(time.microseconds) / 1e6) \(rumble.strong) \(rumble.weak)"
            + " \(rumble.durationSeconds)")
      }
      now = mixer.deadline
      #expect(now.map { $0 > time } ?? true, "not once more at \(time)")
    }
    return told
  }

  static let heavy = RumbleMixer.Effect(strong: 0.75, weak: 0, lengthMilliseconds: 1000)
  static let light = RumbleMixer.Effect(strong: 0.5, weak: 0.25, lengthMilliseconds: 400)
  static let endless = RumbleMixer.Effect(strong: 0.5, weak: 0.5, lengthMilliseconds: 0)

  @Test func loadingAloneMovesNothing() {
    var mixer = mixer(Self.heavy)
    #expect(mixer.news(at: at(0)) == nil)
    #expect(mixer.deadline == nil)
  }

  @Test func playingIsToldOnceWithItsLength() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(2))
    #expect(mixer.news(at: at(2)) == Rumble(strong: 0.75, weak: 0, durationSeconds: 1))
    #expect(mixer.news(at: at(2)) == nil)
    #expect(mixer.news(at: at(2.5)) == nil)
    #expect(mixer.deadline == at(3))
  }

  @Test func whatEndsInItsTimeIsToldToStop() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    #expect(told(&mixer) == ["0.0 0.75 0.0 1.0", "1.0 0.0 0.0 0.0"])
    #expect(mixer.news(at: at(1.1)) == nil)
    #expect(mixer.deadline == nil)
    #expect(mixer.rumble(at: at(1)) == .stop)
  }

  @Test func stoppingIsTold() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(0, count: 0, at: at(0.5))
    #expect(mixer.news(at: at(0.5)) == .stop)
    #expect(mixer.news(at: at(0.6)) == nil)
    #expect(mixer.deadline == nil)
  }

  @Test func effectsAddUpToTheWholeAtMost() {
    var mixer = mixer(Self.heavy, Self.light)
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    #expect(mixer.news(at: at(0)) == Rumble(strong: 1, weak: 0.25, durationSeconds: 1))
  }

  @Test func theShorterOneEndsAndTheLongerPlaysOn() {
    var mixer = mixer(Self.heavy, Self.light)
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    #expect(mixer.deadline == at(0.4))
    #expect(mixer.news(at: at(0.4)) == Rumble(strong: 0.75, weak: 0, durationSeconds: 0.6))
    #expect(mixer.deadline == at(1))
  }

  @Test func stoppingOneTellsWhatStillPlays() {
    var mixer = mixer(Self.heavy, Self.endless)
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(1, count: 0, at: at(0.25))
    #expect(mixer.news(at: at(0.25)) == Rumble(strong: 0.75, weak: 0, durationSeconds: 0.75))
  }

  @Test func playingAgainStartsOver() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(0, count: 1, at: at(0.5))
    #expect(mixer.news(at: at(0.5)) == Rumble(strong: 0.75, weak: 0, durationSeconds: 1))
    #expect(mixer.deadline == at(1.5))
  }

  @Test func loadingAnewWhileItPlaysStartsOverWithTheNewLevels() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.upload(Self.light, as: 0, at: at(0.5))
    #expect(mixer.news(at: at(0.5)) == Rumble(strong: 0.5, weak: 0.25, durationSeconds: 0.4))
    #expect(mixer.deadline == at(0.9))
  }

  @Test func loadingSilenceInItsPlaceStopsIt() {
    var mixer = mixer(RumbleMixer.Effect(strong: 1, weak: 1, lengthMilliseconds: 65535))
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.upload(
      RumbleMixer.Effect(strong: 0, weak: 0, lengthMilliseconds: 65535), as: 0, at: at(1))
    #expect(mixer.news(at: at(1)) == .stop)
    mixer.play(0, count: 0, at: at(1))
    #expect(mixer.news(at: at(1)) == nil)
  }

  @Test func countTimesIsThatManyLengthsOnEnd() {
    var mixer = mixer(Self.light)
    mixer.play(0, count: 3, at: at(0))
    let rumble = mixer.news(at: at(0))
    #expect(rumble?.durationSeconds == 1.2)
    #expect(mixer.deadline == at(1.2))
  }

  @Test func aDelayComesBeforeEveryRound() {
    var mixer = mixer(
      RumbleMixer.Effect(strong: 1, weak: 0, lengthMilliseconds: 100, delayMilliseconds: 50))
    mixer.play(0, count: 2, at: at(0))
    #expect(
      told(&mixer) == [
        "0.05 1.0 0.0 0.1", "0.15 0.0 0.0 0.0", "0.2 1.0 0.0 0.1", "0.3 0.0 0.0 0.0",
      ])
  }

  @Test func anEndlessEffectIsToldAgainBeforeItsMessageIsOver() {
    var mixer = mixer(Self.endless)
    mixer.play(0, count: 1, at: at(0))
    #expect(mixer.news(at: at(0)) == Rumble(strong: 0.5, weak: 0.5, durationSeconds: 10))
    #expect(mixer.deadline == at(9))
    #expect(mixer.news(at: at(8.9)) == nil)
    #expect(mixer.news(at: at(9)) == Rumble(strong: 0.5, weak: 0.5, durationSeconds: 10))
    #expect(mixer.deadline == at(18))
    mixer.play(0, count: 0, at: at(12))
    #expect(mixer.news(at: at(12)) == .stop)
    #expect(mixer.deadline == nil)
  }

  @Test func theLongestLengthIsToldInPiecesToItsEnd() {
    var mixer = mixer(RumbleMixer.Effect(strong: 1, weak: 1, lengthMilliseconds: 65535))
    mixer.play(0, count: 1, at: at(0))
    #expect(
      told(&mixer) == [
        "0.0 1.0 1.0 10.0", "9.0 1.0 1.0 10.0", "18.0 1.0 1.0 10.0", "27.0 1.0 1.0 10.0",
        "36.0 1.0 1.0 10.0", "45.0 1.0 1.0 10.0", "54.0 1.0 1.0 10.0", "63.0 1.0 1.0 2.535",
        "65.535 0.0 0.0 0.0",
      ])
  }

  @Test func noCountOrLengthIsTooMuch() {
    var mixer = mixer(
      RumbleMixer.Effect(
        strong: 1, weak: 1, lengthMilliseconds: .max, delayMilliseconds: .max),
      RumbleMixer.Effect(strong: 1, weak: 1, lengthMilliseconds: .max))
    mixer.play(0, count: .max, at: at(0))
    mixer.play(1, count: .max, at: at(0))
    #expect(mixer.news(at: at(0))?.durationSeconds == 10)
    // Both play still, the first with its pauses: 131.07 s a round.
    let round = 131.07 * 1e6
    #expect(mixer.rumble(at: at(round + 60)).durationSeconds == 10)
    mixer.erase(1)
    #expect(mixer.rumble(at: at(round + 60)) == .stop)
    #expect(mixer.rumble(at: at(round + 65.535)).durationSeconds == 10)
    #expect(abs(mixer.rumble(at: at(round + 125)).durationSeconds - 6.07) < 1e-6)
  }

  @Test func gainScalesWhatPlaysAndWhatWillPlay() {
    var mixer = mixer(Self.endless)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.setGain(0)
    #expect(mixer.news(at: at(1)) == .stop)
    mixer.setGain(0xffff)
    #expect(mixer.news(at: at(2)) == Rumble(strong: 0.5, weak: 0.5, durationSeconds: 10))
    mixer.setGain(0x3333)
    #expect(mixer.news(at: at(3))?.strong == 0.1)
  }

  /// As ff-memless has it: 0.75 / 5 + 0.5 / 5 are less than the whole.
  @Test func gainComesBeforeTheSum() {
    var mixer = mixer(Self.heavy, Self.light)
    mixer.setGain(0x3333)
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    #expect(mixer.news(at: at(0)) == Rumble(strong: 0.25, weak: 0.05, durationSeconds: 1))
  }

  @Test func strangersAreIgnored() {
    var mixer = mixer(Self.heavy)
    for id in [-1, 1, 15, 16, 95, Int.max] {
      mixer.play(id, count: 1, at: at(0))
      mixer.erase(id)
    }
    mixer.upload(Self.heavy, as: 16, at: at(0))
    mixer.upload(Self.heavy, as: -1, at: at(0))
    mixer.play(0, count: -1, at: at(0))
    #expect(mixer.news(at: at(0)) == nil)
    #expect(mixer.deadline == nil)
  }

  @Test func anErasedEffectIsSilentEvenWhenItsPlaceIsFilledAgain() {
    var mixer = mixer(Self.endless)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.erase(0)
    mixer.upload(Self.heavy, as: 0, at: at(1))
    #expect(mixer.news(at: at(1)) == .stop)
    #expect(mixer.deadline == nil)
  }

  @Test func whoComesLateHearsTheRest() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    #expect(mixer.rumble(at: at(0.75)) == Rumble(strong: 0.75, weak: 0, durationSeconds: 0.25))
  }

  @Test func loadingAnewWhatIsOverDoesNotPlayIt() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = told(&mixer)
    mixer.upload(Self.light, as: 0, at: at(5))
    #expect(mixer.news(at: at(5)) == nil)
    #expect(mixer.deadline == nil)
  }

  @Test func loadingAnewStartsItsRoundOverAndNotThoseBefore() {
    var mixer = mixer(Self.light)
    mixer.play(0, count: 3, at: at(0))
    _ = mixer.news(at: at(0))
    // In the second of three rounds.
    mixer.upload(Self.light, as: 0, at: at(0.5))
    #expect(mixer.news(at: at(0.5))?.durationSeconds == 0.8)
  }

  /// As SDL does it: one effect, loaded anew for every change, also for the end.
  @Test func oneEffectIsLoadedAgainAndAgain() {
    func level(_ level: Double) -> RumbleMixer.Effect {
      RumbleMixer.Effect(strong: level, weak: level / 2, lengthMilliseconds: 65535)
    }
    var mixer = mixer(level(1))
    mixer.play(0, count: 1, at: at(0))
    #expect(mixer.news(at: at(0)) == Rumble(strong: 1, weak: 0.5, durationSeconds: 10))
    mixer.upload(level(0.5), as: 0, at: at(1))
    mixer.play(0, count: 1, at: at(1))
    #expect(mixer.news(at: at(1)) == Rumble(strong: 0.5, weak: 0.25, durationSeconds: 10))
    mixer.upload(level(0), as: 0, at: at(2))
    mixer.play(0, count: 1, at: at(2))
    #expect(mixer.news(at: at(2)) == .stop)
    mixer.play(0, count: 0, at: at(3))
    mixer.erase(0)
    #expect(mixer.news(at: at(3)) == nil)
    #expect(mixer.deadline.map { $0 > at(3) } ?? true)
  }

  @Test func clampedLevelsAreToldAgainWhenTheyLastLonger() {
    var mixer = mixer(
      RumbleMixer.Effect(strong: 1, weak: 0, lengthMilliseconds: 1000),
      RumbleMixer.Effect(strong: 1, weak: 0, lengthMilliseconds: 1000))
    mixer.play(0, count: 1, at: at(0))
    #expect(mixer.news(at: at(0)) == Rumble(strong: 1, weak: 0, durationSeconds: 1))
    mixer.play(1, count: 1, at: at(0.5))
    #expect(mixer.news(at: at(0.5)) == Rumble(strong: 1, weak: 0, durationSeconds: 1))
    // The first one ends, and nothing is different for that.
    #expect(told(&mixer, from: 0.6) == ["1.5 0.0 0.0 0.0"])
  }

  @Test func aSilentEffectMakesNothingLonger() {
    var mixer = mixer(
      Self.light, RumbleMixer.Effect(strong: 0, weak: 0, lengthMilliseconds: 0))
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    #expect(told(&mixer) == ["0.0 0.5 0.25 0.4", "0.4 0.0 0.0 0.0"])
  }

  // MARK: Envelopes

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

  /// The line with numbers to six places: a level on its way is a sum of fractions.
  static func rounded(_ line: String) -> String {
    line.split(separator: " ").map { "\((Double($0)! * 1e6).rounded() / 1e6)" }
      .joined(separator: " ")
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

  // MARK: Not too often

  @Test func whatComesTooSoonIsToldTogether() {
    var mixer = mixer(Self.heavy, Self.light)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(1, count: 1, at: at(0.005))
    #expect(mixer.news(at: at(0.005)) == nil)
    #expect(mixer.deadline == at(0.02))
    mixer.play(0, count: 0, at: at(0.01))
    #expect(mixer.news(at: at(0.01)) == nil)
    #expect(told(&mixer, from: 0.02) == ["0.02 0.5 0.25 0.385", "0.405 0.0 0.0 0.0"])
  }

  @Test func aStopThatComesTooSoonIsToldAtTheNextSlot() {
    var mixer = mixer(Self.endless)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(0, count: 0, at: at(0.001))
    #expect(mixer.news(at: at(0.001)) == nil)
    #expect(told(&mixer, from: 0.02) == ["0.02 0.0 0.0 0.0"])
  }

  @Test func whatEndsTooSoonIsStoppedAtTheNextSlot() {
    var mixer = mixer(RumbleMixer.Effect(strong: 1, weak: 1, lengthMilliseconds: 5))
    mixer.play(0, count: 1, at: at(0))
    #expect(told(&mixer) == ["0.0 1.0 1.0 0.005", "0.02 0.0 0.0 0.0"])
  }

  @Test func theSameAgainBeforeTheSlotIsNotTold() {
    var mixer = mixer(Self.endless)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.play(0, count: 0, at: at(0.005))
    _ = mixer.news(at: at(0.005))
    mixer.play(0, count: 1, at: at(0.01))
    #expect(mixer.news(at: at(0.01)) == nil)
    #expect(mixer.news(at: at(0.02)) == nil)
    #expect(mixer.deadline == at(9))
  }

  @Test func afterAPauseTheFirstIsToldAtOnce() {
    var mixer = mixer(Self.light)
    mixer.play(0, count: 1, at: at(0))
    _ = told(&mixer)
    mixer.play(0, count: 1, at: at(0.42))
    #expect(mixer.news(at: at(0.42)) == Rumble(strong: 0.5, weak: 0.25, durationSeconds: 0.4))
  }

  /// Whatever games do: 20 ms lie between two messages, and a client that does as it is told does
  /// what the game wants whenever the last message is 20 ms old.
  @Test(arguments: 1...20)
  func aClientIsNeverBehindByMoreThanASlot(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func effect() -> RumbleMixer.Effect {
      let isShaped = number(0...1) == 0
      return RumbleMixer.Effect(
        strong: Double(number(0...4)) / 4, weak: Double(number(0...4)) / 4,
        lengthMilliseconds: UInt16(number(0...3) * number(0...200)),
        delayMilliseconds: UInt16(number(0...2) * number(0...50)),
        envelope: isShaped
          ? RumbleMixer.Envelope(
            attackLevel: Double(number(0...4)) / 4, attackMilliseconds: UInt16(number(0...200)),
            fadeLevel: Double(number(0...4)) / 4, fadeMilliseconds: UInt16(number(0...200)))
          : nil)
    }
    var mixer = RumbleMixer()
    var last: Instant?
    var heard = Rumble.stop
    var messages = 0
    func ask(at now: Instant) {
      if let rumble = mixer.news(at: now) {
        if let last { #expect((now - last).microseconds >= 20_000) }
        last = now
        heard = rumble
        messages += 1
      } else if let last, (now - last).microseconds < 20_000 {
        return
      }
      let wanted = mixer.rumble(at: now)
      #expect(heard.strong == wanted.strong && heard.weak == wanted.weak)
      if let last, wanted != .stop {
        #expect((now - last).seconds < heard.durationSeconds)
      }
    }
    var now = at(0)
    for _ in 0..<2000 {
      // What falls due until the next thing that happens.
      let next = now + Interval(microseconds: Int64(number(0...9) * number(0...9) * 1000))
      while let due = mixer.deadline, due <= next { ask(at: due) }
      now = next
      switch number(0...9) {
      case 0...2: mixer.upload(effect(), as: number(0...3), at: now)
      case 3...6: mixer.play(number(0...3), count: Int32(number(-1...5)), at: now)
      case 7: mixer.setGain(UInt16(number(0...4) * 0x3fff))
      case 8: mixer.erase(number(0...3))
      default: break
      }
      ask(at: now)
    }
    #expect(messages > 100)
    for id in 0..<4 { mixer.play(id, count: 0, at: now) }
    ask(at: now)
    while let due = mixer.deadline { ask(at: due) }
    #expect(heard == .stop)
  }

  // MARK: Between others

  @Test func whoIsIdentifiedHearsTheGameAgainAfterwards() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    mixer.interject(Rumble(strong: 1, weak: 1, durationSeconds: 0.5), at: at(0.25))
    #expect(mixer.deadline == at(0.75))
    mixer.setGain(0x3333)
    #expect(mixer.news(at: at(0.5)) == nil)
    #expect(mixer.deadline == at(0.75))
    #expect(
      told(&mixer, from: 0.75).map(Self.rounded) == ["0.75 0.15 0.0 0.25", "1.0 0.0 0.0 0.0"])
  }

  @Test func whoIsIdentifiedInSilenceIsToldToStopAfterwards() {
    var mixer = mixer(Self.heavy)
    mixer.interject(Rumble(strong: 1, weak: 1, durationSeconds: 0.5), at: at(2))
    #expect(mixer.news(at: at(2.1)) == nil)
    #expect(told(&mixer, from: 2.5) == ["2.5 0.0 0.0 0.0"])
    #expect(mixer.deadline == nil)
  }
}
