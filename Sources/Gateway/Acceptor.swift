// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc

/// A listening socket.
final class Acceptor: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  private let accepted: (Int32) -> Void
  private var connections = Allowance(rate: 100, burst: 200, at: now())

  /// How long nobody is let in after too many came, or where descriptors are short, in
  /// microseconds.
  private static let rest: lws_usec_t = 100_000

  /// - Parameter accepted: takes each new connection, which is its to close.
  init(descriptor: Int32, accepted: @escaping (Int32) -> Void) {
    self.descriptor = descriptor
    self.accepted = accepted
  }

  func readable() -> Bool {
    guard connections.take(1, at: now()) else { return pause() }
    let connection = clinux_accept(descriptor)
    if connection >= 0 {
      accepted(connection)
    } else if errno != EAGAIN && errno != EINTR && errno != ECONNABORTED {
      return pause()
    }
    return true
  }

  private func pause() -> Bool {
    lws_rx_flow_control(wsi, 0)
    lws_set_timer_usecs(wsi, Self.rest)
    return true
  }

  func timeout() -> Bool {
    lws_rx_flow_control(wsi, 1)
    return true
  }
}

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
