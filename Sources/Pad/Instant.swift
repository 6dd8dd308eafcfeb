// SPDX-License-Identifier: MIT

/// A point in time: whole microseconds since an origin that the caller chooses (the daemon's is
/// that of CLOCK_MONOTONIC, a simulation's is the start of its script).
public struct Instant: Comparable, Hashable, Sendable {
  /// Microseconds since the origin.
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Seconds since the origin, rounded to the nearest microsecond.
  ///
  /// - Precondition: `seconds` is finite and below 9.2e12 in magnitude.
  public init(seconds: Double) {
    microseconds = Int64((seconds * 1e6).rounded())
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

  public static func + (a: Instant, b: Interval) -> Instant {
    Instant(microseconds: a.microseconds + b.microseconds)
  }

  public static func - (a: Instant, b: Instant) -> Interval {
    Interval(microseconds: a.microseconds - b.microseconds)
  }

  /// Before every instant that a clock gives; far enough from overflow to add intervals to.
  static let longAgo = Instant(microseconds: Int64.min / 2)
}

/// A length of time in whole microseconds.
public struct Interval: Comparable, Hashable, Sendable {
  /// Microseconds.
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Seconds, rounded to the nearest microsecond.
  ///
  /// - Precondition: `seconds` is finite and below 9.2e12 in magnitude.
  public init(seconds: Double) {
    microseconds = Int64((seconds * 1e6).rounded())
  }

  /// The same length in seconds.
  public var seconds: Double { Double(microseconds) / 1e6 }

  public static func < (a: Interval, b: Interval) -> Bool { a.microseconds < b.microseconds }
}
