// SPDX-License-Identifier: MIT

import CEvdev
import CLinux
import Glibc
import Pad
import Testing

@testable import Evdev

/// Devices that outlive the process that made them.
@Suite struct InheritedDeviceTests {
  let kernel = FakeKernel()
  let zero = Instant(microseconds: 0)
  static let pad = DeviceDescription.gamepad(.xbox360, codes: [], player: 1)
  private typealias Effects = ForceFeedbackTests

  private func inherited() -> InheritedDevice {
    InheritedDevice(descriptor: FakeKernel.descriptor, calls: kernel.calls)
  }

  @Test func everyCodeOfEveryDeviceIsLetGoOf() throws {
    try inherited().release()
    let written = kernel.state.withLock { $0.written }
    #expect(written.last?.type == UInt16(EV_SYN))
    let told = Set(written.map { Code(EventType(rawValue: $0.type)!, $0.code) })
    var all: Set<Code> = []
    for number in 0..<UInt16(Code.keyCount) { all.insert(.key(number)) }
    for number in 0..<UInt16(Code.absCount) { all.insert(.abs(number)) }
    all = all.filter { $0.device != nil }
    for description in [
      .gamepad(.xbox360, codes: [], player: 1), .gamepad(.generic, codes: all, player: 1),
      .keyboard(codes: all, player: 1), .mouse(codes: all, player: 1),
    ] as [DeviceDescription] {
      #expect(told.isSuperset(of: description.keys + description.axes.map(\.code)))
    }
    for event in written.dropLast() {
      let isAxis = event.type == UInt16(EV_ABS)
      #expect(event.value == (isAxis ? Code.abs(event.code).rest : 0))
    }
    // One write: no reader sees a half of it.
    #expect(
      kernel.state.withLock { $0.calls.count { if case .write = $0 { true } else { false } } } == 1)
  }

  @Test func whatIsNoDeviceIsTold() {
    kernel.state.withLock { $0.writeResults = [-Int(EINVAL)] }
    #expect(throws: EvdevError.self) { try inherited().release() }
    kernel.state.withLock { $0.failing = [0: ENOTTY] }
    let other = inherited()
    #expect(throws: EvdevError.self) {
      try UInputDevice(adopting: other, Self.pad, effects: nil)
    }
  }

  @Test func aDeviceThatIsTakenOverIsNotMadeAgain() throws {
    let device = try UInputDevice(adopting: inherited(), Self.pad, effects: nil)
    #expect(device.sysname == "input7")
    #expect(kernel.state.withLock { $0.calls } == [.ioctl("UI_GET_SYSNAME")])
    try device.neutral()
    #expect(kernel.state.withLock { $0.written.count } == 11 + 8 + 1)
    device.leaveBehind()
    device.destroy()
    #expect(kernel.state.withLock { $0.calls.last } == .close(FakeKernel.descriptor))
    #expect(!kernel.state.withLock { $0.calls.contains(.ioctl("UI_DEV_DESTROY")) })
  }

  @Test func oneThatIsNotTakenOverIsDestroyedOnlyWhenAsked() {
    do { _ = inherited() }
    #expect(kernel.state.withLock { $0.calls } == [.close(FakeKernel.descriptor)])
    inherited().destroy()
    #expect(
      kernel.state.withLock { $0.calls.suffix(2) } == [
        .ioctl("UI_DEV_DESTROY"), .close(FakeKernel.descriptor),
      ])
  }

  /// The daemon died after it had read the request, or so many came that the queue lost them.
  @Test func gamesThatWaitAreAnsweredWithoutTheQueue() throws {
    kernel.state.withLock {
      $0.uploads = [3: Effects.rumble(5, 0xffff, 0, length: 100)]
      $0.erasures = [15: 2]
      // And one that is in the queue still.
      $0.uploads[0] = Effects.rumble(6, 0, 0xffff, length: 100)
      $0.queue = [[Effects.event(EV_UINPUT, UI_FF_UPLOAD, 0)]]
    }
    let device = try UInputDevice(adopting: inherited(), Self.pad, effects: nil)
    try device.answerForgotten(at: zero)
    let (answers, calls) = kernel.state.withLock { ($0.answers, $0.calls) }
    #expect(answers == [0: 0, 3: 0, 15: 0])
    // 14 tries of uploads that are none, and the two.
    #expect(calls.count { $0 == .ioctl("UI_END_FF_UPLOAD") } == 2, "no request twice")
    kernel.state.withLock { $0.queue = [[Effects.event(EV_FF, 5, 1), Effects.event(EV_FF, 6, 1)]] }
    #expect(
      try device.answerForceFeedback(at: zero)
        == Rumble(strong: 1, weak: 1, durationSeconds: 0.1))
  }

  // MARK: Effects

  private func withMemory<Result>(_ body: (EffectMemory, Int32) throws -> Result) throws -> Result {
    let file = clinux_memory_file("test")
    defer { close(file) }
    #expect(ftruncate(file, 65_536) == 0)
    return try body(EffectMemory(descriptor: file, offset: 4096 + EffectMemory.size), file)
  }

  /// A periodic effect with an envelope.
  private func sine(_ id: Int16) -> ff_effect {
    var effect = ff_effect()
    effect.type = UInt16(FF_PERIODIC)
    effect.id = id
    effect.replay = ff_replay(length: 1000, delay: 20)
    effect.u.periodic.magnitude = 0x7fff
    effect.u.periodic.envelope = ff_envelope(
      attack_length: 100, attack_level: 0x4000, fade_length: 50, fade_level: 0)
    return effect
  }

  @Test func effectsAreKnownToTheNextProcess() throws {
    try withMemory { memory, _ in
      let device = try UInputDevice(Self.pad, path: "/dev/uinput", calls: kernel.calls)
      device.remember(in: memory)
      let effects = [Effects.rumble(0, 0x8000, 1, length: 9), sine(1), sine(15)]
      for (request, effect) in effects.enumerated() {
        kernel.state.withLock {
          $0.uploads[UInt32(request)] = effect
          $0.queue.append([Effects.event(EV_UINPUT, UI_FF_UPLOAD, Int32(request))])
        }
      }
      kernel.state.withLock {
        $0.erasures[4] = 1
        $0.queue.append([
          Effects.event(EV_UINPUT, UI_FF_ERASE, 4), Effects.event(EV_FF, FF_GAIN, 0x1234),
        ])
      }
      _ = try device.answerForceFeedback(at: zero)
      kernel.state.withLock { ($0.uploads, $0.erasures) = ([:], [:]) }
      let next = try UInputDevice(adopting: inherited(), Self.pad, effects: memory)
      #expect(next.mixer == device.mixer.withoutMessages)
      // What plays stops with the process.
      kernel.state.withLock { $0.queue = [[Effects.event(EV_FF, 0, 1)]] }
      #expect(try device.answerForceFeedback(at: zero) != nil)
      let third = try UInputDevice(adopting: inherited(), Self.pad, effects: memory)
      #expect(third.mixer.rumble(at: zero) == .stop)
      kernel.state.withLock { $0.queue = [[Effects.event(EV_FF, 0, 1)]] }
      let rumble = try #require(try third.answerForceFeedback(at: zero))
      #expect(abs(rumble.strong - Double(0x8000) / 65535 * Double(0x1234) / 65535) < 1e-9)
    }
  }

  @Test func effectsOfAnotherDeviceAreNotTaken() throws {
    try withMemory { memory, file in
      memory.begin("input6")
      memory.set(0, RumbleMixer.Effect(strong: 1, weak: 1, lengthMilliseconds: 0))
      #expect(memory.content(of: "input6")?.effects[0] != nil)
      #expect(memory.content(of: "input66") == nil)
      let device = try UInputDevice(adopting: inherited(), Self.pad, effects: memory)
      #expect(device.mixer.isEmpty)
      #expect(memory.content(of: "input6") == nil)
      #expect(memory.content(of: "input7")?.effects.allSatisfy { $0 == nil } == true)
    }
  }

  @Test func nonsenseIsNoEffect() throws {
    try withMemory { memory, file in
      memory.begin("input7")
      for id in 0..<16 {
        memory.set(id, RumbleMixer.Effect(strong: 0.5, weak: 1, lengthMilliseconds: 7))
      }
      // A level that is no number, and a kind that is none.
      let start = 4096 + EffectMemory.size + 64
      _ = pwrite(file, [UInt8](repeating: 0xff, count: 8), 8, off_t(start + 8))
      _ = pwrite(file, [UInt8(9)], 1, off_t(start + 64))
      let effects = try #require(memory.content(of: "input7")).effects
      #expect(effects[0] == nil)
      #expect(effects[1] == nil)
      #expect(effects[2] == RumbleMixer.Effect(strong: 0.5, weak: 1, lengthMilliseconds: 7))
      memory.set(16, nil)
      memory.set(-1, nil)
      #expect(ftruncate(file, 4096) == 0)
      #expect(memory.content(of: "input7") == nil)
    }
  }

  @Test func allThatPlaysCanBeStoppedAtOnce() {
    var mixer = RumbleMixer()
    mixer.upload(RumbleMixer.Effect(strong: 1, weak: 0, lengthMilliseconds: 0), as: 3, at: zero)
    mixer.play(3, count: 1, at: zero)
    #expect(mixer.news(at: zero) != nil)
    mixer.stopAll()
    let later = Instant(seconds: 1)
    #expect(mixer.news(at: later) == .stop)
    mixer.play(3, count: 1, at: later)
    #expect(mixer.rumble(at: later).strong == 1)
  }
}

extension RumbleMixer {
  /// What is loaded, and the gain: as a new process has it.
  fileprivate var withoutMessages: RumbleMixer {
    var other = self
    other.stopAll()
    return other
  }
}
