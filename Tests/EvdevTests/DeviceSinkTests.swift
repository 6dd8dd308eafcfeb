// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Foundation
import Pad
import Testing

@Suite struct DeviceSinkTests {
  let pipe = Pipe()
  static let nothing: [Event] = []
  static let batch = [Event(.btnDpadUp, 1), Event(.abs(0), -32768), .synReport]

  /// What has been written so far.
  func output() throws -> Data {
    try pipe.fileHandleForWriting.close()
    return pipe.fileHandleForReading.readDataToEndOfFile()
  }

  @Test func printsAsSimulateDoes() throws {
    let sink = DeviceSink.trace(
      TracePrinter(descriptor: pipe.fileHandleForWriting.fileDescriptor))
    try sink.write(Self.batch.span, from: .gamepad, at: Instant(microseconds: 1_200_003))
    try sink.write(Self.nothing.span, from: .mouse, at: Instant(microseconds: 1_300_000))
    try sink.write(
      [Event(.key(30), 2), .synReport].span, from: .keyboard, at: Instant(microseconds: 12_000_000))
    let text = String(decoding: try output(), as: UTF8.self)
    #expect(
      text == """
        1.200003 gamepad EV_KEY BTN_DPAD_UP 1
        1.200003 gamepad EV_ABS ABS_X -32768
        1.200003 gamepad EV_SYN SYN_REPORT 0
        12.000000 keyboard EV_KEY KEY_A 2
        12.000000 keyboard EV_SYN SYN_REPORT 0

        """)
  }

  @Test func aRawSinkGetsWhatTheKernelWould() throws {
    let sink = DeviceSink.raw(RawSink(descriptor: pipe.fileHandleForWriting.fileDescriptor))
    try sink.write(Self.batch.span, from: .gamepad, at: Instant(microseconds: 5))
    try sink.write(Self.nothing.span, from: .gamepad, at: Instant(microseconds: 6))
    let bytes = try output()
    #expect(bytes.count == 3 * MemoryLayout<input_event>.size)
    let events = bytes.withUnsafeBytes { Array($0.bindMemory(to: input_event.self)) }
    #expect(events.map(\.value) == [1, -32768, 0])
    #expect(events.allSatisfy { $0.time.tv_sec == 0 && $0.time.tv_usec == 0 })
  }

  @Test func aFullPipeIsAnErrorAndNoStandstill() throws {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let sink = RawSink(descriptor: descriptor)
    let error = #expect(throws: EvdevError.self) {
      while true { try sink.write(Self.batch.span) }
    }
    #expect(error?.errno == EAGAIN)
    #expect(error?.operation == .write)
  }

  @Test(arguments: [
    (0, "0.000000"), (1, "0.000001"), (999_999, "0.999999"), (1_000_000, "1.000000"),
    (-1, "-0.000001"), (-1_500_000, "-1.500000"), (86_400_000_000, "86400.000000"),
    (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
  ])
  func timesHaveSixDecimals(microseconds: Int64, text: String) {
    var bytes: [UInt8] = []
    TraceLine.append(seconds: Instant(microseconds: microseconds), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func aCodeWithoutNameIsItsNumber() {
    var bytes: [UInt8] = []
    TraceLine.append(
      Event(.key(0x2ff), 1), from: .keyboard, at: Instant(microseconds: 0), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "0.000000 keyboard EV_KEY 767 1\n")
  }
}
