// SPDX-License-Identifier: MIT

import CWebSockets

/// An answer over HTTP, whose body goes out piece by piece.
struct Response {
  private var body: [UInt8]
  private var sent = 0
  /// Whether the connection is to be closed behind it, since what follows, if anything does, may be
  /// no request.
  let isLast: Bool

  /// What lws_write is given at once.
  private static let pieceLength = 8192

  /// Sends status and headers: ours and not libwebsockets', which answers an upgrade as HTTP/1.0.
  ///
  /// - Parameters:
  ///   - policy: the content security policy.
  ///   - more: more headers.
  ///   - hasBody: false for HEAD.
  ///   - isLast: whether the connection is to be closed behind it.
  /// - Returns: nil where the connection is gone.
  init?(
    _ wsi: OpaquePointer, _ status: Status, _ file: PageFile, policy: String, more: [String],
    hasBody: Bool, isLast: Bool
  ) {
    body = hasBody ? file.bytes : []
    self.isLast = isLast
    let headers =
      ["content-type: \(file.type)", "content-length: \(file.bytes.count)"] + Page.headers + [
        "content-security-policy: \(policy)"
      ] + more + (isLast ? ["connection: close"] : [])
    let head = "HTTP/1.1 \(status.rawValue)\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n"
    guard transmit(head.utf8, on: wsi, as: LWS_WRITE_HTTP_HEADERS) else { return nil }
  }

  enum Status: String {
    case ok = "200 OK"
    case redirect = "307 Temporary Redirect"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case upgradeRequired = "426 Upgrade Required"
  }

  var isSent: Bool { sent == body.count }

  /// Sends the next piece of the body.
  ///
  /// - Returns: false where the connection is gone.
  mutating func send(_ wsi: OpaquePointer) -> Bool {
    let piece = body[sent...].prefix(Self.pieceLength)
    sent += piece.count
    return transmit(piece, on: wsi, as: isSent ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP)
  }
}
