// SPDX-License-Identifier: MIT

import CWebSockets
import Glibc

/// An HTTP request, as libwebsockets has it before the answer begins.
struct Request {
  let wsi: OpaquePointer

  /// A header, or nil where there is none or it is longer than 1 KiB.
  func header(_ token: lws_token_indexes) -> String? {
    let length = lws_hdr_total_length(wsi, token)
    guard length > 0, length <= 1024 else { return nil }
    var text = [CChar](repeating: 0, count: Int(length) + 1)
    guard lws_hdr_copy(wsi, &text, length + 1, token) >= 0 else { return nil }
    return text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Whether it came over TLS.
  var isPrivate: Bool { lws_is_ssl(wsi) != 0 }

  var isHead: Bool { lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 }
  var isGet: Bool { lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 }

  /// The address of this machine that it came to, as numbers; an IPv4 address as such.
  var localAddress: String {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout.size(ofValue: storage))
    let fd = lws_get_socket_fd(wsi)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(fd, address, &size) == 0 else { return "" }
        return numbers(address, size)
      }
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
