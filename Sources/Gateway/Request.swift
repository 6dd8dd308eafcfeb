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
  var localAddress: String { SocketAddress.own(lws_get_socket_fd(wsi)) }
}
