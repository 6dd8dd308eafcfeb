// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Testing

/// Effects that play, alone and together, and what clients are told of them.
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

  /// The line with numbers to six places: a level on its way is a sum of fractions.
  static func rounded(_ line: String) -> String {
    line.split(separator: " ").map { "\((Double($0)! * 1e6).rounded() / 1e6)" }
      .joined(separator: " ")
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
