// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Gateway

/// What the gateway keeps, and what becomes of it when that is damaged.
@Suite struct StateTests {
  private static let device = Device(
    id: 3, name: "Ada \"\u{1F3AE}\"", hash: Array(0..<32), isKeyboard: true, isPrivate: true,
    isKept: true,
    added: 1_700_000_000)

  @Test func phonesWhoseKeysLastAreKept() throws {
    var devices = Devices([Self.device])
    _ = devices.add("Bob", key: "k", isPrivate: false, at: 0)
    #expect(DeviceFile.devices(DeviceFile.bytes(devices))?.all == [Self.device])
    #expect(DeviceFile.devices(DeviceFile.bytes(Devices()))?.all == [])
  }

  @Test func aFileThatIsCutShortIsDamaged() {
    let bytes = DeviceFile.bytes(Devices([Self.device]))
    for count in 0..<bytes.count - 2 { #expect(DeviceFile.devices(Array(bytes[..<count])) == nil) }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"devices":{}}"#, #"{"devices":[1]}"#, #"{"devices":[{}]}"#,
    #"{"devices":[{"id":1,"name":"a","hash":"00","keyboard":false,"added":1}]}"#,
    #"{"devices":[{"id":1e300,"name":"a","hash":"\#(String(repeating: "0", count: 64))","added":1}]}"#,
    #"{"devices":[{"id":0,"name":"a","hash":"\#(String(repeating: "0", count: 64))","added":1}]}"#,
    #"{"devices":[{"id":1,"name":"a","hash":"\#(String(repeating: "é", count: 64))","added":1}]}"#,
    "\u{0}",
  ])
  func whatMakesNoSenseIsDamaged(text: String) {
    #expect(DeviceFile.devices(Array(text.utf8)) == nil)
  }

  @Test func aPhoneComesBackAfterARestart() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let (phone, key) = try gateway.pairedPhone()
    phone.hangUp()
    let certificate = try gateway.text("state/cert.pem")
    for name in ["devices.json", "cert.pem", "key.pem"] {
      #expect(try gateway.mode("state/" + name) == 0o600)
    }
    #expect(try gateway.mode("state") == 0o700)
    #expect(!(try gateway.text("state/devices.json")).contains(key))
    try gateway.restart(["--tls", "auto"])
    #expect(try gateway.text("state/cert.pem") == certificate)
    #expect(try gateway.phone(key: key).message()["type"] as? String == "ready")
    #expect(try gateway.devices().map(\.lasts) == [true])
    _ = try Control.ask(.revoke("Ada"), at: gateway.control)
    try gateway.restart(["--tls", "auto"])
    #expect(try gateway.phone(key: key).refusal() == ("wrong-key", 4001))
  }

  @Test func aKeyThatLastsIsNoneWithoutTLS() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let (_, key) = try gateway.pairedPhone()
    try gateway.restart([])
    let host = "127.0.0.1:\(gateway.port)"
    let phone = try Phone(port: gateway.port, host: host, origin: "http://\(host)")
    phone.send(#"{"type":"key","key":"\#(key)"}"#)
    #expect(try phone.refusal() == ("wrong-key", 4001))
  }

  @Test func whoComesWithoutTLSIsSentToIt() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let host = "127.0.0.1:\(gateway.port)"
    let answer = try Phone.request(gateway.port, ["GET / HTTP/1.1", "Host: \(host)"])
    #expect(answer.hasPrefix("HTTP/1.1 307 "))
    #expect(answer.contains("\r\nlocation: https://\(host)/\r\n"))
    #expect(!(try Phone(port: gateway.port, host: host, origin: "http://\(host)")).isOpen)
  }

  @Test func aCertificateThatIsDamagedIsMadeAnew() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let old = try gateway.text("state/cert.pem")
    try old.prefix(100).write(
      toFile: gateway.path("state/cert.pem"), atomically: true, encoding: .utf8)
    try gateway.restart(["--tls", "auto"])
    #expect(try gateway.text("state/cert.pem") != old)
    _ = try gateway.pairedPhone()
  }

  @Test func oneStateIsOneGateways() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let (status, _, errors) = try gateway.rival(["--control", gateway.path("other.sock")])
    #expect(status == 69)
    #expect(errors.contains("another gateway keeps its phones in \(gateway.path("state")); "))
  }

  @Test func theStateIsMadeWithWhatIsAboveIt() throws {
    let gateway = try RunningGateway(["--state", "a/b/state", "--tls", "auto"], hasDaemon: false)
    #expect(try gateway.mode("a/b/state/key.pem") == 0o600)
    #expect(try gateway.mode("a/b") == 0o700)
  }

  @Test(arguments: [
    ("chmod go+w state/devices.json", "others may write to "),
    ("chmod go+w state", "others may write to "),
    ("chmod a+r state/key.pem", "others may read "),
  ])
  func whatOthersCanChangeOrReadIsNotUsed(change: String, complaint: String) throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    _ = try gateway.pairedPhone()
    gateway.stop()
    try gateway.shell(change)
    let (status, _, errors) = try gateway.rival(["--tls", "auto"])
    #expect(status == 78)
    #expect(errors.contains(complaint + gateway.path("state")))
  }

  @Test(.enabled(if: getuid() == 0, "only root can give files away"))
  func whatIsAnothersIsNotUsed() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    _ = try gateway.pairedPhone()
    gateway.stop()
    try gateway.shell("chown 1 state/devices.json")
    let (status, _, errors) = try gateway.rival(["--tls", "auto"])
    #expect(status == 78)
    #expect(errors.contains("devices.json belongs to another user, who could let phones in; "))
  }

  @Test func aStateThatVanishesIsMadeAnew() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    _ = try gateway.pairedPhone()
    try gateway.shell("rm -r state")
    let (_, key) = try gateway.pairedPhone("Bob")
    try gateway.restart(["--tls", "auto"])
    #expect(try gateway.phone(key: key).message()["name"] as? String == "Bob")
    #expect(try gateway.devices().map(\.name) == ["Ada", "Bob"])
  }

  @Test func aRevocationThatCannotBeKeptIsToldAndHoldsUntilThen() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    let (phone, key) = try gateway.pairedPhone()
    try gateway.shell("rm -r state && touch state")
    let failure = #expect(throws: Failure.self) {
      try Control.ask(.revoke("Ada"), at: gateway.control)
    }
    #expect(
      failure?.message.hasPrefix("Ada is out, but only until the gateway starts anew: ") == true)
    #expect(failure?.status == EX_CANTCREAT)
    #expect(try phone.refusal() == ("wrong-key", 4001))
    #expect(try gateway.phone(key: key).refusal() == ("wrong-key", 4001))
  }

  @Test func aPageWithoutTLSOpensNoWebSocketOfIt() throws {
    let gateway = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let phone = try gateway.phone(origin: "http://127.0.0.1:\(gateway.port)")
    #expect(!phone.isOpen)
    #expect(phone.answer.hasPrefix("Only the gateway's own page may connect"))
  }

  @Test func aPhoneThatCannotBeKeptIsToldSo() throws {
    let gateway = try RunningGateway(["--tls", "auto"])
    try FileManager.default.removeItem(atPath: gateway.path("state"))
    try "".write(toFile: gateway.path("state"), atomically: true, encoding: .utf8)
    let phone = try gateway.phone()
    phone.send(#"{"type":"pair","secret":"\#(try gateway.invite().secret)","name":"Ada"}"#)
    let answer = try phone.message()
    #expect(answer["type"] as? String == "paired")
    #expect(answer["lasts"] as? Bool == false)
    let line = try gateway.logged { $0.contains("has to be paired again after a restart") }
    #expect(line.contains("cannot write \(gateway.path("state"))/devices.json: Not a directory;"))
    #expect(try gateway.devices().map(\.lasts) == [false])
  }
}
