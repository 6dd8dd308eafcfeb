// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import Pad
import Testing

@testable import Evdev

@Suite struct UInputDeviceTests {
  let kernel = FakeKernel()
  static let pad = DeviceDescription.gamepad(.xbox360, codes: [], player: 1)

  func device(_ description: DeviceDescription = pad) throws(EvdevError) -> UInputDevice {
    try UInputDevice(description, path: "/dev/uinput", calls: kernel.calls)
  }

  // MARK: Making

  @Test func aDeviceIsDeclaredBeforeItIsMade() throws {
    let device = try device()
    let calls = kernel.state.withLock { $0.calls }
    #expect(calls.first == .open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC))
    #expect(calls[1] == .ioctl("UI_GET_VERSION"))
    #expect(
      Array(calls.suffix(4)) == [
        .ioctl("UI_SET_PHYS"), .ioctl("UI_DEV_SETUP"), .ioctl("UI_DEV_CREATE"),
        .ioctl("UI_GET_SYSNAME"),
      ])
    func numbers(_ request: String) -> [UInt] {
      calls.compactMap { if case .ioctl(request, let number) = $0 { number } else { nil } }
    }
    #expect(numbers("UI_SET_EVBIT") == [UInt(EV_KEY), UInt(EV_ABS), UInt(EV_FF)])
    #expect(
      numbers("UI_SET_KEYBIT") == [
        0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
      ])
    #expect(numbers("UI_SET_ABSBIT") == [0, 1, 2, 3, 4, 5, 0x10, 0x11])
    #expect(numbers("UI_SET_FFBIT") == [0x50, 0x51, 0x58, 0x59, 0x5a, 0x60])
    #expect(numbers("UI_SET_RELBIT") == [])
    #expect(device.sysname == "input7")
    #expect(device.descriptor == FakeKernel.descriptor)
  }

  @Test func theKernelHearsNameIdsEffectsAndPhys() throws {
    _ = try device()
    let state = kernel.state.withLock { ($0.setup, $0.phys) }
    var setup = try #require(state.0)
    #expect(setup.id.bustype == UInt16(BUS_USB))
    #expect(setup.id.vendor == 0x045e && setup.id.product == 0x028e)
    #expect(setup.id.version == 0x0110)
    #expect(setup.ff_effects_max == 16)
    let name = withUnsafeBytes(of: &setup.name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(name == "Microsoft X-Box 360 pad")
    #expect(state.1 == "flickpad/pad0")
  }

  @Test func aDeviceWithoutForceFeedbackHoldsNoEffects() throws {
    _ = try device(.mouse(codes: [], player: 2))
    #expect(kernel.state.withLock { $0.setup?.ff_effects_max } == 0)
    #expect(kernel.state.withLock { $0.phys } == "flickpad/mouse1")
  }

  @Test func axesStartAtRestWithNeitherFuzzNorFlat() throws {
    _ = try device()
    let axes = kernel.state.withLock { $0.axes }
    #expect(axes.map(\.code) == [0, 1, 2, 3, 4, 5, 0x10, 0x11])
    for axis in axes {
      #expect(axis.absinfo.fuzz == 0 && axis.absinfo.flat == 0 && axis.absinfo.resolution == 0)
      #expect(axis.absinfo.value == 0)
    }
    #expect(axes[0].absinfo.minimum == -32768 && axes[0].absinfo.maximum == 32767)
    #expect(axes[2].absinfo.minimum == 0 && axes[2].absinfo.maximum == 255)
    #expect(axes[6].absinfo.minimum == -1 && axes[6].absinfo.maximum == 1)
  }

  @Test func aNameOfAnyLengthLeavesRoomForItsEnd() throws {
    var description = Self.pad
    description.name = String(repeating: "x", count: 100)
    _ = try device(description)
    var setup = try #require(kernel.state.withLock { $0.setup })
    let bytes = withUnsafeBytes(of: &setup.name) { Array($0) }
    #expect(bytes.count == 80 && bytes[78] == UInt8(ascii: "x") && bytes[79] == 0)
  }

  @Test func whicheverIoctlFailsNothingIsLeftOpen() throws {
    _ = try device()
    let count = kernel.state.withLock { $0.ioctls - 1 }  // the last is UI_DEV_DESTROY
    #expect(count == 1 + 3 + 11 + 8 + 6 + 8 + 4)
    for place in 0..<count {
      for errno in [EINVAL, ENOMEM, ENODEV] {
        let kernel = FakeKernel()
        kernel.state.withLock { $0.failing[place] = errno }
        let error = #expect(throws: EvdevError.self) {
          try UInputDevice(Self.pad, path: "/dev/uinput", calls: kernel.calls)
        }
        let calls = kernel.state.withLock { $0.calls }
        guard case .ioctl(let name, _) = calls[calls.count - 2] else {
          Issue.record("no ioctl before the close: \(calls)")
          continue
        }
        #expect(error == EvdevError(.ioctl(name), path: "/dev/uinput", errno: errno))
        #expect(calls.last == .close(FakeKernel.descriptor))
        #expect(calls.count(where: { $0 == .close(FakeKernel.descriptor) }) == 1)
      }
    }
  }

  @Test func anOldKernelIsToldApart() {
    kernel.state.withLock { $0.version = 4 }
    let error = #expect(throws: EvdevError.self) { try device() }
    #expect(error == EvdevError(.version(4), path: "/dev/uinput", errno: 0))
    #expect(kernel.state.withLock { $0.calls.last } == .close(FakeKernel.descriptor))
  }

  @Test(arguments: [ENOENT, EACCES, EPERM, ENODEV, EBUSY, EMFILE])
  func whatCannotBeOpenedIsNotClosed(errno: Int32) {
    kernel.state.withLock { $0.openErrno = errno }
    let error = #expect(throws: EvdevError.self) { try device() }
    #expect(error == EvdevError(.open, path: "/dev/uinput", errno: errno))
    #expect(kernel.state.withLock { $0.calls.count } == 1)
  }

  // MARK: Writing

  static let press = [Event(.key(0x130), 1), Event(.absHat0X, -1), .synReport]

  @Test func aBatchIsOneWriteWithoutTimes() throws {
    let device = try device()
    kernel.state.withLock { $0.calls = [] }
    try device.write(Self.press.span)
    #expect(kernel.state.withLock { $0.calls } == [.write(3 * 24)])
    let written = kernel.state.withLock { $0.written }
    #expect(written.map(\.type) == [1, 3, 0])
    #expect(written.map(\.code) == [0x130, 0x10, 0])
    #expect(written.map(\.value) == [1, -1, 0])
    #expect(written.allSatisfy { $0.time.tv_sec == 0 && $0.time.tv_usec == 0 })
  }

  @Test func aWriteThatASignalInterruptsIsBegunAgain() throws {
    let device = try device()
    kernel.state.withLock { $0.writeResults = [-Int(EINTR), -Int(EINTR)] }
    try device.write(Self.press.span)
    #expect(kernel.state.withLock { $0.written.map(\.code) } == [0x130, 0x10, 0])
  }

  @Test func aShortWriteIsCompleted() throws {
    let device = try device()
    kernel.state.withLock { $0.writeResults = [24, -Int(EINTR), 24] }
    try device.write(Self.press.span)
    #expect(kernel.state.withLock { $0.written.map(\.code) } == [0x130, 0x10, 0])
    #expect(
      kernel.state.withLock { $0.calls.suffix(4) } == [
        .write(72), .write(48), .write(48), .write(24),
      ])
  }

  @Test(arguments: [ENODEV, EINVAL, ENOMEM])
  func aWriteThatFailsSaysWhy(errno: Int32) throws {
    let device = try device()
    kernel.state.withLock { $0.writeResults = [-Int(errno)] }
    let error = #expect(throws: EvdevError.self) { try device.write(Self.press.span) }
    #expect(error == EvdevError(.write, path: "/dev/uinput", errno: errno))
  }

  @Test func aBatchOfAnyLengthIsOneWrite() throws {
    let device = try device()
    kernel.state.withLock { $0.calls = [] }
    let long = (0..<1000).map { Event(.key(UInt16($0 % 0x2ff)), 1) } + [.synReport]
    try device.write(long.span)
    #expect(kernel.state.withLock { $0.calls } == [.write(1001 * 24)])
    #expect(kernel.state.withLock { $0.written.map(\.code) } == long.map(\.code))
    #expect(kernel.state.withLock { $0.written.allSatisfy { $0.time.tv_sec == 0 } })
  }

  @Test func nothingIsNoWrite() throws {
    let device = try device()
    kernel.state.withLock { $0.calls = [] }
    let nothing: [Event] = []
    try device.write(nothing.span)
    #expect(kernel.state.withLock { $0.calls } == [])
  }

  @Test func neutralLetsGoOfEverything() throws {
    let device = try device()
    try device.neutral()
    let written = kernel.state.withLock { $0.written }
    #expect(written.count == 11 + 8 + 1)
    #expect(written.allSatisfy { $0.value == 0 })
    #expect(written.last?.type == UInt16(EV_SYN))
  }

  // MARK: The end

  @Test func destroyingTakesTheDeviceAwayOnce() throws {
    let device = try device()
    kernel.state.withLock { $0.calls = [] }
    device.destroy()
    device.destroy()
    #expect(
      kernel.state.withLock { $0.calls } == [
        .ioctl("UI_DEV_DESTROY"), .close(FakeKernel.descriptor),
      ])
    let error = #expect(throws: EvdevError.self) { try device.write(Self.press.span) }
    #expect(error?.errno == ENODEV)
    #expect(throws: EvdevError.self) {
      try device.answerForceFeedback(at: Instant(microseconds: 0))
    }
  }

  @Test func aDeviceThatNobodyHoldsIsDestroyed() throws {
    do { _ = try device() }
    #expect(
      kernel.state.withLock { $0.calls.suffix(2) } == [
        .ioctl("UI_DEV_DESTROY"), .close(FakeKernel.descriptor),
      ])
  }
}
