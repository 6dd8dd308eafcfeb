// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Gateway

/// System calls that fail: strace says that they have, once each.
@Suite(.serialized) struct FaultTests {
  /// What happens to a phone when the gateway's system call fails for the first time it does it.
  @Test(
    .enabled(if: Fault.isAvailable, "there is no strace (Debian: strace)"),
    arguments: [
      "accept4:error=EMFILE:when=1", "accept4:error=EINTR:when=1",
      "accept4:error=ECONNABORTED:when=1", "connect:error=EAGAIN:when=1",
      "connect:error=EMFILE:when=1", "sendto:error=EINTR:when=1+3", "sendto:error=EAGAIN:when=1+3",
      "recvfrom:error=EINTR:when=1+3",
      "recvfrom:error=EAGAIN:when=1+3", "poll:error=EINTR:when=2+3",
      "getpeername:error=ENOBUFS:when=1", "getsockname:error=ENOBUFS:when=2",
      "setsockopt:error=ENOBUFS", "fcntl:error=EINVAL:when=8",
    ])
  func aPhonePlaysAllTheSame(fault: String) throws {
    let gateway = try RunningGateway(fault: fault)
    var key: String?
    // What fails may be the first connection, and with it the code that was shown.
    for _ in 1...3 where key == nil { key = try? gateway.pairedPhone().key }
    let settled = try gateway.descriptors()
    var phone: Phone?
    for _ in 1...3 where phone == nil {
      phone = try? gateway.phone(key: try #require(key))
      if (try? phone?.message()["type"] as? String) != "ready" { phone = nil }
    }
    let player = try #require(phone)
    player.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    player.touch("ended", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 0")
    player.hangUp()
    try gateway.waitForDescriptors(settled)
  }

  @Test(
    .enabled(if: Fault.isAvailable, "there is no strace (Debian: strace)"),
    arguments: [
      ("fsync:error=EIO:when=1", "Input/output error"),
      ("write:error=ENOSPC:when=1", "No space left on device"),
      ("rename:error=EROFS:when=1", "Read-only file system"),
    ])
  func aPhoneThatCannotBeKeptIsToldSo(fault: String, reason: String) throws {
    // The fault is for the file of phones alone.
    let gateway = try RunningGateway(
      ["--tls", "auto"], fault: fault, of: "state/devices.json.new")
    let phone = try gateway.phone()
    phone.send(#"{"type":"pair","secret":"\#(try gateway.invite().secret)","name":"Ada"}"#)
    let answer = try phone.message()
    #expect(answer["type"] as? String == "paired")
    #expect(answer["lasts"] as? Bool == false)
    let line = try gateway.logged { $0.contains("has to be paired again after a restart") }
    #expect(line.contains("devices.json: \(reason);"))
    #expect(try gateway.files("state") == ["cert.pem", "key.pem", "lock"])
    #expect(try gateway.devices().map(\.lasts) == [false])
    // The next time it works, for both.
    _ = try gateway.pairedPhone("Bob")
    #expect(try gateway.devices().map(\.lasts) == [true, true])
    #expect(try gateway.files("state") == ["cert.pem", "devices.json", "key.pem", "lock"])
  }

  @Test(
    .enabled(if: Fault.isAvailable, "there is no strace (Debian: strace)"),
    arguments: [
      ("socket:error=EMFILE", 71, "cannot listen on "), ("bind:error=ENOBUFS", 71, "cannot listen"),
      ("listen:error=EADDRINUSE", 69, " is taken: another program listens there"),
      ("signalfd4:error=EMFILE", 71, "cannot watch the gateway's sockets"),
      ("fsync:error=ENOSPC", 73, "key.pem: No space left on device; "),
      ("flock:error=EAGAIN", 69, "another gateway keeps its phones in "),
      ("rename:error=EACCES", 77, "key.pem: Permission denied; "),
    ])
  func aStartThatFailsIsToldInOneSentence(fault: String, status: Int32, reason: String) throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let words =
      Fault.command(fault) + [BuiltPrograms.path("flickpad-web"), "serve", "--tls", "auto"]
      + ["--listen", "127.0.0.1", "--port", "0", "--state", "state", "--control", "c"]
    let ended = try run(words[0], Array(words.dropFirst()), in: folder)
    #expect(ended.status == status)
    #expect(ended.errors.contains(reason))
    #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
  }

  @Test func whereDescriptorsAreShortWhoPlaysGoesOn() throws {
    let gateway = try RunningGateway()
    let (phone, key) = try gateway.pairedPhone()
    let settled = try gateway.descriptors()
    try gateway.limitDescriptors(settled + 1)
    let waiting = try (0..<10).map { _ in try Phone.connect(gateway.port) }
    let line = try gateway.logged { $0.contains("nobody can connect for a moment") }
    #expect(line.hasSuffix(": Too many open files"))
    phone.touch("began", 780, 345)
    #expect(try gateway.event() == "gamepad EV_KEY BTN_SOUTH 1")
    for descriptor in waiting { close(descriptor) }
    try gateway.limitDescriptors(1024)
    #expect(try gateway.phone(key: key).message()["type"] as? String == "ready")
    try gateway.waitForDescriptors(settled)
  }
}
