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
