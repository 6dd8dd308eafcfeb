// SPDX-License-Identifier: MIT

// What JSON5 (spec.json5.org) allows besides JSON. Comments, white space, names without quotes,
// more escapes and more ways to write a number are here; single quotes and trailing commas take
// one condition each where strings and lists are read.

extension JSONCursor {
  /// Goes past one comment or one white space character that JSON does not have; false where there
  /// is none.
  mutating func skipExtraSpace(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    let byte = bytes.byte(at: offset)
    switch byte {
    case 0x0B, 0x0C:
      offset += 1
      return true
    case .slash where bytes.byte(at: offset + 1) == .slash:
      try skipComment(bytes, isBlock: false)
      return true
    case .slash where bytes.byte(at: offset + 1) == .asterisk:
      try skipComment(bytes, isBlock: true)
      return true
    case 0x80...0xFF:
      let length = bytes.scalarLength(at: offset)
      if length == 0 { throw JSONError(offset: offset, reason: "this byte is not UTF-8") }
      guard isExtraSpace(bytes.scalar(at: offset, length: length)) else { return false }
      offset += length
      return true
    default:
      return false
    }
  }

  /// Goes past the comment at the cursor: to the end of its line, or behind its last slash.
  private mutating func skipComment(
    _ bytes: Span<UInt8>, isBlock: Bool
  ) throws(JSONError) {
    let start = offset
    offset += 2
    while offset < bytes.count {
      let byte = bytes[offset]
      if isBlock {
        if byte == .asterisk && bytes.byte(at: offset + 1) == .slash {
          offset += 2
          return
        }
      } else if byte == .lf || byte == .cr {
        return
      }
      let length = bytes.scalarLength(at: offset)
      if length == 0 { throw JSONError(offset: offset, reason: "this byte is not UTF-8") }
      if !isBlock && length == 3 && isLineSeparator(bytes.scalar(at: offset, length: 3)) { return }
      offset += length
    }
    if isBlock { throw JSONError(offset: start, reason: "this comment has no end") }
  }

  /// The byte order mark and the spaces and line ends of Unicode outside of ASCII.
  private func isExtraSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FEFF}" || isLineSeparator(scalar)
      || scalar.properties.generalCategory == .spaceSeparator
  }

  private func isLineSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Reads a member's name that is no string in double quotes.
  mutating func extraName(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
    if bytes.byte(at: offset) == .apostrophe { return try string(bytes) }
    let start = offset
    while true {
      let length = bytes.scalarLength(at: offset)
      guard length > 0 else { break }
      let scalar = bytes.scalar(at: offset, length: length)
      let isPart =
        scalar == "$" || scalar == "_" || scalar.properties.isIDStart
        || offset > start
          && (scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}")
      guard isPart else { break }
      offset += length
    }
    if bytes.byte(at: offset) == .backslash {
      throw JSONError(offset: offset, reason: "a name with an escape needs quotes")
    }
    if offset == start { throw wanted("a name", bytes) }
    return JSONText(range: start..<offset, isEscaped: false)
  }

  /// Where the escape ends that begins with the backslash at `start` and is none of JSON's.
  func extraEscape(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    switch bytes.byte(at: start + 1) {
    case .ascii("x"):
      _ = try hexEscape(bytes, at: start, digits: 2)
      return start + 4
    case .zero where !bytes.byte(at: start + 2).isDigit:
      return start + 2
    case .zero ... .nine:
      return try refuseEscape(bytes, at: start)
    case .cr where bytes.byte(at: start + 2) == .lf:
      return start + 3
    default:
      let length = bytes.scalarLength(at: start + 1)
      if length == 0 { return try refuseEscape(bytes, at: start) }
      return start + 1 + length
    }
  }

  /// Reads a number that JSON cannot write: hexadecimal ones. Refuses Infinity and NaN. Nil where
  /// decimal digits (or a mistake) follow. `start` is at the sign, `index` behind it.
  mutating func extraNumber(
    _ bytes: Span<UInt8>, from start: Int, digitsAt index: Int
  ) throws(JSONError) -> JSONNumber? {
    let byte = bytes.byte(at: index)
    if byte == .ascii("I") || byte == .ascii("N") {
      throw JSONError(
        offset: start, reason: "Infinity and NaN cannot be used, want a finite number")
    }
    guard byte == .zero, bytes.byte(at: index + 1) | 0x20 == .ascii("x") else { return nil }
    var value: UInt64 = 0
    var end = index + 2
    while let digit = bytes.byte(at: end).hexValue {
      if value >> 60 != 0 {
        throw JSONError(offset: start, reason: "a hexadecimal number has at most 64 bits")
      }
      value = value << 4 | UInt64(digit)
      end += 1
    }
    if end == index + 2 { throw wanted("a hexadecimal digit", bytes, at: end) }
    offset = end
    return JSONNumber(
      range: start..<end, digits: value, exponent: 0, isNegative: bytes[start] == .minus,
      isWhole: true)
  }
}
