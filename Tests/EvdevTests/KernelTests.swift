// SPDX-License-Identifier: MIT

import CEvdev
import Foundation
import Pad
import Synchronization
import Testing

@testable import Evdev

/// What only a kernel can show; Tests/VM runs these where there is none at hand.
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(
    if: access("/dev/uinput", W_OK) == 0 && access("/dev/input", R_OK | X_OK) == 0,
    "no /dev/uinput here that may be written to"))
struct KernelTests {
  /// A phys that no daemon uses, so that these run beside one.
  static func own(_ description: DeviceDescription) -> DeviceDescription {
    var description = description
    description.phys = "flickpad-tests/\(description.device.name)"
    return description
  }

  static let pad = own(.gamepad(.xbox360, codes: [], player: 1))
  static let keyboard = own(.keyboard(codes: [], player: 1))
  static let mouse = own(.mouse(codes: [], player: 1))

  /// A reader of the device, once its node is there.
  func reader(of device: UInputDevice) throws -> EventReader {
    for _ in 0..<1000 {
      if let node = device.node, let reader = try? EventReader(path: node.path) { return reader }
      usleep(2000)
    }
    return try EventReader(path: try #require(device.node).path)
  }

  /// What the reader has to read now, as `TYPE CODE VALUE`.
  func lines(_ reader: EventReader) throws -> [String] {
    var lines: [String] = []
    while true {
      switch try reader.next() {
      case .event(let event): lines.append("\(event.typeName) \(event.codeName) \(event.value)")
      case .dropped: lines.append("dropped")
      case .gone: return lines + ["gone"]
      case .empty: return lines
      }
    }
  }

  // MARK: What is made

  @Test(arguments: [
    pad, own(.gamepad(.generic, codes: [], player: 1)), keyboard, mouse,
    own(.gamepad(.generic, codes: [.absHat0X, .key(UInt16(BTN_TRIGGER_HAPPY40))], player: 4)),
  ])
  func sysfsShowsTheDeviceAsDescribed(description: DeviceDescription) throws {
    let device = try UInputDevice(description)
    defer { device.destroy() }
    let folder = "/sys/devices/virtual/input/\(device.sysname)"
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    func hex(_ number: UInt16) -> String { String(format: "%04x", number) }
    #expect(try text("name") == description.name)
    #expect(try text("phys") == description.phys)
    #expect(try text("uniq") == "")
    #expect(try text("properties") == "0")
    #expect(try text("id/bustype") == hex(description.bus))
    #expect(try text("id/vendor") == hex(description.vendor))
    #expect(try text("id/product") == hex(description.product))
    #expect(try text("id/version") == hex(description.version))
    let capabilities = Capabilities(description)
    #expect(try text("capabilities/ev") == capabilities.typeBitmap)
    #expect(try text("capabilities/key") == Capabilities.bitmap(capabilities.keys))
    #expect(try text("capabilities/rel") == Capabilities.bitmap(capabilities.rels))
    #expect(try text("capabilities/abs") == Capabilities.bitmap(capabilities.axes))
    #expect(try text("capabilities/ff") == Capabilities.bitmap(capabilities.effects))
    for other in ["msc", "led", "snd", "sw"] { #expect(try text("capabilities/\(other)") == "0") }

    let reader = try reader(of: device)
    #expect(reader.name == description.name)
    #expect(reader.phys == description.phys)
    #expect(EventNode(phys: description.phys) == device.node)
    #expect(reader.path == device.node?.path)
  }

  @Test func axesAreAtRestWithinTheirRanges() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    for axis in Self.pad.axes {
      // EVIOCGABS
      var info = input_absinfo()
      let size = UInt(MemoryLayout<input_absinfo>.size)
      #expect(
        ioctl(reader.descriptor, 0x8000_4540 | size << 16 | UInt(axis.code.number), &info) == 0)
      #expect(info.value == axis.code.rest)
      #expect(info.minimum == axis.range.lowerBound && info.maximum == axis.range.upperBound)
      #expect(info.fuzz == 0 && info.flat == 0 && info.resolution == 0)
    }
    var effects: Int32 = 0
    #expect(ioctl(reader.descriptor, 0x8004_4584, &effects) == 0)  // EVIOCGEFFECTS
    #expect(effects == 16)
  }

  @Test(.enabled(if: access("/run/udev/data", F_OK) == 0, "no udev here"))
  func udevSettlesTheNode() throws {
    // udev works on several devices at once, and when it is done with the removal of one that had
    // the same number before, the new one's entry is gone. Then the next one is looked at.
    for _ in 0..<10 {
      let device = try UInputDevice(Self.pad)
      defer { device.destroy() }
      var tries = 0
      while !device.isSettled && tries < 1000 {
        usleep(10_000)
        tries += 1
      }
      let node = try #require(device.node)
      guard tries < 1000,
        let data = try? String(
          contentsOfFile: "/run/udev/data/c\(node.major):\(node.minor)", encoding: .utf8)
      else { continue }
      #expect(data.contains("E:ID_INPUT_JOYSTICK=1\n"))
      #expect(!data.contains("E:ID_INPUT_KEY"))
      return
    }
    Issue.record("udev has done with none of ten devices")
  }

  // MARK: Events

  @Test func aReaderSeesEveryBatchInOrder() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    try device.write([Event(.key(0x133), 1), Event(.absHat0Y, -1), .synReport].span)
    try device.write([Event(.abs(0), -32768), Event(.abs(2), 255), .synReport].span)
    try device.write([Event(.key(0x133), 0), Event(.absHat0Y, 0), .synReport].span)
    #expect(
      try lines(reader) == [
        "EV_KEY BTN_NORTH 1", "EV_ABS ABS_HAT0Y -1", "EV_SYN SYN_REPORT 0",
        "EV_ABS ABS_X -32768", "EV_ABS ABS_Z 255", "EV_SYN SYN_REPORT 0",
        "EV_KEY BTN_NORTH 0", "EV_ABS ABS_HAT0Y 0", "EV_SYN SYN_REPORT 0",
      ])
  }

  @Test func timesAreTheKernelsOwn() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
    let before = now()
    try device.write([Event(.key(0x130), 1), .synReport].span)
    guard case .event(let event) = try reader.next() else {
      Issue.record("no event")
      return
    }
    #expect((before...now()).contains(event.time.microseconds))
  }

  @Test func aRepeatPassesAndTheKernelAddsNone() throws {
    let device = try UInputDevice(Self.keyboard)
    defer { device.destroy() }
    let reader = try reader(of: device)
    try device.write([Event(.key(183), 1), .synReport].span)
    usleep(700_000)
    try device.write([Event(.key(183), 2), .synReport].span)
    try device.write([Event(.key(183), 0), .synReport].span)
    #expect(
      try lines(reader) == [
        "EV_KEY KEY_F13 1", "EV_SYN SYN_REPORT 0", "EV_KEY KEY_F13 2", "EV_SYN SYN_REPORT 0",
        "EV_KEY KEY_F13 0", "EV_SYN SYN_REPORT 0",
      ])
  }

  @Test func theMouseMovesAndScrolls() throws {
    let device = try UInputDevice(Self.mouse)
    defer { device.destroy() }
    let reader = try reader(of: device)
    try device.write(
      [
        Event(.relX, 3), Event(.relY, -4), Event(.relWheel, 1), Event(.relWheelHiRes, 120),
        Event(.relHWheel, -1), Event(.relHWheelHiRes, -120), Event(.key(0x110), 1), .synReport,
      ].span)
    #expect(
      try lines(reader) == [
        "EV_REL REL_X 3", "EV_REL REL_Y -4", "EV_REL REL_WHEEL 1", "EV_REL REL_WHEEL_HI_RES 120",
        "EV_REL REL_HWHEEL -1", "EV_REL REL_HWHEEL_HI_RES -120", "EV_KEY BTN_LEFT 1",
        "EV_SYN SYN_REPORT 0",
      ])
  }

  @Test func neutralReportsOnlyWhatWasNot() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    try device.neutral()
    #expect(try lines(reader) == [])
    try device.write([Event(.key(0x130), 1), Event(.abs(1), 12), .synReport].span)
    _ = try lines(reader)
    try device.neutral()
    #expect(
      try lines(reader) == ["EV_KEY BTN_SOUTH 0", "EV_ABS ABS_Y 0", "EV_SYN SYN_REPORT 0"])
  }

  @Test func aReaderThatSleepsCatchesUp() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    for value in 1...500 { try device.write([Event(.abs(0), Int32(value)), .synReport].span) }
    let lines = try lines(reader)
    #expect(lines.contains("dropped"))
    #expect(lines.last(where: { $0.hasPrefix("EV_ABS ABS_X") }) == "EV_ABS ABS_X 500")
    try device.write([Event(.key(0x130), 1), .synReport].span)
    #expect(try self.lines(reader) == ["EV_KEY BTN_SOUTH 1", "EV_SYN SYN_REPORT 0"])
  }

  @Test func aDestroyedDeviceIsGoneForItsReaders() throws {
    let device = try UInputDevice(Self.pad)
    defer { device.destroy() }
    let reader = try reader(of: device)
    device.destroy()
    #expect(try lines(reader).last == "gone")
    #expect(EventNode(phys: Self.pad.phys) == nil)
  }

  @Test func aDeviceThatIsRefusedLeavesNothing() throws {
    var description = Self.pad
    description.name = ""
    let error = #expect(throws: EvdevError.self) { try UInputDevice(description) }
    #expect(error?.operation == .ioctl("UI_DEV_SETUP"))
    #expect(error?.errno == EINVAL)
    #expect(EventNode(phys: description.phys) == nil)
  }
}
