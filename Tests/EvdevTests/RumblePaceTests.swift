// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Randomness
import Testing

/// Clients are not told too often.
extension RumbleMixerTests {
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
}
