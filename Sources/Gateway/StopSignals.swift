// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// SIGTERM and SIGINT, as a descriptor.
final class StopSignals: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  private let stop: () -> Void

  init(stop: @escaping () -> Void) {
    self.stop = stop
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
  }

  func readable() -> Bool {
    stop()
    return true
  }
}
