// SPDX-License-Identifier: MIT

import Pad

/// Keeps clients from filling the log with what they do wrong: so many lines a minute, then only their
/// number.
struct Blame {
  private var count = 0
  private var since = Instant(microseconds: 0)

  /// Lines a minute.
  static let limit = 20
  private static let span = Interval(microseconds: 60_000_000)

  /// Whether one more line may be logged, and how many were not since the last that was.
  mutating func takeTurn(at now: Instant) -> (isTold: Bool, untold: Int) {
    var untold = 0
    if now - since >= Self.span {
      untold = max(0, count - Self.limit)
      since = now
      count = 0
    }
    count += 1
    return (count <= Self.limit, untold)
  }
}
