// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Gateway

/// Phones that come in, or do not, and play, at a running gateway.
@Suite struct PlayingTests {
  @Test func aPhoneThatHasTheSecretPlays() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(#"{"type":"hello","protocol":1}"#)
    #expect(try phone.message()["type"] as? String == "welcome")
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try phone.message("event")["control"] as? String == "a")
    phone.touch("ended", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func aPhoneThatHasTheDigitsPlaysAndComesBackWithItsKey() throws {
    let gateway = try RunningGateway()
    let phone = try gateway.phone()
    phone.send(#"{"type":"pair","code":"\#(try gateway.invite().code)","name":" Bo\u0007b\n"}"#)
    let paired = try phone.message()
    #expect(paired["type"] as? String == "paired")
    #expect(paired["name"] as? String == "Bob")
    #expect(paired["lasts"] as? Bool == false)
    let key = try #require(paired["key"] as? String)
    phone.hangUp()
    let again = try gateway.phone()
    again.send(#"{"type":"key","key":"\#(key)"}"#)
    let ready = try again.message()
    #expect(ready["type"] as? String == "ready")
    #expect(ready["name"] as? String == "Bob")
    again.send(#"{"type":"ping","id":7}"#)
    #expect(try again.message("pong")["id"] as? Int == 7)
  }

  @Test func whatWasDownGoesUpWhenThePhoneIsGone() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    phone.hangUp()
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func whatWasDownGoesUpWhenThePhoneDoesNotAnswerPings() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
    _ = phone
  }

  // MARK: Who does not come in

  @Test func aSecretIsGoodOnce() throws {
    let gateway = try RunningGateway()
    let secret = try gateway.invite().secret
    let pair = #"{"type":"pair","secret":"\#(secret)","name":"Ada"}"#
    let first = try gateway.phone()
    first.send(pair)
    #expect(try first.message()["type"] as? String == "paired")
    let second = try gateway.phone()
    second.send(pair)
    #expect(try second.refusal() == ("expired", 4002))
  }

  @Test func fiveWrongTriesByAnyoneAreTheEnd() throws {
    let gateway = try RunningGateway()
    let invitation = try gateway.invite()
    let wrong = invitation.code == "000000" ? "111111" : "000000"
    for number in 1...5 {
      let phone = try gateway.phone()
      phone.send(#"{"type":"pair","code":"\#(wrong)","name":"Eve"}"#)
      #expect(try phone.refusal() == (number < 5 ? "wrong-code" : "too-many-tries", 4002))
    }
    let phone = try gateway.phone()
    phone.send(#"{"type":"pair","secret":"\#(invitation.secret)","name":"Ada"}"#)
    #expect(try phone.refusal() == ("too-many-tries", 4002))
  }

  @Test(arguments: ["", "x", String(repeating: "A", count: 43)])
  func aWrongKeyIsRefused(key: String) throws {
    let gateway = try RunningGateway()
    let phone = try gateway.phone()
    phone.send(#"{"type":"key","key":"\#(key)"}"#)
    #expect(try phone.refusal() == ("wrong-key", 4001))
  }

  @Test(arguments: [
    "", "x", "[]", "{}", #"{"type":"hello"}"#, #"{"type":"key"}"#, #"{"type":"key","key":1}"#,
    #"{"type":"pair"}"#, #"{"type":"pair","secret":"a","code":"b"}"#,
    #"{"type":"touch","touches":[{"id":1,"phase":"began","x":780,"y":345}]}"#,
    #"{"type":"key","key":"\#(String(repeating: "A", count: 2000))"}"#,
  ])
  func whoDoesNotSayWhoItIsGetsNowhere(message: String) throws {
    let gateway = try RunningGateway()
    let phone = try gateway.phone()
    phone.send(message)
    phone.touch("began", 780, 345)
    #expect(try phone.refusal() == ("bad-message", 4000))
    let (paired, _) = try gateway.pairedPhone()
    paired.touch("began", 780, 345)
    paired.touch("ended", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func whoSaysNothingIsClosed() throws {
    let gateway = try RunningGateway()
    #expect(try gateway.phone().refusal() == ("bad-message", 4000))
  }

  @Test func withoutADaemonAPhoneIsPairedAndToldSo() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let (phone, key) = try gateway.pairedPhone()
    #expect(try phone.refusal() == ("no-daemon", 4003))
    let again = try gateway.phone()
    again.send(#"{"type":"key","key":"\#(key)"}"#)
    #expect(try again.message()["type"] as? String == "ready")
    #expect(try again.refusal() == ("no-daemon", 4003))
  }

  @Test func aDaemonThatGoesIsTold() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(#"{"type":"hello","protocol":1}"#)
    _ = try phone.message("welcome")
    gateway.stopDaemon()
    #expect(throws: Phone.Closed(code: 4004)) { while true { _ = try phone.text() } }
  }

  // MARK: Messages that are none

  @Test(arguments: [
    "\n", "\r", "\t", "\u{0}", "\u{1b}", "\u{7f}", "\u{80}", "\u{85}", "\u{9f}",
  ])
  func aMessageIsOneLineWithoutControlCharacters(character: String) throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(#"{"type":"ping","id":1}"# + character + #"{"type":"ping","id":2}"#)
    #expect(try phone.refusal() == ("bad-message", 1008))
  }

  @Test func whatIsNoControlCharacterIsText() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    for text in ["\u{a0}", "ü", "\u{2028}", "\u{1f3ae}"] {
      phone.send(#"{"type":"ping","id":"\#(text)"}"#)
      #expect(try phone.message("pong")["id"] as? String == text)
    }
  }

  @Test func aMessageIsNotBinary() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(.binary, Array(#"{"type":"ping","id":1}"#.utf8))
    #expect(try phone.refusal() == ("bad-message", 1003))
  }

  @Test func aMessageIsUTF8() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(.text, Array(#"{"type":"ping","id":""#.utf8) + [0xc3, 0x28] + Array(#""}"#.utf8))
    #expect(throws: Phone.Closed(code: 1007)) { while true { _ = try phone.text() } }
  }

  @Test func aMessageHas65536BytesAtMost() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    let start = #"{"type":"ping","id":""#
    let space = String(repeating: "x", count: 65_534 - start.utf8.count)
    phone.send(start + space + #""}"#)
    #expect((try phone.message("pong")["id"] as? String)?.utf8.count == space.utf8.count)
    phone.send(start + space + #"x"}"#)
    #expect(try phone.refusal() == ("bad-message", 1009))
  }

  @Test func fragmentsAreOneMessage() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(.text, Array(#"{"type":"#.utf8), isFinal: false)
    phone.send(.ping, [1, 2, 3])
    phone.send(.continuation, Array(#""ping","#.utf8), isFinal: false)
    phone.send(.continuation, Array(#""id":"ü"}"#.utf8))
    #expect(try phone.message("pong")["id"] as? String == "ü")
  }

  @Test func aMessageThatNeverEndsIsAFlood() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.send(.text, Array("{".utf8), isFinal: false)
    for _ in 0..<4000 { phone.send(.continuation, [], isFinal: false) }
    #expect(throws: (any Error).self) { while true { _ = try phone.text() } }
    #expect(try gateway.logged { $0.contains("sends too much") }.contains("phone 1, Ada"))
  }

  @Test func aStrangerIsNotHeardForLong() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let phone = try gateway.phone()
    phone.send(.text, [UInt8](repeating: 32, count: Introduction.limit + 1), isFinal: false)
    #expect(try phone.refusal() == ("bad-message", 4000))
  }

  @Test func aRateThatWasGivenHolds() throws {
    let gateway = try RunningGateway(["--rate", "100000"])
    let (phone, _) = try gateway.pairedPhone()
    for _ in 0..<4000 { phone.send(#"{"type":"cancel"}"#) }
    phone.send(#"{"type":"ping","id":1}"#)
    #expect(try phone.message("pong")["id"] as? Int == 1)
  }

  @Test func aPhoneConnectsFourTimes() throws {
    let gateway = try RunningGateway()
    let (first, key) = try gateway.pairedPhone()
    let others = try (1..<Server.deviceLimit).map { _ in try gateway.phone(key: key) }
    for phone in others { #expect(try phone.message()["type"] as? String == "ready") }
    #expect(try gateway.phone(key: key).refusal() == ("too-many-clients", 4002))
    first.hangUp()
    while true {
      let phone = try gateway.phone(key: key)
      if try phone.message()["type"] as? String == "ready" { break }
    }
  }

  @Test func aFloodIsClosed() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    for _ in 0..<4000 { phone.send(#"{"type":"cancel"}"#) }
    // What the gateway says can be lost behind so much that it has not read.
    #expect(throws: (any Error).self) { while true { _ = try phone.text() } }
    #expect(try gateway.logged { $0.contains("sends too much") }.contains("phone 1, Ada"))
  }

  @Test func aPhoneThatDoesNotReadTakesNoMemoryAndNobodysTime() throws {
    let gateway = try RunningGateway()
    let (fast, _) = try gateway.pairedPhone()
    let (slow, _) = try gateway.pairedPhone()
    let before = try gateway.residentSize()
    // Each is answered with a whole layout.
    for number in 0..<600 {
      slow.send(#"{"type":"layout","name":"\#(number % 2 == 0 ? "gamepad" : "retro")"}"#)
    }
    for id in 0..<50 {
      fast.send(#"{"type":"ping","id":\#(id)}"#)
      #expect(try fast.message("pong")["id"] as? Int == id)
    }
    #expect(try gateway.hasGrownLess(than: 8192, since: before))
  }

  @Test func manyWhoSayNothingKeepNobodyOut() throws {
    let gateway = try RunningGateway()
    let silent = try (0..<Visitors.limit + 10).map { _ in try Phone.connect(gateway.port) }
    defer { for descriptor in silent { close(descriptor) } }
    let (phone, _) = try gateway.pairedPhone()
    phone.send(#"{"type":"ping","id":1}"#)
    #expect(try phone.message("pong")["id"] as? Int == 1)
  }
}
