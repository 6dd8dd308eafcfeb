// SPDX-License-Identifier: MIT

import Testing

@testable import Gateway

/// How much may come in, and whose place a newcomer takes.
@Suite struct AllowanceTests {
  @Test func aBurstAndThenARate() {
    var allowance = Allowance(rate: 2, burst: 3, at: 10)
    let taken = [10, 10, 10, 10, 10.4, 10.6].map { allowance.take(1, at: $0) }
    #expect(taken == [true, true, true, false, false, true])
    #expect(!allowance.isWhole(at: 11))
    #expect(allowance.isWhole(at: 20))
  }

  @Test func oneAddressDoesNotUseUpAnothers() {
    var arrivals = Arrivals()
    while arrivals.take(from: "192.168.1.66", at: 1) {}
    let other = arrivals.take(from: "192.168.1.5", at: 1)
    let later = arrivals.take(from: "192.168.1.66", at: 2)
    #expect(other && later)
  }

  @Test func addressesWithoutEndTakeNoMemoryWithoutEnd() {
    var arrivals = Arrivals()
    let taken = (0..<10_000).map { arrivals.take(from: "\($0)", at: 1) }
    #expect(!taken.contains(false))
    #expect(arrivals.count <= 256)
  }

  @Test func whoSendsManyTakesTheirPlaces() throws {
    let places = try (1...5).map { try #require(OpaquePointer(bitPattern: $0)) }
    var visitors = Visitors()
    for (place, address) in zip(places, ["a", "b", "b", "c", "c"]) {
      visitors.add(place, from: address)
    }
    #expect(visitors.outgoing { _ in true } == places[1])
    #expect(visitors.outgoing { $0 != places[1] } == places[3])
    visitors.remove(places[1])
    visitors.remove(places[3])
    #expect(visitors.outgoing { _ in true } == places[0])
    #expect(visitors.outgoing { _ in false } == nil)
  }
}
