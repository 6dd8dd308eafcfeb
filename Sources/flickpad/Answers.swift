// SPDX-License-Identifier: MIT

import JSON

/// How the daemon's lines are read.
extension JSONNode {
  /// The elements of an array under a name; none where there is no array.
  func list(_ name: String) -> [JSONNode] { elements(name) ?? [] }

  func string(_ name: String) -> String { text(name) ?? "" }

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
