// SPDX-License-Identifier: MIT

import CWebSockets
import Glibc

/// An HTTP request, as libwebsockets has it before the answer begins.
struct Request {
  let wsi: OpaquePointer

  /// A header, or nil where there is none, it is longer than 1 KiB, or it has a NUL in it. One that
  /// was sent several times is all of them, with commas between.
  func header(_ token: lws_token_indexes) -> String? {
    let length = lws_hdr_total_length(wsi, token)
    guard length > 0, length <= 1024 else { return nil }
    var text = [CChar](repeating: 0, count: Int(length) + 1)
    guard lws_hdr_copy(wsi, &text, length + 1, token) >= 0 else { return nil }
    let bytes = text.withUnsafeBytes { Array($0.prefix(Int(length))) }
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it came over TLS.
  var isPrivate: Bool { lws_is_ssl(wsi) != 0 }

  var isHead: Bool { lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 }
  var isGet: Bool { lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 }

  /// Whether something follows that is no request of its own, however it is delimited.
  var hasBody: Bool {
    [WSI_TOKEN_HTTP_CONTENT_LENGTH, WSI_TOKEN_HTTP_TRANSFER_ENCODING].contains {
      lws_hdr_total_length(wsi, $0) > 0
    }
  }

  /// The address of this machine that it came to, as numbers; an IPv4 address as such.
  var localAddress: String { address(of: lws_get_socket_fd(wsi), by: getsockname) }
}

/// The address at the other end of a connection, as numbers; nothing where there is none any more.
func peer(of descriptor: Int32) -> String { address(of: descriptor, by: getpeername) }

private func address(
  of descriptor: Int32,
  by name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> String {
  var storage = sockaddr_storage()
  var size = socklen_t(MemoryLayout.size(ofValue: storage))
  return withUnsafeMutablePointer(to: &storage) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard name(descriptor, address, &size) == 0 else { return "" }
      return numbers(address, size)
    }
  }
}

/// An address as numbers, without a zone; one of IPv4 that came in the clothes of IPv6 as such.
func numbers(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> String {
  var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  guard
    getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
  else { return "" }
  let all = text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  let mapped = "::ffff:"
  let bare = all.hasPrefix(mapped) && all.contains(".") ? all.dropFirst(mapped.count) : all[...]
  return String(bare.prefix { $0 != "%" })
}
