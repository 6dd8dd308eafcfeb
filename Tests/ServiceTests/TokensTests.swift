// SPDX-License-Identifier: MIT

import Pad
import Testing

@testable import Service

struct TokensTests {
  private func second(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

  /// Who left long ago keeps no place for those who say bye today.
  @Test func nobodyComesBackWithATokenThatIsOver() {
    var tokens = Tokens()
    let first = tokens.make(for: 1)
    let last = tokens.make(for: 1)
    tokens.leave(first, until: second(5))
    #expect(tokens.areGood(at: second(6)), "the last one plays")
    tokens.leave(last, until: nil)
    #expect(tokens.areGood(at: second(4)))
    #expect(tokens.contains(first, of: 1, at: second(4)))
    #expect(!tokens.areGood(at: second(5)))
    #expect(!tokens.contains(first, of: 1, at: second(5)))
  }
}
