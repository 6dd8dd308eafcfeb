// SPDX-License-Identifier: MIT

import JSON

extension JSONNode {
  /// The value as a message tells it.
  var told: String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.told
    case .string(let text): text.quoted
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Double {
  /// Without a fraction of 0.
  var told: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension String {
  /// In quotes, short, and harmless to a terminal.
  var quoted: String { "\"\(clipped)\"" }

  /// The beginning, with control characters and quotes escaped.
  var clipped: String {
    let limit = 40
    var text = ""
    var length = 0
    for scalar in unicodeScalars {
      guard length < limit else { return text + "..." }
      length += 1
      switch scalar.properties.generalCategory {
      case .control, .format: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text += scalar == "\"" ? "\\\"" : String(scalar)
      }
    }
    return text
  }

  /// Whether it consists of letters, digits, - and _, ASCII all, and is not empty.
  var isName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
      }
  }
}

extension [String] {
  /// `a, b and c`.
  func listed(_ conjunction: String = "and") -> String {
    guard let last, count > 1 else { return self.last ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
