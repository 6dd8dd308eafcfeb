// SPDX-License-Identifier: MIT

import CSystemd
import Glibc

/// Lines that wait to go out to a client. A client that does not read loses what does not fit.
struct Outbox: ~Copyable {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// Lines were dropped since everything last went out.
  private(set) var isDeaf = false
  /// Nobody will read any more; what the client has sent may still wait to be read.
  private var isGone = false

  /// With more than this waiting, lines are dropped.
  static let limit = 65_536
  /// So much is sent even while more is about to come.
  static let comfortable = 16_384

  var isEmpty: Bool { sent == bytes.count }
  var waiting: Int { bytes.count - sent }

  /// Appends whole lines, or drops them.
  mutating func append(_ lines: Span<UInt8>) {
    guard !isGone else { return }
    guard !isDeaf && waiting <= Self.limit else {
      isDeaf = true
      return
    }
    if bytes.isEmpty { bytes.reserveCapacity(4096) }
    lines.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  enum Outcome {
    case sent
    /// The client does not read at present.
    case blocked
  }

  /// Writes as much as the socket takes. Lines for a client that is gone are thrown away.
  mutating func flush(to descriptor: Int32) -> Outcome {
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(
          descriptor, $0.baseAddress! + sent, $0.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN || errno == EWOULDBLOCK { return .blocked }
        isGone = true
        isDeaf = false
        break
      }
      sent += count
    }
    // A layout may have been large; what a session needs from then on is little.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.limit)
    sent = 0
    return .sent
  }

  /// The client reads again: says whether lines were dropped meanwhile.
  mutating func hearsAgain() -> Bool {
    defer { isDeaf = false }
    return isDeaf
  }
}
