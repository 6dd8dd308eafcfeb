// SPDX-License-Identifier: MIT

/// Where a string (or an unquoted name) lies in its text, read and found right but not copied.
public struct JSONText: Equatable, Sendable {
  /// The bytes between the quotes.
  public let range: Range<Int>
  /// Whether they hold escapes, so that they are not the string itself.
  public let isEscaped: Bool
  /// The bytes as one number, the first the lowest, where they are few and were read so; else 0.
  @usableFromInline let packed: UInt64

  @inlinable @inline(always)
  init(range: Range<Int>, isEscaped: Bool, packed: UInt64 = 0) {
    self.range = range
    self.isEscaped = isEscaped
    self.packed = packed
  }

  /// Whether the string is `other`. `bytes` is the text that it was read from. Nothing is
  /// allocated but for a string with escapes.
  @inlinable @inline(always)
  public func equals(_ other: StaticString, in bytes: Span<UInt8>) -> Bool {
    if packed != 0 { return packed == other.packed }
    return equalsUnpacked(other, in: bytes)
  }

  @usableFromInline
  func equalsUnpacked(_ other: StaticString, in bytes: Span<UInt8>) -> Bool {
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

extension StaticString {
  /// The bytes as one number, the first the lowest; 0 for more than 7 and for none.
  @inlinable @inline(always)
  var packed: UInt64 { utf8CodeUnitCount < 8 ? packed(from: 0) : 0 }

  /// Up to 8 bytes from `start` as one number, the first the lowest. The compiler works it out.
  @inlinable @inline(always)
  func packed(from start: Int) -> UInt64 {
    var packed: UInt64 = 0
    for index in 0..<8 where start + index < utf8CodeUnitCount {
      packed |= UInt64(utf8Start[start + index]) &<< UInt64(8 * index)
    }
    return packed
  }
}

extension Span<UInt8> {
  /// The 8 bytes at `start`, which have to be there, as one number, the first the lowest.
  @inlinable @inline(always)
  func word(at start: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self))
  }

  /// Whether `text`, of at most 16 bytes, stands at `start`; false also where no 8 bytes are left.
  @inlinable @inline(always)
  func has(_ text: StaticString, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard start <= count &- Swift.max(8, length) else { return false }
    if length <= 8 {
      let unused = UInt64(64 &- 8 &* length)
      return word(at: start) &<< unused == text.packed(from: 0) &<< unused
    }
    return word(at: start) == text.packed(from: 0)
      && word(at: start &+ length &- 8) == text.packed(from: length &- 8)
  }

  /// Reads the string whose first byte (behind its quote) is at `start`, if it is one of 1 to 7
  /// ASCII characters without escapes and 8 bytes can be read there at once; else nil.
  @inlinable @inline(always)
  func shortString(at start: Int) -> JSONText? {
    guard start <= count - 8 else { return nil }
    let word = word(at: start)
    // In each of these the lowest byte whose top bit is set is the first of its sort.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    let controls = word &- ones &* 0x20
    let marks = (quotes | backslashes | controls | word) & (ones &* 0x80)
    let shift = UInt64(marks.trailingZeroBitCount & ~7)
    guard shift < 64, shift > 0, word &>> shift & 0xFF == 0x22 else { return nil }
    return JSONText(
      range: start..<start + Int(shift >> 3), isEscaped: false, packed: word & (1 &<< shift &- 1))
  }
}

extension JSONCursor {
  /// Reads a string at the cursor, without its value being asked for.
  @inlinable @inline(always)
  public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
    if bytes.byte(at: offset) == UInt8(ascii: "\""), let text = bytes.shortString(at: offset + 1) {
      offset = text.range.upperBound + 1
      return text
    }
    return try longString(bytes)
  }

  @usableFromInline
  mutating func longString(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
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
