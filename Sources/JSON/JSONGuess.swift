// SPDX-License-Identifier: MIT

/// Reads a piece of JSON that most likely looks just so, and gives up at the first surprise: then a
/// cursor has to read the piece from its beginning. What a guess accepts, a cursor does as well, to
/// the same values.
///
///     var guess = JSONGuess(at: cursor.offset)
///     if guess.takes(#"{"x":"#, bytes), let x = guess.double(bytes), guess.takes("}", bytes) {
///       cursor.offset = guess.offset
///     }
public struct JSONGuess {
  /// Bytes before what comes next.
  public var offset: Int

  @inlinable @inline(always)
  public init(at offset: Int) {
    self.offset = offset
  }

  /// Whether `text`, of at most 16 bytes, comes next; goes past it then.
  @inlinable @inline(always)
  public mutating func takes(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    if text.utf8CodeUnitCount == 1 {
      guard bytes.byte(at: offset) == text.utf8Start.pointee else { return false }
    } else {
      guard bytes.has(text, at: offset) else { return false }
    }
    offset &+= text.utf8CodeUnitCount
    return true
  }

  /// An integer of at most 15 digits.
  @inlinable @inline(always)
  public mutating func integer(_ bytes: Span<UInt8>) -> Int64? {
    let isNegative = takes("-", bytes)
    var value: Int64 = 0
    guard wholeDigits(&value, bytes) <= 15 && endsNumber(bytes) else { return nil }
    return isNegative ? -value : value
  }

  /// A number of at most 15 digits, without an exponent: the nearest double.
  @inlinable @inline(always)
  public mutating func double(_ bytes: Span<UInt8>) -> Double? {
    let isNegative = takes("-", bytes)
    var value: Int64 = 0
    let whole = wholeDigits(&value, bytes)
    var decimals = 0
    if takes(".", bytes) {
      decimals = digits(&value, bytes)
      guard decimals > 0 else { return nil }
    }
    guard whole &+ decimals <= 15 && endsNumber(bytes) else { return nil }
    // Both are exact, so that the one rounding is that of the division.
    let magnitude = Double(value) / powersOfTen[decimals]
    return isNegative ? -magnitude : magnitude
  }

  /// Goes past the digits of a whole number and tells how many they are: more than can be used
  /// where there is none, or a 0 too many in front.
  @inlinable @inline(always)
  mutating func wholeDigits(_ value: inout Int64, _ bytes: Span<UInt8>) -> Int {
    let isZero = bytes.byte(at: offset) == UInt8(ascii: "0")
    let count = digits(&value, bytes)
    return count == 0 || (count > 1 && isZero) ? 99 : count
  }

  /// Goes past digits, which `value` takes up, and tells how many they are.
  @inlinable @inline(always)
  mutating func digits(_ value: inout Int64, _ bytes: Span<UInt8>) -> Int {
    let start = offset
    while true {
      let digit = bytes.byte(at: offset) &- UInt8(ascii: "0")
      guard digit <= 9 else { return offset &- start }
      value = value &* 10 &+ Int64(digit)
      offset &+= 1
    }
  }

  @inlinable @inline(always)
  func endsNumber(_ bytes: Span<UInt8>) -> Bool {
    let byte = bytes.byte(at: offset)
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
  }
}
