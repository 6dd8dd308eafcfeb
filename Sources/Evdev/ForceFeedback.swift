// SPDX-License-Identifier: MIT

import CEvdev
import CLinux
import Glibc
import Pad

/// The handshake by which games load effects into a device (linux/uinput.h, "To write a
/// force-feedback-capable driver").
struct ForceFeedback {
  let descriptor: Int32
  let calls: SystemCalls
  /// The device's name in sysfs.
  let sysname: String
  /// Remembers effects for the next process.
  let memory: EffectMemory?
  /// The requests that were answered, a bit for each number.
  private var answered: UInt32 = 0

  init(descriptor: Int32, calls: SystemCalls, sysname: String, memory: EffectMemory?) {
    self.descriptor = descriptor
    self.calls = calls
    self.sysname = sysname
    self.memory = memory
  }

  /// So often the queue is read at once: a game that never stops asking must not keep everybody
  /// else waiting.
  static let turn = 16

  /// How an attempt to answer everything ended.
  enum Outcome: Equatable {
    case nothingWaits
    /// There was more than a turn's.
    case moreMayWait
    /// A read failed, with this errno.
    case failed(Int32)
  }

  /// Reads until nothing waits, as far as a turn goes: the queue holds 15 events, and one more
  /// empties it.
  mutating func answer(_ mixer: inout RumbleMixer, at now: Instant) -> Outcome {
    var events = InlineArray<16, input_event>(repeating: input_event())
    for _ in 0..<Self.turn {
      let result = withUnsafeMutableBytes(of: &events) {
        calls.read(descriptor, $0.baseAddress!, $0.count)
      }
      if result == -Int(EINTR) { continue }
      if result == -Int(EAGAIN) || result == 0 { return .nothingWaits }
      if result < 0 { return .failed(Int32(-result)) }
      for index in 0..<min(result / MemoryLayout<input_event>.stride, events.count) {
        answer(events[index], &mixer, at: now)
      }
    }
    return .moreMayWait
  }

  /// Answers the requests that have been read already, or that an overflow of the queue has lost: all
  /// that the kernel knows of, by their numbers. For a device whose process has died, maybe in the
  /// middle of an answer. Those that were answered just now stay out of it: until the game wakes up
  /// the kernel would let them be answered twice.
  mutating func answerForgotten(_ mixer: inout RumbleMixer, at now: Instant) {
    for request in 0..<Self.requestCount where answered & 1 << request == 0 {
      upload(request, &mixer, at: now)
      erase(request, &mixer)
    }
  }

  /// UINPUT_NUM_REQUESTS of linux/uinput.h before it was made private (drivers/input/misc/uinput.c).
  private static let requestCount: UInt32 = 16

  private mutating func answer(_ event: input_event, _ mixer: inout RumbleMixer, at now: Instant) {
    let request = UInt32(bitPattern: event.value)
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_UINPUT, UI_FF_UPLOAD): upload(request, &mixer, at: now)
    case (EV_UINPUT, UI_FF_ERASE): erase(request, &mixer)
    case (EV_FF, FF_GAIN):
      mixer.setGain(UInt16(clamping: event.value))
      memory?.setGain(UInt16(clamping: event.value), of: sysname)
    case (EV_FF, 0..<Int32(Capabilities.effectCount)):
      mixer.play(Int(event.code), count: event.value, at: now)
    // Everything else is an echo: the LEDs of a keyboard, a reader's EVIOCSREP.
    default: break
    }
  }

  private mutating func upload(_ request: UInt32, _ mixer: inout RumbleMixer, at now: Instant) {
    var upload = uinput_ff_upload()
    upload.request_id = request
    // It fails with EINVAL where the game has given up.
    guard call(clinux_UI_BEGIN_FF_UPLOAD, &upload) else { return }
    answered |= 1 << request
    let effect = RumbleMixer.Effect(upload.effect)
    upload.retval = effect == nil ? -EINVAL : 0
    let id = Int(upload.effect.id)
    // Before the game hears that it is loaded: from then on it has to be known, whatever befalls us.
    if let effect { memory?.set(id, effect) }
    guard call(clinux_UI_END_FF_UPLOAD, &upload), let effect else { return }
    mixer.upload(effect, as: id, at: now)
  }

  private mutating func erase(_ request: UInt32, _ mixer: inout RumbleMixer) {
    var erase = uinput_ff_erase()
    erase.request_id = request
    guard call(clinux_UI_BEGIN_FF_ERASE, &erase) else { return }
    answered |= 1 << request
    // Before the game goes on: whatever becomes of this process then, the effect is gone.
    memory?.set(Int(erase.effect_id), nil)
    erase.retval = 0
    _ = call(clinux_UI_END_FF_ERASE, &erase)
    mixer.erase(Int(erase.effect_id))
  }

  private func call<Argument>(_ request: UInt, _ argument: inout Argument) -> Bool {
    withUnsafeMutablePointer(to: &argument) {
      calls.ioctl(descriptor, request, UInt(bitPattern: $0)) >= 0
    }
  }
}

extension RumbleMixer.Effect {
  /// What a kernel effect does to the two motors; nil for a kind that the device does not declare.
  init?(_ effect: ff_effect) {
    let lengthMilliseconds = effect.replay.length
    let delayMilliseconds = effect.replay.delay
    switch Int32(effect.type) {
    case FF_RUMBLE:
      self.init(
        strong: Double(effect.u.rumble.strong_magnitude) / 0xffff,
        weak: Double(effect.u.rumble.weak_magnitude) / 0xffff,
        lengthMilliseconds: lengthMilliseconds, delayMilliseconds: delayMilliseconds)
    case FF_PERIODIC:
      // Both motors, as ff-memless has it for pads that know only rumble.
      let periodic = effect.u.periodic
      let level = min(Double(periodic.magnitude.magnitude) / 0x7fff, 1)
      self.init(
        strong: level, weak: level,
        lengthMilliseconds: lengthMilliseconds, delayMilliseconds: delayMilliseconds,
        envelope: RumbleMixer.Envelope(periodic.envelope))
    default:
      return nil
    }
  }
}

extension RumbleMixer.Envelope {
  /// The kernel's envelope, whose levels are those of a magnitude; nil where it has no effect.
  init?(_ envelope: ff_envelope) {
    guard envelope.attack_length > 0 || envelope.fade_length > 0 else { return nil }
    self.init(
      attackLevel: min(Double(envelope.attack_level) / 0x7fff, 1),
      attackMilliseconds: envelope.attack_length,
      fadeLevel: min(Double(envelope.fade_level) / 0x7fff, 1),
      fadeMilliseconds: envelope.fade_length)
  }
}
