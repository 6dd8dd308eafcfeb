// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Listens where a gateway looks for the daemon, and does what a daemon does not. Its connections
/// block.
final class FakeDaemon {
  private let descriptor: Int32
  private var connections: [Int32] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUNIXAddress(path) { bind(descriptor, $0, $1) }
    try #require(result == 0 && listen(descriptor, 16) == 0, "cannot listen on \(path)")
  }

  deinit {
    for connection in connections + [descriptor] { close(connection) }
  }

  /// The next connection of the gateway's.
  func accept() throws -> Int32 {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&wait, 1, 20_000) == 1, "the gateway does not connect")
    let connection = Glibc.accept(descriptor, nil, nil)
    connections.append(connection)
    return connection
  }
}

/// Writes bytes again and again until nothing more is taken for a second; gives back how many were.
func fill(_ descriptor: Int32, with bytes: [UInt8]) -> Int {
  var total = 0
  while true {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&wait, 1, 1000) == 1 else { return total }
    let rest = bytes[(total % bytes.count)...]
    let count = rest.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count > 0 { total += count } else if errno != EAGAIN { return total }
  }
}
