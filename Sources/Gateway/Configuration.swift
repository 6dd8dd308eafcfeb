// SPDX-License-Identifier: MIT

/// What a gateway is told.
public struct Configuration: Sendable {
  /// The machine's names, in lower case.
  public var ownNames: [String]
  /// More names it answers to, in lower case.
  public var givenNames: [String] = []
  /// The only address it listens on; nil: all.
  public var address: String?
  /// The port it listens on.
  public var port: Int
  /// Where the daemon's socket for gamepads may be, in the order in which they are tried. That for
  /// everything lies beside it.
  public var sockets: [String]
  /// Where it keeps the phones whose keys last, and its certificate.
  public var state: String
  /// Whether, and with what, connections are private.
  public var tls = TLS.off
  /// How many messages a phone may send in a second; four times that at once.
  public var messageRate = Configuration.leastMessageRate

  /// The least that may be set, since a page with all fingers down sends half of it.
  public static let leastMessageRate = 500

  /// The daemon's sockets for everything.
  var fullSockets: [String] { sockets.map { Places.beside($0, "flickpad.sock") } }

  /// Whether phones connect over TLS.
  public var isPrivate: Bool {
    if case .off = tls { false } else { true }
  }

  /// How connections become private.
  public enum TLS: Sendable {
    case off
    /// With a certificate of the gateway's own making.
    case automatic
    case files(CertificateFiles)
  }

  /// What has no default; the rest is plain HTTP for all addresses of the machine.
  public init(ownNames: [String], port: Int, sockets: [String], state: String) {
    self.ownNames = ownNames
    self.port = port
    self.sockets = sockets
    self.state = state
  }
}
