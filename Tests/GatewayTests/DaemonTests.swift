// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Gateway

/// Daemons that do not do what they should, and messages that are as long as can be.
@Suite struct DaemonTests {
  private let gateway: RunningGateway

  init() throws {
    gateway = try RunningGateway(hasDaemon: false)
  }

  /// A gateway with TLS, and a phone of it that was granted the keyboard.
  private static func granted() throws -> (RunningGateway, FakeDaemon, Phone, Int32) {
    let gateway = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let gamepads = try FakeDaemon(gateway.path("pad.sock"))
    let (phone, key) = try gateway.pairedPhone()
    _ = try gamepads.accept()
    _ = try Control.ask(.grant("Ada", keyboard: true), at: gateway.control)
    #expect(throws: Phone.Closed(code: 4004)) { while true { _ = try phone.text() } }
    let everything = try FakeDaemon(gateway.path("flickpad.sock"))
    let again = try gateway.phone(key: key)
    #expect(try again.message()["type"] as? String == "ready")
    return (gateway, everything, again, try everything.accept())
  }

  @Test func aLayoutOfAPhoneThatWasGrantedTheKeyboardMayBeLong() throws {
    let (gateway, daemon, phone, connection) = try Self.granted()
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: Client.fullMessageLimit)
    phone.send(.text, longest)
    #expect(try readBytes(connection, longest.count + 1) == longest + [10])
    phone.send(.text, longest + [UInt8(ascii: "x")])
    #expect(try phone.refusal() == ("bad-message", 1009))
    withExtendedLifetime((gateway, daemon)) {}
  }

  @Test func longLayoutsTakeMemoryOnlyForAWhile() throws {
    let (gateway, daemon, phone, connection) = try Self.granted()
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: Client.fullMessageLimit)
    let before = try gateway.residentSize()
    for _ in 0..<3 {
      phone.send(.text, longest)
      #expect(try readBytes(connection, longest.count + 1).count == longest.count + 1)
    }
    #expect(try gateway.hasGrownLess(than: 4096, since: before))
    withExtendedLifetime(daemon) {}
  }

  @Test func aDaemonThatReadsNothingHoldsUpNobodyElse() throws {
    let daemon = try FakeDaemon(gateway.path("pad.sock"))
    let (stuck, _) = try gateway.pairedPhone()
    _ = try daemon.accept()
    let (free, _) = try gateway.pairedPhone("Bob")
    let connection = try daemon.accept()
    let before = try gateway.residentSize()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000)
    #expect(stuck.fill(with: line) < 4 << 20)
    for number in 0..<50 {
      free.send("line \(number)")
      #expect(try readBytes(connection, "line \(number)\n".utf8.count).last == 10)
    }
    #expect(try gateway.hasGrownLess(than: 2048, since: before))
    // Its answers to pings wait behind all that.
    try stuck.isCut()
  }

  @Test func whatADaemonSaysWithoutEndWaitsAtTheDaemon() throws {
    let daemon = try FakeDaemon(gateway.path("pad.sock"))
    let (phone, _) = try gateway.pairedPhone()
    let connection = try daemon.accept()
    let before = try gateway.residentSize()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 9_999) + [10]
    let taken = fill(connection, with: line)
    #expect(taken < 4 << 20)
    #expect(try gateway.hasGrownLess(than: 2048, since: before))
    withExtendedLifetime(phone) {}
  }

  @Test func aLineWithoutEndComesInPieces() throws {
    let daemon = try FakeDaemon(gateway.path("pad.sock"))
    let (phone, _) = try gateway.pairedPhone()
    let connection = try daemon.accept()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    let writer = Thread {
      var rest = (line + [10])[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
    let before = try gateway.residentSize()
    writer.start()
    #expect(try phone.text().utf8.count == line.count)
    #expect(try gateway.hasGrownLess(than: 2048, since: before))
  }

  @Test func theLastWordsOfADaemonArePassedOn() throws {
    let daemon = try FakeDaemon(gateway.path("pad.sock"))
    let (phone, _) = try gateway.pairedPhone()
    let connection = try daemon.accept()
    let words = Array("first\nlast\n".utf8)
    _ = words.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
    shutdown(connection, Int32(SHUT_RDWR))
    #expect(try phone.text() == "first")
    #expect(try phone.text() == "last")
    #expect(throws: Phone.Closed(code: 4004)) { _ = try phone.text() }
  }
}
