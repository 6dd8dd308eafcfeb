// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc

/// A listening socket.
final class Acceptor: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  private let accepted: (Int32) -> Bool
  private let failed: (Int32) -> Void
  private var connections = Allowance(rate: 100, burst: 200, at: now())

  /// How long nobody is let in after too many came, or where descriptors are short, in
  /// microseconds.
  private static let rest: lws_usec_t = 100_000

  /// - Parameters:
  ///   - accepted: takes each new connection, which is its to close, and tells whether it stays.
  ///   - failed: told of errno.h's number where a connection cannot be accepted.
  init(
    descriptor: Int32, accepted: @escaping (Int32) -> Bool, failed: @escaping (Int32) -> Void
  ) {
    self.descriptor = descriptor
    self.accepted = accepted
    self.failed = failed
  }

  func readable() -> Bool {
    let now = now()
    guard connections.has(1, at: now) else { return pause() }
    let connection = clinux_accept(descriptor)
    if connection >= 0 {
      if accepted(connection) { _ = connections.take(1, at: now) }
    } else if errno != EAGAIN && errno != EINTR && errno != ECONNABORTED {
      failed(errno)
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
