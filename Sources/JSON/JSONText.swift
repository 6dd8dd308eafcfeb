// SPDX-License-Identifier: MIT

/// Where a string (or an unquoted key) lies in its text, read and found right but not copied.
public struct JSONText: Equatable, Sendable {
  /// The bytes between the quotes.
  public let range: Range<Int>
  /// Whether they hold escapes, so that they are not the string itself.
  public let isEscaped: Bool

  /// Whether the string is `other`. `bytes` is the text that it was read from. Nothing is
  /// allocated but for a string with escapes.
  @inline(__always)
  public func equals(_ other: StaticString, in bytes: Span<UInt8>) -> Bool {
    if isEscaped { return string(in: bytes) == other.description }
    return other.withUTF8Buffer { name in
      guard name.count == range.count else { return false }
      for index in name.indices where bytes[range.lowerBound + index] != name[index] {
        return false
      }
      return true
    }
  }

  /// The string. `bytes` is the text that it was read from.
  public func string(in bytes: Span<UInt8>) -> String {
    isEscaped ? unescaped(bytes) : bytes.text(range)
  }

  /// The string without its escapes, which the cursor has found right.
  private func unescaped(_ bytes: Span<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    var index = range.lowerBound
    func hex(_ digits: Int) -> UInt32 {
      var value: UInt32 = 0
      for _ in 0..<digits {
        value = value << 4 | UInt32(bytes[index].hexValue ?? 0)
        index += 1
      }
      return value
    }
    while index < range.upperBound {
      let length = max(1, bytes.scalarLength(at: index))
      let scalar = bytes.scalar(at: index, length: length)
      index += length
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      let escapeLength = max(1, bytes.scalarLength(at: index))
      let escape = bytes.scalar(at: index, length: escapeLength)
      index += escapeLength
      switch escape {
      case "b": result.append("\u{08}")
      case "f": result.append("\u{0C}")
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "v": result.append("\u{0B}")
      case "0": result.append("\0")
      case "x": result.append(Unicode.Scalar(UInt8(truncatingIfNeeded: hex(2))))
      case "u":
        var value = hex(4)
        if value >> 10 == 0x36 {
          // The other half follows as "\u", the cursor has seen to it.
          index += 2
          value = 0x10000 + (value & 0x3FF) << 10 + (hex(4) & 0x3FF)
        }
        result.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      // A line that goes on.
      case "\r": if bytes.byte(at: index) == .lf { index += 1 }
      case "\n", "\u{2028}", "\u{2029}": break
      default: result.append(escape)
      }
    }
    return String(result)
  }
}

extension JSONCursor {
  /// Reads a string at the cursor, without its value being asked for.
  public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
    let quote = bytes.byte(at: offset)
    guard quote == .quote || (quote == .apostrophe && hasExtras) else {
      throw wanted("a string", bytes)
    }
    let start = offset + 1
    var isEscaped = false
    var index = start
    while true {
      let byte = bytes.byte(at: index)
      if byte == quote { break }
      if byte >= 0x20 && byte < 0x80 && byte != .backslash {
        index += 1
      } else if byte == .backslash {
        isEscaped = true
        index = try escape(bytes, at: index)
      } else if byte >= 0x80 {
        let length = bytes.scalarLength(at: index)
        if length == 0 { throw JSONError(offset: index, reason: "this byte is not UTF-8") }
        index += length
      } else if index >= bytes.count {
        throw JSONError(offset: offset, reason: "this string has no end")
      } else if hasExtras && byte != .lf && byte != .cr {
        index += 1
      } else {
        throw JSONError(
          offset: index, reason: "want an escape in a string, got \(bytes.found(at: index))")
      }
    }
    offset = index + 1
    return JSONText(range: start..<index, isEscaped: isEscaped)
  }

  /// Where the escape ends that begins with the backslash at `start`.
  private func escape(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    switch bytes.byte(at: start + 1) {
    case .quote, .backslash, .slash, .ascii("b"), .ascii("f"), .ascii("n"), .ascii("r"),
      .ascii("t"):
      return start + 2
    case .ascii("u"):
      let unit = try hexEscape(bytes, at: start, digits: 4)
      if unit >> 10 == 0x36, bytes.byte(at: start + 6) == .backslash,
        bytes.byte(at: start + 7) == .ascii("u"),
        try hexEscape(bytes, at: start + 6, digits: 4) >> 10 == 0x37
      {
        return start + 12
      }
      if unit >> 11 == 0x1B {
        throw JSONError(offset: start, reason: "this escape is half of a surrogate pair")
      }
      return start + 6
    default:
      return hasExtras
        ? try extraEscape(bytes, at: start)
        : try refuseEscape(bytes, at: start)
    }
  }

  /// The value of the hexadecimal digits of the escape at `start`.
  func hexEscape(_ bytes: Span<UInt8>, at start: Int, digits: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in start + 2..<start + 2 + digits {
      guard let digit = bytes.byte(at: index).hexValue else {
        throw JSONError(
          offset: index,
          reason: "want \(digits) hexadecimal digits in an escape, got \(bytes.found(at: index))")
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  func refuseEscape(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    let found = bytes.found(at: start + 1)
    throw JSONError(offset: start, reason: "there is no escape of \(found)")
  }
}
