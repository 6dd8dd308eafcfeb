// SPDX-License-Identifier: MIT

import CWebSockets
import Glibc
import JSON
import Writing

/// A connection to the control socket, which is the gateway's user's and root's alone: one request,
/// one answer, both a line.
final class ControlConnection: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  private unowned let server: Server
  private var line: [UInt8] = []

  /// Bytes of a request.
  private static let limit = 4096
  /// Microseconds in which one has to be there.
  private static let patience: lws_usec_t = 5_000_000

  init(descriptor: Int32, server: Server) {
    self.descriptor = descriptor
    self.server = server
  }

  func isWatched() { lws_set_timer_usecs(wsi, Self.patience) }

  func timeout() -> Bool { false }

  func readable() -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.limit)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return true }
    guard count > 0 else { return false }
    line += buffer[..<count]
    guard line.last == UInt8(ascii: "\n") || line.count > Self.limit else { return true }
    let answer =
      line.count > Self.limit
      ? ControlAnswer.error(
        Failure("a request has at most \(Self.limit) bytes", status: EX_DATAERR))
      : ControlRequest(line).map { server.answer($0) } ?? ControlAnswer.notUnderstood
    // It fits the socket's buffer, which is empty.
    _ = writeAll((answer + [UInt8(ascii: "\n")]).span, to: descriptor)
    return false
  }
}
