// SPDX-License-Identifier: MIT

import Testing

@testable import Gateway

/// Which Host and Origin may be.
@Suite struct HostRulesTests {
  private let rules = HostRules(
    ownNames: ["localhost", "den.local"], givenNames: ["pad.example"], port: 3542)

  private func isRefused(_ host: String, at address: String = "192.168.1.5") -> Bool {
    rules.refusal(host: host, address: address, isPrivate: false) != nil
  }

  @Test(arguments: [
    "192.168.1.5:3542", "localhost:3542", "den.local:3542", "DEN.local:3542", "pad.example:443",
    "pad.example",
  ])
  func ownNamesAndTheAddressOfTheConnection(host: String) {
    #expect(!isRefused(host))
  }

  @Test func addressesOfIPv6HaveBrackets() {
    #expect(!isRefused("[fd00::2]:3542", at: "fd00::2"))
    #expect(isRefused("[fd00::3]:3542", at: "fd00::2"))
    #expect(isRefused("fd00::2:3542", at: "fd00::2"))
    #expect(isRefused("[192.168.1.5]:3542"))
  }

  @Test(arguments: [
    "", ":", ":3542", "192.168.1.5", "192.168.1.5:80", "192.168.1.6:3542", "evil.example:3542",
    "localhost.evil.example:3542", "localhost", "den.local:", "den.local:03542x",
    "pad.example.evil",
    "192.168.1.5:3542,evil", "[]:3542", "a b:3542", "\u{0}:3542",
    "localhost:99999999999999999999", "localhost.:3542", "[localhost]:3542", "eve@localhost:3542",
    "localhost:3542@eve", "localhost:3542, localhost:3542",
  ])
  func othersAreRefused(host: String) {
    #expect(isRefused(host))
  }

  @Test func thePortOfTheSchemeNeedNotBeSaid() {
    let rules = HostRules(ownNames: ["den.local"], givenNames: [], port: 443)
    #expect(rules.refusal(host: "den.local", address: "", isPrivate: true) == nil)
    #expect(rules.refusal(host: "den.local", address: "", isPrivate: false) != nil)
  }

  @Test func namesThatAGatewayCanBeTold() {
    for name in ["pad.example", "a_b-c", "192.168.1.5", "fd00::2"] {
      #expect(HostRules.isName(name))
    }
    for name in ["", "pad.example:443", "[fd00::2]", "https://pad.example", "a b", "ü", "a,b"] {
      #expect(!HostRules.isName(name))
    }
  }

  @Test func onlyThePageOfTheSameHostMayConnect() {
    func isRefused(_ origin: String?, isPrivate: Bool = false) -> Bool {
      rules.refusal(origin: origin, host: "den.local:3542", isPrivate: isPrivate) != nil
    }
    #expect(!isRefused("http://den.local:3542"))
    #expect(!isRefused("https://Den.local:3542"))
    #expect(!isRefused("https://den.local:3542", isPrivate: true))
    #expect(isRefused("http://den.local:3542", isPrivate: true))
    for origin in [
      nil, "", "null", "http://den.local", "http://den.local:3543", "http://evil.example",
      "http://den.local:3542.evil.example", "ftp://den.local:3542", "den.local:3542",
      "file://den.local:3542", "http://den.local:3542/",
    ] {
      #expect(isRefused(origin))
    }
  }

  @Test func whatComesFromOutsideStaysInItsLine() throws {
    let line = try #require(
      rules.refusal(host: "evil\r\nset-cookie: a:3542", address: "", isPrivate: false))
    #expect(line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
  }
}
