// SPDX-License-Identifier: MIT

import JSON

/// What is wrong with a client's line, as the client is told.
public struct WireError: Error, Equatable, Sendable {
  /// The names of the protocol.
  public enum Code: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case badMessage = "bad-message"
    case unknownType = "unknown-type"
    case tooManyTouches = "too-many-touches"
    case unknownLayout = "unknown-layout"
    case badLayout = "bad-layout"
    case notAllowed = "not-allowed"
    case playerTaken = "player-taken"
    case noFreePlayer = "no-free-player"
    case lineTooLong = "line-too-long"
    case takenOver = "taken-over"
    /// Somebody who manages the players has ended the session.
    case dropped = "dropped"
    /// Of admin.sock: nobody has this number, or nobody plays under it.
    case unknownPlayer = "unknown-player"

    /// Whether only a mistake in the client's program can lead to it.
    public var isClientBug: Bool {
      switch self {
      case .badJSON, .badMessage, .unknownType, .tooManyTouches, .lineTooLong: true
      case .unknownLayout, .badLayout, .notAllowed, .playerTaken, .noFreePlayer, .takenOver,
        .dropped, .unknownPlayer:
        false
      }
    }
  }

  public var code: Code
  /// One sentence: which field, what is wanted, what came instead.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Reads the error that a line of the daemon tells; nil where it tells something else.
  public init?(line: Span<UInt8>) {
    guard let node = try? JSONNode(parsing: line), case .object(let members) = node.value else {
      return nil
    }
    func text(_ name: String) -> String? {
      let value = members.first { $0.name == name }?.node.value
      if case .string(let text) = value { return text }
      return nil
    }
    guard text("type") == "error", let code = text("code").flatMap(Code.init),
      let message = text("message")
    else { return nil }
    self.init(code, message)
  }
}
