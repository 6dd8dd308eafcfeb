// SPDX-License-Identifier: MIT

import Pad

/// What of a client is worked on before it is the turn of others: so many lines, and none after so long.
struct Turn {
  private var left: Int
  /// How many there are to be in all.
  private var lines: Int
  private let end: Instant

  /// However long a line takes: others wait for little more than this.
  private static let time = Interval(microseconds: 1000)
  /// To look at the clock takes its time, too.
  private static let linesALook = 16

  /// - Parameter lines: at most.
  init(lines: Int, from now: Instant) {
    left = lines
    self.lines = lines
    end = now + Self.time
  }

  var isOver: Bool { left == 0 }

  /// Counts a line; of some it is looked how long those before have taken.
  mutating func takeLine() {
    left -= 1
    if left % Self.linesALook == 0 { look() }
  }

  /// Ends it where its time is over.
  mutating func look() {
    if EventLoop.clock >= end { finish() }
  }

  mutating func finish() { (left, lines) = (0, taken) }

  /// How many lines were worked on.
  var taken: Int { lines - left }
}
