// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Gateway

/// What the commands of this machine do to phones that are paired.
@Suite struct AdministrationTests {
  @Test func phonesAreListed() throws {
    let gateway = try RunningGateway()
    #expect(try gateway.devices() == [])
    let (first, _) = try gateway.pairedPhone()
    let (second, _) = try gateway.pairedPhone("Bob")
    second.hangUp()
    first.send(#"{"type":"ping","id":1}"#)
    _ = try first.message("pong")
    var devices = try gateway.devices()
    while devices.last?.isConnected == true { devices = try gateway.devices() }
    #expect(devices.map(\.name) == ["Ada", "Bob"])
    #expect(devices.map(\.id) == [1, 2])
    #expect(devices.map(\.isConnected) == [true, false])
    #expect(devices.allSatisfy { !$0.lasts && !$0.isKeyboard })
  }

  @Test func aPhoneIsRenamed() throws {
    let gateway = try RunningGateway()
    let (_, key) = try gateway.pairedPhone()
    _ = try Control.ask(.rename("Ada", to: "Grace\n"), at: gateway.control)
    #expect(try gateway.phone(key: key).message()["name"] as? String == "Grace")
  }

  @Test func whoIsRevokedIsOutAtOnce() throws {
    let gateway = try RunningGateway()
    let (phone, key) = try gateway.pairedPhone()
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    _ = try Control.ask(.revoke("1"), at: gateway.control)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
    #expect(try phone.refusal() == ("wrong-key", 4001))
    #expect(try gateway.phone(key: key).refusal() == ("wrong-key", 4001))
    #expect(try gateway.devices() == [])
  }

  @Test func whoIsRevokedIsOutEvenIfItDoesNotRead() throws {
    let gateway = try RunningGateway()
    let (phone, _) = try gateway.pairedPhone()
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    for number in 0..<300 {
      phone.send(#"{"type":"layout","name":"\#(number % 2 == 0 ? "retro" : "gamepad")"}"#)
    }
    _ = try Control.ask(.revoke("1"), at: gateway.control)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
    try phone.isCut()
  }

  @Test func namesThatFitNoneOrSeveralAreTold() throws {
    let gateway = try RunningGateway()
    _ = try gateway.pairedPhone()
    _ = try gateway.pairedPhone()
    let none = #expect(throws: Failure.self) {
      try Control.ask(.revoke("Eve"), at: gateway.control)
    }
    #expect(none?.message == "there is no phone Eve; flickpad-web devices lists them")
    let several = #expect(throws: Failure.self) {
      try Control.ask(.revoke("Ada"), at: gateway.control)
    }
    #expect(several?.message.hasPrefix("several phones are called Ada; ") == true)
    #expect(try gateway.devices().count == 2)
  }

  @Test func aKeyThatOthersCanReadIsGrantedNothing() throws {
    let gateway = try RunningGateway()
    _ = try gateway.pairedPhone()
    let failure = #expect(throws: Failure.self) {
      try Control.ask(.grant("Ada", keyboard: true), at: gateway.control)
    }
    #expect(failure?.message.hasPrefix("Ada was paired without TLS, ") == true)
    #expect(try gateway.devices().map(\.isKeyboard) == [false])
  }

  @Test func aPhoneThatIsGrantedTheKeyboardComesBackWithIt() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let (phone, key) = try gateway.pairedPhone()
    let change = #"{"type":"layout","name":"showcase"}"#
    phone.send(change)
    #expect(try phone.message("error")["code"] as? String == "not-allowed")
    _ = try Control.ask(.grant("Ada", keyboard: true), at: gateway.control)
    #expect(throws: Phone.Closed(code: 4004)) { while true { _ = try phone.text() } }
    let again = try gateway.phone(key: key)
    again.send(change)
    #expect(try again.message("layout")["type"] as? String == "layout")
    _ = try Control.ask(.grant("Ada", keyboard: false), at: gateway.control)
    #expect(throws: Phone.Closed(code: 4004)) { while true { _ = try again.text() } }
    let last = try gateway.phone(key: key)
    last.send(change)
    #expect(try last.message("error")["code"] as? String == "not-allowed")
  }

  @Test func aGrantThatHasNoEffectYetIsToldSo() throws {
    let gateway = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let gamepads = try FakeDaemon(gateway.path("pad.sock"))
    _ = try gateway.pairedPhone()
    _ = try gamepads.accept()
    let grant = "flickpad-web grant Ada keyboard --control \(gateway.control)"
    let first = try Shell.run(grant)
    #expect(first.status == 0)
    #expect(
      first.output == "It is granted, but that phone remains a gamepad for now: the gateway cannot "
        + "connect to \(gateway.path("flickpad.sock")) (GRANTING in flickpad-web(1) says how).\n")
    let everything = try FakeDaemon(gateway.path("flickpad.sock"))
    #expect(try Shell.run(grant).output == "Whoever holds that phone can now type on this PC.\n")
    _ = try everything.accept()
  }

  @Test func requestsThatAreNoneAreTold() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    for line in ["x\n", "{}\n", #"{"type":"revoke"}"# + "\n", "\n"] {
      let descriptor = try #require(gateway.ask(line))
      #expect(descriptor.contains(#""type":"error""#))
    }
    let long = try #require(gateway.ask(String(repeating: "x", count: 5000)))
    #expect(long.contains("a request has at most 4096 bytes"))
    #expect(try gateway.mode("control.sock") == 0o600)
  }
}
