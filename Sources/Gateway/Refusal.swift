// SPDX-License-Identifier: MIT

import JSON

/// Why a phone may not play: what it is told, and how its WebSocket is closed.
enum Refusal: String, Error, CaseIterable {
  case wrongKey = "wrong-key"
  case wrongCode = "wrong-code"
  case expired
  case tooManyTries = "too-many-tries"
  case tooManyClients = "too-many-clients"
  case noDaemon = "no-daemon"
  case badMessage = "bad-message"

  /// For the player.
  var message: String {
    switch self {
    case .wrongKey:
      "This phone is not paired (any more): run flickpad-web pair on the PC and scan its code."
    case .wrongCode: "That code is wrong: look again at what flickpad-web pair shows on the PC."
    case .expired: "That code is no longer good: run flickpad-web pair on the PC for a new one."
    case .tooManyTries:
      "Too many wrong codes were tried: run flickpad-web pair on the PC for a new one."
    case .tooManyClients:
      "As many phones as can be are connected: close the page on one that does not play."
    case .noDaemon:
      "Flickpad does not run on the PC, or its gateway may not reach it: try flickpad doctor there."
    case .badMessage: "The page said something that is not understood: reload it."
    }
  }

  /// Of those that are for applications (RFC 6455, 7.4.2).
  var closeCode: UInt32 {
    switch self {
    case .badMessage: 4000
    case .wrongKey: 4001
    case .wrongCode, .expired, .tooManyTries, .tooManyClients: 4002
    case .noDaemon: 4003
    }
  }

  /// The text message that says so.
  var bytes: [UInt8] { Self.bytes(rawValue, message) }

  static func bytes(_ code: String, _ message: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"refused","code":"#)
    writer.string(code)
    writer.raw(#","message":"#)
    writer.string(message)
    writer.raw("}")
    return writer.bytes
  }
}

/// The daemon closed the connection, and what it said before has been passed on.
let daemonClosedCode: UInt32 = 4004
