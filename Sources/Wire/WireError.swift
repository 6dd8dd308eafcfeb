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
    /// A layout is right, but the machine cannot keep it.
    case notSaved = "not-saved"
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
      case .unknownLayout, .badLayout, .notSaved, .notAllowed, .playerTaken, .noFreePlayer,
        .takenOver, .dropped, .unknownPlayer:
        false
      }
    }

    /// Whether it ends a session, and no line of the client has led to it.
    public var isFromOutside: Bool { self == .takenOver || self == .dropped }
  }

  public var code: Code
  /// One sentence: which field, what is wanted, what came instead.
  public var message: String
  /// What is wrong in a layout that the client has sent; else empty.
  public var places: [Place] = []

  /// A field of a layout that is wrong.
  public struct Place: Equatable, Sendable {
    /// Such as `controls[3].bind.center`; empty where the whole layout is meant.
    public var field: String
    public var message: String

    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A layout that the client has sent is wrong at these `places`, of which there is at least one.
  public init(_ code: Code = .badLayout, at places: [Place]) {
    let lines = places.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
    self.init(code, lines.joined(separator: "\n"))
    self.places = places
  }

  /// Reads the error that a line of the daemon tells; nil where it tells something else.
  public init?(line: Span<UInt8>) {
    guard let node = try? JSONNode(parsing: line), node.text("type") == "error",
      let code = node.text("code").flatMap(Code.init), let message = node.text("message")
    else { return nil }
    self.init(code, message)
  }
}
