// SPDX-License-Identifier: MIT

import Pad
import Testing

@testable import Service

struct BlameTests {
  @Test func manyMistakesAreFewLines() {
    var blame = Blame()
    let told = (0..<1000).count {
      blame.takeTurn(at: Instant(seconds: 100 + Double($0) / 100)).isTold
    }
    #expect(told == Blame.limit)
    let next = blame.takeTurn(at: Instant(seconds: 160))
    #expect(next.isTold)
    #expect(next.untold == 1000 - Blame.limit)
    #expect(blame.takeTurn(at: Instant(seconds: 161)) == (true, 0))
  }
}
