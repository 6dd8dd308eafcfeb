// SPDX-License-Identifier: MIT

/// The shortest decimal that reads back as the same double, and of those the nearest, for what
/// controls report: 0.001 to 1. The standard library finds the same for every double, in three
/// times the time, which a stick with feedback needs twice a touch.
///
/// A double stands for an interval, half a step down to half a step up. Scaled by a power of ten
/// so that it holds at least one whole number, its ends are exact in 128 bits; then digits are
/// taken away as long as it holds a multiple of ten.
struct ShortDecimal {
  /// What comes behind the point, as one number. Its last digit is not 0.
  let digits: UInt64
  /// How many digits there are, with zeros in front if need be: 1 to 19.
  let count: Int

  /// nil where `value` is out of reach.
  init?(_ value: Double) {
    guard value >= 0.001 && value < 1 else { return nil }
    // Below a power of two steps are half as large, and the interval is not even.
    guard value.significandBitPattern != 0 else { return nil }
    // `value` is `significand` times 2 to the power of `-shift`, a half step is 1.
    let significand = (value.significandBitPattern | 1 << 52) << 1
    let shift = UInt64(1023 + 53) &- UInt64(value.exponentBitPattern)
    var count = value < 0.1 ? (value < 0.01 ? 19 : 18) : 17
    let scale: UInt64 =
      switch count {
      case 17: 100_000_000_000_000_000
      case 18: 1_000_000_000_000_000_000
      default: 10_000_000_000_000_000_000
      }

    let middle = significand.multipliedFullWidth(by: scale)
    let (belowLow, borrow) = middle.low.subtractingReportingOverflow(scale)
    let (aboveLow, carry) = middle.low.addingReportingOverflow(scale)
    func whole(_ high: UInt64, _ low: UInt64) -> UInt64 {
      high &<< (64 &- shift) | low &>> shift
    }
    // Neither end is a whole number: it would have to be divisible by a higher power of two.
    var first = whole(middle.high &- (borrow ? 1 : 0), belowLow) &+ 1
    var last = whole(middle.high &+ (carry ? 1 : 0), aboveLow)
    var digits = whole(middle.high, middle.low)
    let fraction = middle.low & (1 &<< shift &- 1)

    // What is dropped is rounded to nearest, a half to the even digit.
    let half: UInt64 = 1 &<< (shift &- 1)
    var isPastHalf = fraction > half
    var isHalf = fraction == half
    var isZero = fraction == 0
    while last / 10 &* 10 >= first {
      let digit = digits % 10
      isPastHalf = digit > 5 || (digit == 5 && !isZero)
      isHalf = digit == 5 && isZero
      isZero = digit == 0 && isZero
      digits /= 10
      first = (first &+ 9) / 10
      last /= 10
      count &-= 1
    }
    if isPastHalf || (isHalf && digits & 1 == 1) { digits &+= 1 }
    self.digits = digits
    self.count = count
  }
}

extension JSONWriter {
  mutating func decimal(_ number: ShortDecimal) {
    raw("0.")
    let high = number.digits / 100_000_000
    let low = eightDigits(number.digits % 100_000_000)
    if number.count <= 8 { return append(last: number.count, of: low) }
    if number.count <= 16 {
      append(last: number.count &- 8, of: eightDigits(high))
    } else {
      let top = high / 100_000_000
      // Most often a single digit.
      let first = top < 10 ? zeros &+ top &<< 56 : eightDigits(top)
      append(last: number.count &- 16, of: first)
      append(last: 8, of: eightDigits(high % 100_000_000))
    }
    append(last: 8, of: low)
  }
}

private let zeros: UInt64 = 0x3030_3030_3030_3030

/// The digits of a number below 10^8, the first in the lowest byte.
@inline(always)
private func eightDigits(_ number: UInt64) -> UInt64 {
  // Halves, quarters, digits: each step divides all at once, by a multiplication that is exact
  // for so small numbers.
  let halves = number / 10_000 | (number % 10_000) << 32
  let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
  let quarters = hundreds | (halves &- hundreds &* 100) << 16
  let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
  let digits = tens | (quarters &- tens &* 10) << 8
  return digits | zeros
}
