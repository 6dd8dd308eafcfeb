// SPDX-License-Identifier: MIT

import Testing

@testable import Gateway

/// Offers and tries, on a clock of numbers.
@Suite struct PairingTests {
  private let offer = Pairing.Offer(secret: "right", code: "123456")

  @Test(arguments: [Pairing.Proof.secret("right"), .code("123456")])
  func itLetsInOnce(proof: Pairing.Proof) {
    var pairing = Pairing()
    pairing.open(offer, at: 10)
    #expect(pairing.redeem(proof, at: 20) == nil)
    #expect(pairing.redeem(proof, at: 20) == .expired)
    #expect(pairing.redeem(.secret("right"), at: 20) == .expired)
  }

  @Test func twoMinutesAndNoLonger() {
    var pairing = Pairing()
    pairing.open(offer, at: 10)
    #expect(pairing.redeem(.code("123456"), at: 130) == .expired)
    pairing.open(offer, at: 200)
    #expect(pairing.redeem(.code("123456"), at: 319.9) == nil)
  }

  @Test func beforeAnyOfferNothingIsRight() {
    var pairing = Pairing()
    #expect(pairing.redeem(.code(""), at: 0) == .expired)
    #expect(pairing.redeem(.secret(""), at: 0) == .expired)
  }

  @Test func fiveWrongTriesByAnyoneAreTheEnd() {
    var pairing = Pairing()
    pairing.open(offer, at: 0)
    for _ in 1...2 {
      #expect(pairing.redeem(.code("654321"), at: 1) == .wrongCode)
      #expect(pairing.redeem(.secret("wrong"), at: 1) == .wrongCode)
    }
    #expect(pairing.redeem(.code("12345"), at: 1) == .tooManyTries)
    #expect(pairing.redeem(.code("123456"), at: 1) == .tooManyTries)
    #expect(pairing.redeem(.secret("right"), at: 1) == .tooManyTries)
    #expect(pairing.redeem(.secret("right"), at: 121) == .expired)
  }

  @Test func fourWrongTriesAreNotTheEnd() {
    var pairing = Pairing()
    pairing.open(offer, at: 0)
    for _ in 1...4 { #expect(pairing.redeem(.code("000000"), at: 1) == .wrongCode) }
    #expect(pairing.redeem(.code("123456"), at: 1) == nil)
  }

  @Test func aNewOfferTakesThePlaceOfTheOld() {
    var pairing = Pairing()
    pairing.open(offer, at: 0)
    for _ in 1...5 { _ = pairing.redeem(.code("000000"), at: 1) }
    pairing.open(Pairing.Offer(secret: "new", code: "222222"), at: 2)
    #expect(pairing.redeem(.code("123456"), at: 3) == .wrongCode)
    #expect(pairing.redeem(.code("222222"), at: 3) == nil)
  }

  @Test func offersAndKeysAreRandom() {
    let offers = (0..<100).map { _ in Secrets.offer() }
    #expect(Set(offers.map(\.secret)).count == 100)
    #expect(offers.allSatisfy { $0.secret.utf8.count == 22 })
    #expect(offers.allSatisfy { $0.code.utf8.count == 6 && Int($0.code) != nil })
    #expect(Set((0..<100).map { _ in Secrets.key() }).count == 100)
    #expect(Secrets.key().utf8.count == 43)
    let letters = Set((0..<200).flatMap { _ in Secrets.key() })
    #expect(letters.count == 64)
    #expect(letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
  }
}
