// SPDX-License-Identifier: MIT

/// The shortest decimal that reads back as the same double, and of those the nearest, for what
/// controls report: 0.001 to 10. The standard library finds the same for every double, in three
/// times the time, which a stick with feedback needs twice a touch.
///
/// A double stands for an interval, half a step down to half a step up. Scaled by a power of ten
/// so that it holds at least one whole number, its ends are exact in 128 bits; then digits are
/// taken away as long as it holds a multiple of ten.
struct ShortDecimal {
  /// The digits as one number, the last of which is not 0.
  let digits: UInt64
  /// How many of them come behind the point; there may be more than there are digits.
  let decimals: Int

  /// nil where `value` is out of reach.
  init?(_ value: Double) {
    guard value >= 0.001 && value < 10 else { return nil }
    // `value` is `significand` times 2 to the power of `-shift - 1`.
    let significand = (value.significandBitPattern | 1 << 52) << 1
    let shift = UInt64(53 - value.exponent)
    // Below a power of two steps are half as large, and the interval is not even.
    guard value.significandBitPattern != 0 else { return nil }
    var decimals = value < 0.1 ? (value < 0.01 ? 19 : 18) : (value < 1 ? 17 : 16)
    let scale = powersOfTen[decimals]

    let middle = significand.multipliedFullWidth(by: scale)
    let (belowLow, borrow) = middle.low.subtractingReportingOverflow(scale)
    let (aboveLow, carry) = middle.low.addingReportingOverflow(scale)
    func scaled(_ high: UInt64, _ low: UInt64) -> UInt64 {
      high &<< (64 &- shift) | low &>> shift
    }
    // Neither end is a whole number: it would have to be divisible by a higher power of two.
    var first = scaled(middle.high &- (borrow ? 1 : 0), belowLow) &+ 1
    var last = scaled(middle.high &+ (carry ? 1 : 0), aboveLow)

    var unit: UInt64 = 1
    while last / 10 &* 10 >= first {
      first = (first &+ 9) / 10
      last /= 10
      unit &*= 10
      decimals &-= 1
    }
    // The whole number nearest to the middle; the even one of two.
    let whole = scaled(middle.high, middle.low)
    let fraction = middle.low & (1 &<< shift &- 1)
    let quotient = whole / unit
    let (rest, half) =
      unit == 1 ? (fraction, 1 &<< (shift &- 1)) : (whole &- quotient &* unit, unit / 2)
    let isPastHalf = rest == half && unit > 1 && fraction > 0
    let isUp = rest > half || isPastHalf || (rest == half && quotient & 1 == 1)
    digits = isUp ? quotient &+ 1 : quotient
    self.decimals = decimals
  }
}

private let powersOfTen: InlineArray<20, UInt64> = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

extension JSONWriter {
  /// Writes the digits, one of them before the point.
  mutating func decimal(_ number: ShortDecimal) {
    // From the last digit to the first, two at a time where there are two.
    var text: InlineArray<24, UInt8> = .init(repeating: .zero)
    var start = 24
    var rest = number.digits
    var decimals = number.decimals
    while decimals >= 2 {
      start &-= 2
      let pair = UInt8(truncatingIfNeeded: rest % 100)
      text[start] = .zero &+ pair / 10
      text[start &+ 1] = .zero &+ pair % 10
      rest /= 100
      decimals &-= 2
    }
    if decimals == 1 {
      start &-= 1
      text[start] = .zero &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    start &-= 2
    text[start] = .zero &+ UInt8(truncatingIfNeeded: rest)
    text[start &+ 1] = .dot
    raw(text.span.extracting(start..<24))
  }
}
