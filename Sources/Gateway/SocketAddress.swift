// SPDX-License-Identifier: MIT

import Glibc

/// The addresses of sockets of the network, as numbers.
enum SocketAddress {
  /// This machine's end; nothing where there is none any more.
  static func own(_ descriptor: Int32) -> String {
    with(descriptor, getsockname, numbers) ?? ""
  }

  /// The other end; nothing where there is none any more.
  static func peer(_ descriptor: Int32) -> String {
    with(descriptor, getpeername, numbers) ?? ""
  }

  /// Calls `body` with what getsockname(2) or getpeername(2) gives; nil where it is no address of the
  /// network.
  static func with<Result>(
    _ descriptor: Int32,
    _ end: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout.size(ofValue: storage))
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard end(descriptor, address, &size) == 0,
          [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
        else { return nil }
        return body(address, size)
      }
    }
  }

  /// Without a zone; one of IPv4 that came in the clothes of IPv6 as such.
  static func numbers(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "" }
    let all = text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let mapped = "::ffff:"
    let bare = all.hasPrefix(mapped) && all.contains(".") ? all.dropFirst(mapped.count) : all[...]
    return String(bare.prefix { $0 != "%" })
  }
}
