// SPDX-License-Identifier: MIT

import JSON

/// What the commands on this machine ask the gateway for.
public enum ControlRequest: Equatable, Sendable {
  /// A new offer, in place of the one before.
  case pair

  init?(_ line: [UInt8]) {
    guard let node = try? JSONNode(parsing: line.span) else { return nil }
    switch node.text("type") {
    case "pair": self = .pair
    default: return nil
    }
  }

  /// The line that says so.
  public var bytes: [UInt8] {
    switch self {
    case .pair: Array(#"{"type":"pair"}"#.utf8)
    }
  }
}

/// What the gateway answers.
enum ControlAnswer {
  static let notUnderstood = error("the gateway does not understand; is it of another version?")

  static func error(_ message: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"error","message":"#)
    writer.string(message)
    writer.raw("}")
    return writer.bytes
  }
}

extension Server {
  func answer(_ request: ControlRequest) -> [UInt8] {
    switch request {
    case .pair:
      let offer = Secrets.offer()
      pairing.open(offer, at: now())
      var writer = JSONWriter()
      writer.raw(#"{"type":"pairing","secret":"#)
      writer.string(offer.secret)
      writer.raw(#","code":"#)
      writer.string(offer.code)
      writer.raw(#","seconds":"#)
      writer.integer(Int(Pairing.lifetime))
      writer.raw(#","port":"#)
      writer.integer(configuration.port)
      writer.raw("}")
      return writer.bytes
    }
  }
}
