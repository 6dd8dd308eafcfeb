// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A beat for whoever watches that the loop turns.
final class Pulse: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  private let beat: () -> Void

  /// - Parameter microseconds: between two beats.
  init(every microseconds: UInt64, beat: @escaping () -> Void) {
    self.beat = beat
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    let span = timespec(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000 * 1000))
    var times = itimerspec(it_interval: span, it_value: span)
    timerfd_settime(descriptor, 0, &times, nil)
  }

  func readable() -> Bool {
    var count: UInt64 = 0
    if read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0 { beat() }
    return true
  }
}
