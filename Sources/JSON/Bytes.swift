// SPDX-License-Identifier: MIT

/// The bytes that mean something to JSON, by name.
extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lf: UInt8 = 0x0A
  static let cr: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let apostrophe: UInt8 = 0x27
  static let asterisk: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  /// An ASCII letter as its byte.
  @inline(always)
  static func ascii(_ character: Unicode.Scalar) -> UInt8 {
    UInt8(truncatingIfNeeded: character.value)
  }

  @inline(always)
  var isDigit: Bool { self &- .zero <= 9 }

  /// 0 to 15, or nil for what is no hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// The byte at `index`, or 0 past the end: no JSON text has a 0 outside of an error.
  @inlinable @inline(always)
  func byte(at index: Int) -> UInt8 {
    // One comparison where the checked subscript would make it two or three.
    UInt(bitPattern: index) < UInt(bitPattern: count) ? self[unchecked: index] : 0
  }

  /// How many bytes the UTF-8 sequence at `index` has (Unicode, table 3-7), or 0 if it is none.
  func scalarLength(at index: Int) -> Int {
    let first = byte(at: index)
    let second = byte(at: index + 1)
    func isTrail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    switch first {
    case 0x00...0x7F:
      return index < count ? 1 : 0
    case 0xC2...0xDF:
      return isTrail(second) ? 2 : 0
    case 0xE0...0xEF:
      // Neither overlong nor a surrogate.
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      guard second >= low, second <= high, isTrail(byte(at: index + 2)) else { return 0 }
      return 3
    case 0xF0...0xF4:
      // Neither overlong nor past U+10FFFF.
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      guard second >= low, second <= high, isTrail(byte(at: index + 2)),
        isTrail(byte(at: index + 3))
      else { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// The scalar at `index`, whose sequence is right and has `length` bytes.
  func scalar(at index: Int, length: Int) -> Unicode.Scalar {
    var value = UInt32(self[index])
    if length > 1 {
      value &= 0xFF >> (UInt32(length) + 1)
      for trail in index + 1..<index + length { value = value << 6 | UInt32(self[trail] & 0x3F) }
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The bytes of `range`, which are UTF-8, as text.
  func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// What stands at `index`, for a message: a character in quotes, a byte, or the end.
  func found(at index: Int) -> String {
    guard index < count else { return "the end" }
    let length = scalarLength(at: index)
    let byte = self[index]
    if length == 0 || byte < 0x20 || byte == 0x7F {
      return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    if byte == .quote { return "a quote" }
    return "\"\(scalar(at: index, length: length))\""
  }
}
