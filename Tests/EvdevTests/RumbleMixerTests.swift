// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Testing

@Suite struct RumbleMixerTests {
  /// Seconds.
  func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

  func mixer(_ effects: RumbleMixer.Effect...) -> RumbleMixer {
    var mixer = RumbleMixer()
    for (id, effect) in effects.enumerated() { mixer.upload(effect, as: id, at: at(0)) }
    return mixer
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

  @Test func whatEndsInItsTimeNeedsNoStop() {
    var mixer = mixer(Self.heavy)
    mixer.play(0, count: 1, at: at(0))
    _ = mixer.news(at: at(0))
    #expect(mixer.news(at: at(1)) == nil)
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
    #expect(mixer.news(at: at(0)) == Rumble(strong: 1, weak: 0.25, durationSeconds: 0.4))
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
    var told: [String] = []
    var now = at(0)
    for _ in 0..<10 {
      if let rumble = mixer.news(at: now) {
        told.append("\(now.microseconds / 1000) \(rumble.strong) \(rumble.durationSeconds)")
      }
      guard let next = mixer.deadline else { break }
      now = next
    }
    #expect(told == ["50 1.0 0.1", "200 1.0 0.1"])
    #expect(now == at(0.3))
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
    var total = 0.0
    var now = at(0)
    while let rumble = mixer.news(at: now) {
      #expect(rumble.durationSeconds <= 10)
      total = (now - at(0)).seconds + rumble.durationSeconds
      now = mixer.deadline!
    }
    #expect(total == 65.535)
    #expect(mixer.deadline == nil)
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
    let late = mixer.rumble(at: at(131.07 * 1e6 + 60))
    #expect(abs(late.durationSeconds - 5.535) < 1e-6)
    #expect(late.strong == 1)
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

  @Test func gainComesAfterTheSum() {
    var mixer = mixer(Self.heavy, Self.light)
    mixer.setGain(0x3333)
    mixer.play(0, count: 1, at: at(0))
    mixer.play(1, count: 1, at: at(0))
    #expect(mixer.news(at: at(0))?.strong == 0.2)
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
}
