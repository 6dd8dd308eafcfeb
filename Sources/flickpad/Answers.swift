// SPDX-License-Identifier: MIT

import JSON

/// How the daemon's lines are read.
extension JSONNode {
  /// A member of an object; nil where there is none.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node
  }

  /// The elements of an array under a name; none where there is no array.
  func list(_ name: String) -> [JSONNode] {
    guard case .array(let elements)? = self[name]?.value else { return [] }
    return elements
  }

  func string(_ name: String) -> String {
    guard case .string(let text)? = self[name]?.value else { return "" }
    return text
  }

  /// A whole number as it stands in the text, which may be more than a Double holds.
  func digits(_ name: String, in text: [UInt8]) -> String {
    guard let node = self[name] else { return "" }
    let digits = text[node.offset...].prefix {
      $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  func number(_ name: String) -> Int {
    guard case .number(let number)? = self[name]?.value else { return 0 }
    return Int(exactly: number.rounded(.towardZero)) ?? 0
  }
}
