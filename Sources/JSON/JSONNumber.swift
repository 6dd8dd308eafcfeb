// SPDX-License-Identifier: MIT

/// A number as it stands in its text, read and found right.
struct JSONNumber {
  /// Its bytes.
  let range: Range<Int>
  /// The digits without the point, if there are not more than 19 from the first that is not 0.
  let digits: UInt64
  /// The power of ten that `digits` has to be multiplied with.
  let exponent: Int
  let isNegative: Bool
  /// Whether `digits` holds all digits.
  let isWhole: Bool

  /// The nearest double, infinite where the number is too large: the same bits as `Double(String)`
  /// gives. `bytes` is the text that it was read from. Allocates only for more than 19 digits and
  /// for exponents that no coordinate has.
  @inline(always)
  func double(in bytes: Span<UInt8>) -> Double {
    let magnitude: Double
    if isWhole && digits <= 1 << 53 && exponent >= -22 && exponent <= 22 {
      // Both are exact, so that the one rounding is that of the operation.
      let power = powersOfTen[Int(exponent.magnitude)]
      magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
    } else if digits == 0 && isWhole {
      magnitude = 0
    } else if isWhole && exponent >= -27 && exponent <= 27 {
      magnitude = rounded(digits, exponent)
    } else {
      return longDouble(bytes)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The number as an integer, exactly; nil where it has a fraction or does not fit.
  @inline(always)
  func integer(in bytes: Span<UInt8>) -> Int64? {
    if isWhole && exponent == 0 {
      return isNegative
        ? Int64(exactly: -Int128(digits))
        : Int64(exactly: digits)
    }
    return isWhole ? scaled(digits, exponent) : longInteger(bytes)
  }

  /// `magnitude` times 10^`places`, with the number's sign.
  private func scaled(_ magnitude: UInt64, _ places: Int) -> Int64? {
    var magnitude = magnitude
    // Both loops end by themselves: nothing but 0 stands being moved by more than 19 places.
    var places = magnitude == 0 ? 0 : places
    while places > 0 {
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      magnitude = product
      places -= 1
    }
    while places < 0 {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { return nil }
      magnitude = quotient
      places += 1
    }
    return Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
  }

  /// Of more than 19 digits; only zeros at their end can make an integer of them.
  private func longInteger(_ bytes: Span<UInt8>) -> Int64? {
    var magnitude: UInt64 = 0
    var zeros = 0
    for index in range {
      let byte = bytes[index]
      if byte | 0x20 == .ascii("e") { break }
      guard byte.isDigit else { continue }
      if byte == .zero {
        if magnitude != 0 { zeros += 1 }
        continue
      }
      for _ in 0...zeros {
        let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
        if isTooLarge { return nil }
        magnitude = product
      }
      zeros = 0
      let (sum, isTooLarge) = magnitude.addingReportingOverflow(UInt64(byte &- .zero))
      if isTooLarge { return nil }
      magnitude = sum
    }
    return scaled(magnitude, exponent + zeros)
  }

  private func longDouble(_ bytes: Span<UInt8>) -> Double {
    Double(bytes.text(range)) ?? .nan
  }
}

@usableFromInline let powersOfTen: InlineArray<23, Double> = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

/// `digits` times 10^`exponent`, rounded once, half to even; `digits` is not 0, `exponent` at most
/// 27 in magnitude, so that 5^27 fits 64 bits and the result is a normal double.
private func rounded(_ digits: UInt64, _ exponent: Int) -> Double {
  var power: UInt64 = 1
  for _ in 0..<exponent.magnitude { power &*= 5 }
  // The value is `bits` times 2^`shift`, plus something below the last bit if `isMore`.
  var bits: UInt128
  var shift: Int
  var isMore = false
  if exponent >= 0 {
    bits = UInt128(digits) * UInt128(power)
    shift = exponent
  } else {
    let room = digits.leadingZeroBitCount + 64
    let (quotient, remainder) = (UInt128(digits) << room).quotientAndRemainder(
      dividingBy: UInt128(power))
    bits = quotient
    shift = exponent - room
    isMore = remainder != 0
  }
  let excess = 128 - bits.leadingZeroBitCount - 53
  if excess > 0 {
    let half = UInt128(1) << (excess - 1)
    let rest = bits & (half << 1 - 1)
    bits >>= excess
    shift += excess
    if rest > half || (rest == half && (isMore || bits & 1 == 1)) { bits += 1 }
  }
  // Both factors are exact, and so is the product.
  return Double(UInt64(bits)) * Double(bitPattern: UInt64(1023 + shift) << 52)
}

extension JSONCursor {
  /// Reads a number at the cursor.
  @inline(always)
  mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    let start = offset
    var index = start
    let sign = bytes.byte(at: index)
    let isNegative = sign == .minus
    if isNegative || (sign == .plus && hasExtras) { index += 1 }
    if hasExtras, let number = try extraNumber(bytes, from: start, digitsAt: index) {
      return number
    }

    // Digits past the 19th are lost here; `isWhole` tells.
    var digits: UInt64 = 0
    let firstDigit = index
    var byte = bytes.byte(at: index)
    while byte.isDigit {
      digits = digits &* 10 &+ UInt64(byte &- .zero)
      index += 1
      byte = bytes.byte(at: index)
    }
    let isFractionOnly = hasExtras && index == firstDigit && byte == .dot
    if index == firstDigit && !isFractionOnly {
      throw wanted(index > start ? "a digit" : "a value", bytes, at: index)
    }
    if index > firstDigit + 1 && bytes[firstDigit] == .zero {
      throw JSONError(
        offset: firstDigit, reason: "a number cannot have more digits after a first 0")
    }
    var decimals = 0
    if byte == .dot {
      let firstDecimal = index + 1
      index = firstDecimal
      byte = bytes.byte(at: index)
      while byte.isDigit {
        digits = digits &* 10 &+ UInt64(byte &- .zero)
        index += 1
        byte = bytes.byte(at: index)
      }
      decimals = index - firstDecimal
      if decimals == 0 && (!hasExtras || isFractionOnly) {
        throw wanted("a digit", bytes, at: index)
      }
    }
    let endOfDigits = index
    var exponent = 0
    if byte | 0x20 == .ascii("e") { exponent = try self.exponent(bytes, &index) }
    offset = index
    return JSONNumber(
      range: start..<index, digits: digits, exponent: exponent - decimals, isNegative: isNegative,
      isWhole: endOfDigits - firstDigit <= 19
        || significantDigits(bytes, firstDigit..<endOfDigits) <= 19)
  }

  /// The exponent that begins with the letter at `index`, which is moved behind it. One that is
  /// beyond all doubles is given as one that is a little less so.
  private func exponent(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSONError) -> Int {
    index += 1
    let sign = bytes.byte(at: index)
    if sign == .plus || sign == .minus { index += 1 }
    var byte = bytes.byte(at: index)
    guard byte.isDigit else { throw wanted("a digit", bytes, at: index) }
    var value = 0
    while byte.isDigit {
      if value < 100_000_000 { value = value * 10 + Int(byte &- .zero) }
      index += 1
      byte = bytes.byte(at: index)
    }
    return sign == .minus ? -value : value
  }

  /// How many digits a range has, from the first that is not 0.
  private func significantDigits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    for index in range where bytes[index].isDigit && (count > 0 || bytes[index] != .zero) {
      count += 1
    }
    return count
  }
}
