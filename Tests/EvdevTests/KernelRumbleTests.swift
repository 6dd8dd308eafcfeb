// SPDX-License-Identifier: MIT

import CEvdev
import Foundation
import Pad
import Synchronization
import Testing

@testable import Evdev

/// A game on a thread of its own: its calls stand still until the device answers.
final class Game: Sendable {
  /// Its descriptor of the event node.
  let descriptor: Int32
  private let isOver = Mutex(false)
  /// How often the device has been looked after.
  private let rounds = Mutex(0)
  private let closing = Mutex(0.0)
  /// How long closing its descriptor took.
  var closingSeconds: Double { closing.withLock { $0 } }
  private let play: @Sendable (Game) -> Void

  /// Opens the node of `device` and plays.
  init(_ device: UInputDevice, play: @escaping @Sendable (Game) -> Void) throws {
    var descriptor: Int32 = -1
    for _ in 0..<1000 where descriptor < 0 {
      if let node = device.node { descriptor = open(node.path, O_RDWR | O_CLOEXEC) }
      if descriptor < 0 { usleep(2000) }
    }
    try #require(descriptor >= 0)
    self.descriptor = descriptor
    self.play = play
  }

  /// Plays on, while this thread answers for the device; all that clients would be told, where time
  /// goes on by 20 ms with each of it.
  func rumbles(of device: UInputDevice) throws -> [Rumble] {
    Thread.detachNewThread {
      self.play(self)
      let start = Date()
      close(self.descriptor)
      self.closing.withLock { $0 = Date().timeIntervalSince(start) }
      self.isOver.withLock { $0 = true }
    }
    var rumbles: [Rumble] = []
    var now = Instant(microseconds: 0)
    var isLast = false
    while !isLast {
      // Once more after the end, for what came just before.
      isLast = isOver.withLock { $0 }
      defer { rounds.withLock { $0 += 1 } }
      var polled = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 5) > 0 else { continue }
      if let rumble = try device.answerForceFeedback(at: now) {
        rumbles.append(rumble)
        now = now + Interval(seconds: RumbleMixer.spacingSeconds)
      }
    }
    return rumbles
  }

  /// EVIOCSFF: the id that the effect got, or minus errno.
  func upload(_ strong: UInt16, _ weak: UInt16, length: UInt16, as id: Int16 = -1) -> Int {
    var effect = ForceFeedbackTests.rumble(id, strong, weak, length: length)
    return upload(&effect)
  }

  func upload(_ effect: inout ff_effect) -> Int {
    let request = 0x4000_4580 | UInt(MemoryLayout<ff_effect>.size) << 16
    return ioctl(descriptor, request, &effect) == 0 ? Int(effect.id) : -Int(errno)
  }

  /// EVIOCRMFF
  func erase(_ id: Int32) -> Int {
    ioctl(descriptor, 0x4004_4581, id) == 0 ? 0 : -Int(errno)
  }

  /// Plays an effect, or sets the gain, and waits until the device has seen it.
  func write(_ code: Int, _ value: Int32) {
    var event = ForceFeedbackTests.event(EV_FF, Int32(code), value)
    _ = Foundation.write(descriptor, &event, MemoryLayout<input_event>.size)
    waitForDevice()
  }

  /// Waits until the device has seen all that was asked of it: the round that runs may be too early,
  /// the one after it is not.
  func waitForDevice() {
    let start = rounds.withLock { $0 }
    for _ in 0..<10_000 where rounds.withLock({ $0 }) < start + 2 { usleep(1000) }
  }
}

extension KernelTests {
  @Test func aGameRumbles() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let game = try Game(device) { game in
      let id = game.upload(0x8000, 0x4000, length: 300)
      #expect(id == 0)
      game.write(id, 1)
      game.write(id, 0)
      game.write(Int(FF_GAIN), 0x8000)
      game.write(id, 1)
      // As SDL stops: in the place of what plays, and stays silent when played.
      #expect(game.upload(0, 0, length: 65535, as: Int16(id)) == id)
      game.waitForDevice()
      game.write(id, 1)
      #expect(game.erase(Int32(id)) == 0)
    }
    let strong = Double(0x8000) / 65535
    let weak = Double(0x4000) / 65535
    #expect(
      try game.rumbles(of: device) == [
        Rumble(strong: strong, weak: weak, durationSeconds: 0.3), .stop,
        Rumble(strong: strong * strong, weak: weak * strong, durationSeconds: 0.3), .stop,
      ])
  }

  @Test func sixteenEffectsFitAndClosingTakesThemAway() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let game = try Game(device) { game in
      for id in 0..<16 { #expect(game.upload(0xffff, 0, length: 0) == id) }
      #expect(game.upload(0xffff, 0, length: 0) == -Int(ENOSPC))
      game.write(3, 1)
    }
    #expect(
      try game.rumbles(of: device) == [
        Rumble(strong: 1, weak: 0, durationSeconds: RumbleMixer.longestSeconds), .stop,
      ])
    #expect(game.closingSeconds < 1)
    #expect(device.mixer.isEmpty)
  }

  @Test func aBurstOfGainsDoesNotLoseTheUploadAfterIt() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let game = try Game(device) { game in
      var event = ForceFeedbackTests.event(EV_FF, FF_GAIN, 0xffff)
      for _ in 0..<100 { _ = Foundation.write(game.descriptor, &event, 24) }
      game.waitForDevice()
      #expect(game.upload(1, 1, length: 10) == 0)
    }
    #expect(try game.rumbles(of: device) == [])
  }

  @Test func otherKindsAreRefusedByTheKernel() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let game = try Game(device) { game in
      var effect = ff_effect()
      effect.type = UInt16(FF_CONSTANT)
      effect.id = -1
      #expect(game.upload(&effect) == -Int(EINVAL))
      effect.type = UInt16(FF_PERIODIC)
      effect.u.periodic.waveform = UInt16(FF_SINE)
      effect.u.periodic.magnitude = -0x7fff
      effect.replay.length = 200
      #expect(game.upload(&effect) == 0)
      game.write(0, 1)
    }
    #expect(
      try game.rumbles(of: device) == [
        Rumble(strong: 1, weak: 1, durationSeconds: 0.2), .stop,
      ])
  }

  @Test func whatWasNeverLoadedDoesNotPlay() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let game = try Game(device) { game in
      for id in [0, 5, 15, 16, 0x7f] { game.write(id, 1) }
    }
    #expect(try game.rumbles(of: device) == [])
  }
}
