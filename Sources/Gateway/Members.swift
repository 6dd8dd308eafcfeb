// SPDX-License-Identifier: MIT

import JSON

/// How members of objects are read.
extension JSONNode {
  func isTrue(_ name: String) -> Bool { self[name]?.value == .bool(true) }

  /// A member that is a whole number.
  func integer(_ name: String) -> Int? {
    guard case .number(let number)? = self[name]?.value else { return nil }
    return Int(exactly: number)
  }
}
