// SPDX-License-Identifier: MIT

import JSON

/// How members of objects are read.
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
