// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import Pad
import Testing

@testable import Evdev

@Suite struct ForceFeedbackTests {
  let kernel = FakeKernel()
  let device: UInputDevice
  let zero = Instant(microseconds: 0)

  init() throws {
    device = try UInputDevice(
      .gamepad(.xbox360, codes: [], player: 1), path: "/dev/uinput", calls: kernel.calls)
    kernel.state.withLock { $0.calls = [] }
  }

  static func event(_ type: Int32, _ code: Int32, _ value: Int32) -> input_event {
    input_event(time: timeval(), type: UInt16(type), code: UInt16(code), value: value)
  }

  static func rumble(_ id: Int16, _ strong: UInt16, _ weak: UInt16, length: UInt16) -> ff_effect {
    var effect = ff_effect()
    effect.type = UInt16(FF_RUMBLE)
    effect.id = id
    effect.replay.length = length
    effect.u.rumble = ff_rumble_effect(strong_magnitude: strong, weak_magnitude: weak)
    return effect
  }

  /// Puts requests in the device's queue, one read each.
  func queue(_ events: input_event...) {
    kernel.state.withLock { $0.queue += events.map { [$0] } }
  }

  func upload(_ effect: ff_effect, request: UInt32) {
    kernel.state.withLock { $0.uploads[request] = effect }
    queue(Self.event(EV_UINPUT, UI_FF_UPLOAD, Int32(bitPattern: request)))
  }

  @Test func anEffectIsLoadedPlayedAndTold() throws {
    upload(Self.rumble(0, 0x8000, 0x4000, length: 300), request: 7)
    #expect(try device.answerForceFeedback(at: zero) == nil)
    #expect(kernel.state.withLock { $0.answers } == [7: 0])
    queue(Self.event(EV_FF, 0, 1))
    let rumble = try #require(try device.answerForceFeedback(at: zero))
    #expect(rumble.strong == Double(0x8000) / 65535)
    #expect(rumble.weak == Double(0x4000) / 65535)
    #expect(rumble.durationSeconds == 0.3)
  }

  @Test func whatWaitsIsReadToTheEndInOneGo() throws {
    upload(Self.rumble(0, 0xffff, 0, length: 100), request: 1)
    upload(Self.rumble(1, 0, 0xffff, length: 100), request: 2)
    queue(Self.event(EV_FF, 0, 1), Self.event(EV_FF, 1, 1))
    let rumble = try device.answerForceFeedback(at: zero)
    #expect(rumble == Rumble(strong: 1, weak: 1, durationSeconds: 0.1))
    #expect(kernel.state.withLock { $0.queue.isEmpty })
  }

  @Test func eventsThatComeTogetherAreAllSeen() throws {
    kernel.state.withLock {
      $0.uploads[1] = Self.rumble(0, 0xffff, 0xffff, length: 0)
      $0.queue = [
        [Self.event(EV_UINPUT, UI_FF_UPLOAD, 1), Self.event(EV_FF, FF_GAIN, 0x8000)]
          + Array(repeating: Self.event(EV_LED, LED_CAPSL, 1), count: 12)
          + [Self.event(EV_FF, 0, 1)]
      ]
    }
    let rumble = try #require(try device.answerForceFeedback(at: zero))
    #expect(rumble.strong == Double(0x8000) / 65535)
    #expect(rumble.durationSeconds == RumbleMixer.longestSeconds)
  }

  @Test func aGameThatNeverStopsAskingIsAnsweredInTurns() throws {
    for level in 0..<Int32(2 * ForceFeedback.turn + 1) {
      queue(Self.event(EV_FF, FF_GAIN, level))
    }
    func waiting() -> Int { kernel.state.withLock { $0.queue.count } }
    _ = try device.answerForceFeedback(at: zero)
    #expect(device.hasMoreRequests)
    #expect(waiting() == ForceFeedback.turn + 1)
    _ = try device.answerForceFeedback(at: zero)
    #expect(device.hasMoreRequests)
    _ = try device.answerForceFeedback(at: zero)
    #expect(!device.hasMoreRequests)
    #expect(waiting() == 0)
  }

  @Test func aReadThatASignalInterruptsIsBegunAgain() throws {
    upload(Self.rumble(0, 0xffff, 0, length: 100), request: 1)
    kernel.state.withLock { $0.interruptions = 2 }
    #expect(try device.answerForceFeedback(at: zero) == nil)
    #expect(kernel.state.withLock { $0.answers } == [1: 0])
  }

  @Test func erasingStopsAndIsAnswered() throws {
    upload(Self.rumble(3, 0xffff, 0xffff, length: 0), request: 1)
    queue(Self.event(EV_FF, 3, 1))
    _ = try device.answerForceFeedback(at: zero)
    kernel.state.withLock { $0.erasures[2] = 3 }
    queue(Self.event(EV_UINPUT, UI_FF_ERASE, 2))
    #expect(try device.answerForceFeedback(at: Instant(seconds: 1)) == .stop)
    #expect(kernel.state.withLock { $0.answers } == [1: 0, 2: 0])
    queue(Self.event(EV_FF, 3, 1))
    #expect(try device.answerForceFeedback(at: zero) == nil)
  }

  @Test func aPeriodicEffectTurnsBothMotors() throws {
    for (magnitude, level) in [(0x7fff, 1.0), (-0x7fff, 1.0), (-0x8000, 1.0), (0, 0.0)] {
      var effect = ff_effect()
      effect.type = UInt16(FF_PERIODIC)
      effect.u.periodic.magnitude = Int16(magnitude)
      effect.replay.length = 250
      let mixed = try #require(RumbleMixer.Effect(effect))
      #expect(mixed.strong == level && mixed.weak == level)
      #expect(mixed.lengthMilliseconds == 250)
      #expect(mixed.envelope == nil)
    }
  }

  @Test func aPeriodicEffectKeepsItsEnvelope() throws {
    var effect = ff_effect()
    effect.type = UInt16(FF_PERIODIC)
    effect.u.periodic.magnitude = 0x4000
    effect.u.periodic.envelope = ff_envelope(
      attack_length: 0, attack_level: 0x7fff, fade_length: 65535, fade_level: 0xffff)
    effect.replay = ff_replay(length: 1000, delay: 20)
    let mixed = try #require(RumbleMixer.Effect(effect))
    #expect(mixed.delayMilliseconds == 20)
    #expect(
      mixed.envelope
        == RumbleMixer.Envelope(
          attackLevel: 1, attackMilliseconds: 0, fadeLevel: 1, fadeMilliseconds: 65535))
  }

  @Test func aGameThatAsksAThousandTimesASecondIsAnsweredAndToldFiftyTimes() throws {
    upload(Self.rumble(0, 0xffff, 0, length: 0), request: 0)
    queue(Self.event(EV_FF, 0, 1))
    var told: [Instant] = []
    var last: Rumble?
    for millisecond in 0..<1000 {
      let now = Instant(microseconds: Int64(millisecond) * 1000)
      let level = UInt16(1 + millisecond)
      switch millisecond % 3 {
      case 0: queue(Self.event(EV_FF, FF_GAIN, Int32(level)))
      case 1: upload(Self.rumble(0, level, 0, length: 0), request: UInt32(millisecond))
      default: queue(Self.event(EV_FF, 0, 1))
      }
      if let rumble = try device.answerForceFeedback(at: now) {
        told.append(now)
        last = rumble
      }
    }
    #expect(told == (0..<50).map { Instant(microseconds: $0 * 20_000) })
    // The newest: what was loaded at 979 ms with the gain of 978 ms.
    #expect(last?.strong == Double(980) / 65535 * (Double(979) / 65535))
    #expect(kernel.state.withLock { $0.queue.isEmpty && $0.answers.allSatisfy { $0.value == 0 } })
  }

  @Test func anEffectOfAnotherKindIsRefused() throws {
    var effect = ff_effect()
    effect.type = UInt16(FF_CONSTANT)
    upload(effect, request: 9)
    queue(Self.event(EV_FF, 0, 1))
    #expect(try device.answerForceFeedback(at: zero) == nil)
    #expect(kernel.state.withLock { $0.answers } == [9: -EINVAL])
  }

  @Test func aGameThatHasGivenUpIsNotAnswered() throws {
    queue(Self.event(EV_UINPUT, UI_FF_UPLOAD, 5), Self.event(EV_UINPUT, UI_FF_ERASE, 6))
    queue(Self.event(EV_FF, 0, 1))
    #expect(try device.answerForceFeedback(at: zero) == nil)
    #expect(kernel.state.withLock { $0.answers } == [:])
  }

  @Test func anEffectWhoseUploadFailsAtTheEndIsNotKept() throws {
    kernel.state.withLock { $0.failing[$0.ioctls + 1] = EINVAL }
    upload(Self.rumble(0, 0xffff, 0xffff, length: 0), request: 1)
    queue(Self.event(EV_FF, 0, 1))
    #expect(try device.answerForceFeedback(at: zero) == nil)
  }

  @Test func echoesAndStrangersAreIgnored() throws {
    queue(
      Self.event(EV_LED, LED_CAPSL, 1), Self.event(EV_MSC, MSC_SCAN, 4), Self.event(EV_REP, 0, 250),
      Self.event(EV_FF, 0, 1), Self.event(EV_FF, 16, 1), Self.event(EV_FF, 0x7f, 1),
      Self.event(EV_FF, FF_AUTOCENTER, 0xffff), Self.event(EV_UINPUT, 3, 1),
      Self.event(EV_SYN, 0, 0))
    #expect(try device.answerForceFeedback(at: zero) == nil)
    #expect(kernel.state.withLock { $0.calls } == [])
  }

  @Test func aDeviceThatIsGoneSaysSo() {
    kernel.state.withLock { $0.readErrno = ENODEV }
    let error = #expect(throws: EvdevError.self) { try device.answerForceFeedback(at: zero) }
    #expect(error == EvdevError(.read, path: "/dev/uinput", errno: ENODEV))
  }
}
