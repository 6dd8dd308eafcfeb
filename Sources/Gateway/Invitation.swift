// SPDX-License-Identifier: MIT

import JSON

/// What a player needs to pair a phone. Keep it out of logs.
public struct Invitation: Equatable, Sendable {
  /// 128 random bits in base64url.
  public var secret: String
  /// Six digits.
  public var code: String
  /// How long it is good, in seconds.
  public var seconds: Int
  /// The port on which the gateway listens.
  public var port: Int
  /// Whether the gateway speaks TLS.
  public var isPrivate: Bool
  /// The only address on which the gateway listens; nil: on all.
  public var address: String?

  /// nil: the answer is none.
  public init?(_ node: JSONNode) {
    guard let secret = node.text("secret"), let code = node.text("code"),
      let seconds = node.integer("seconds"), let port = node.integer("port")
    else { return nil }
    self.secret = secret
    self.code = code
    self.seconds = seconds
    self.port = port
    isPrivate = node.isTrue("tls")
    address = node.text("address")
  }

  /// The address to type.
  public func page(host: String) -> String {
    let host = host.contains(":") ? "[\(host)]" : host
    return "\(isPrivate ? "https" : "http")://\(host):\(port)/"
  }

  /// What the QR code has. Browsers send nothing behind the # over the network.
  public func link(host: String) -> String { page(host: host) + "#pair=" + secret }
}
