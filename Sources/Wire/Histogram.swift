// SPDX-License-Identifier: MIT

import Pad

/// How often something took how long.
public struct Histogram: Equatable, Sendable {
  /// In microseconds: what took less than the first is counted first, and so on; what took longer than
  /// all, last.
  public static let bounds: [Int64] = [
    5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
  ]
  /// One more than there are bounds.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  public private(set) var longest = Interval(microseconds: 0)

  public init() {}

  public mutating func add(_ time: Interval) {
    let index = Self.bounds.firstIndex { time.microseconds < $0 } ?? Self.bounds.count
    counts[index] += 1
    longest = max(longest, time)
  }
}
