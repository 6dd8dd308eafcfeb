// SPDX-License-Identifier: MIT

import JSON

/// The first message of a page: who it is.
enum Introduction: Equatable {
  case key(String)
  case pair(Pairing.Proof, name: String)

  /// It may be this long, in bytes.
  static let limit = 1024

  /// nil: it is not understood.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, let node = try? JSONNode(parsing: bytes.span) else {
      return nil
    }
    switch (node.text("type"), node.text("key"), node.text("secret"), node.text("code")) {
    case ("key", let key?, _, _): self = .key(key)
    case ("pair", _, let secret?, nil):
      self = .pair(.secret(secret), name: node.text("name") ?? "")
    case ("pair", _, nil, let code?): self = .pair(.code(code), name: node.text("name") ?? "")
    default: return nil
    }
  }
}

extension JSONNode {
  /// A member of an object; nil where there is none.
  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node.value
  }

  /// A member that is a string.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = member(name) else { return nil }
    return text
  }

  func isTrue(_ name: String) -> Bool { member(name) == .bool(true) }

  /// A member that is a whole number.
  func integer(_ name: String) -> Int? {
    guard case .number(let number)? = member(name) else { return nil }
    return Int(exactly: number)
  }

  /// A member that is an array; nil where there is none.
  func list(_ name: String) -> [JSONNode]? {
    guard case .array(let elements)? = member(name) else { return nil }
    return elements
  }
}
