// SPDX-License-Identifier: MIT

/// What a gateway is told.
public struct Configuration: Sendable {
  /// The machine's names, in lower case.
  public var ownNames: [String]
  /// More names it answers to, in lower case.
  public var givenNames: [String]
  /// The port it listens on.
  public var port: Int
  /// Where the daemon's socket for gamepads may be, in the order in which they are tried.
  public var sockets: [String]

  public init(ownNames: [String], givenNames: [String], port: Int, sockets: [String]) {
    self.ownNames = ownNames
    self.givenNames = givenNames
    self.port = port
    self.sockets = sockets
  }
}
