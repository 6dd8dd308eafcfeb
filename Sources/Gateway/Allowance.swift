// SPDX-License-Identifier: MIT

/// So much of something a second, and some more at once.
struct Allowance {
  private let rate: Double
  private let burst: Double
  private var left: Double
  private var then: Double

  /// - Parameters:
  ///   - rate: how much a second.
  ///   - burst: how much at once.
  ///   - now: seconds of a clock that does not go back.
  init(rate: Double, burst: Double, at now: Double) {
    self.rate = rate
    self.burst = burst
    left = burst
    then = now
  }

  private func left(at now: Double) -> Double { min(burst, left + (now - then) * rate) }

  /// Whether `amount` may be had now.
  func has(_ amount: Double, at now: Double) -> Bool { left(at: now) >= amount }

  /// Whether nothing has been taken that has not come back.
  func isWhole(at now: Double) -> Bool { has(burst, at: now) }

  /// Whether `amount` may be had now; then it is taken.
  mutating func take(_ amount: Double, at now: Double) -> Bool {
    left = left(at: now)
    then = now
    guard left >= amount else { return false }
    left -= amount
    return true
  }
}
