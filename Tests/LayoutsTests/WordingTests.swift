// SPDX-License-Identifier: MIT

import Testing

@testable import Layouts

/// Guesses at what was meant, and how things are quoted.
struct WordingTests {
  @Test(arguments: [
    ("nort", "north"), ("notrh", "north"), ("NORTH", "north"), ("x", nil), ("north-west", nil),
    ("weast", "west"), ("", nil), ("eat", "east"), ("sout", "south"),
    (String(repeating: "north", count: 13), nil),
  ])
  func theNearestWordIsMeant(_ typed: String, _ meant: String?) {
    #expect(Spelling.nearest(to: typed, among: ["north", "south", "west", "east"]) == meant)
  }

  @Test func onlyWhatIsWantedIsMeant() {
    let words = ["KEY_A", "KEY_B"]
    #expect(Spelling.nearest(to: "KEY_C", among: words, ignoring: 4) == "KEY_A")
    #expect(
      Spelling.nearest(to: "KEY_C", among: words, ignoring: 4, where: { $0 == "KEY_B" }) == "KEY_B")
  }

  @Test func numbersAreToldAsTheyAreWritten() {
    #expect(5.0.told == "5")
    #expect((-0.25).told == "-0.25")
    #expect(1e9.told == "1000000000")
    #expect(1e300.told == "1e+300")
  }

  @Test func quotesAreShortAndHarmless() {
    #expect("a \"b\"".quoted == #""a \"b\"""#)
    #expect("\u{1b}[31m\u{9b}\n".quoted == #""\u{1b}[31m\u{9b}\u{a}""#)
    #expect(
      String(repeating: "ä", count: 41).quoted == "\"" + String(repeating: "ä", count: 40) + "...\""
    )
  }
}
