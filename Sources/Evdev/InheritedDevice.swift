// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Pad

/// A device that an earlier process made, and whose descriptor has outlived it. What it was made of
/// is not known yet, so all that can be done is to let go of what it holds, and to take it away;
/// `UInputDevice` makes it whole.
///
/// Owns the descriptor; closing it does not take the device away where a copy is elsewhere.
public final class InheritedDevice {
  private(set) var descriptor: Int32
  let calls: SystemCalls

  /// Takes over `descriptor`, an open /dev/uinput with a device.
  public convenience init(descriptor: Int32) {
    self.init(descriptor: descriptor, calls: .kernel)
  }

  init(descriptor: Int32, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  deinit {
    if descriptor >= 0 { calls.close(descriptor) }
  }

  /// Every key up and every axis at rest, whatever device it is: the kernel drops what a device
  /// does not have, and what is so already (drivers/input/input.c, input_get_disposition).
  ///
  /// - Throws: `EvdevError`, also where the descriptor is none of a device.
  public func release() throws(EvdevError) {
    let errno = EventWriter(descriptor: descriptor, calls: calls).write(Self.neutralBatch.span)
    guard errno == 0 else { throw EvdevError(.write, path: UInputDevice.path, errno: errno) }
  }

  /// Takes the device away, 50 ms after its release where readers are to see that.
  public func destroy() {
    _ = calls.ioctl(descriptor, clinux_UI_DEV_DESTROY, 0)
  }

  /// Gives the descriptor away.
  func handOver() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }

  /// Of every code that any device of ours has.
  private static let neutralBatch: [Event] =
    (0..<UInt16(Code.keyCount)).map(Code.key).filter { $0.device != nil }.map { Event($0, 0) }
    + (0..<UInt16(Code.absCount)).map(Code.abs).filter { $0.device != nil }
    .map { Event($0, $0.rest) } + [.synReport]
}
