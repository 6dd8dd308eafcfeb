// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Gateway

/// The program's own words, on standard error, and its exit status.
@Suite struct CommandTests {
  /// Runs a line of shell in a folder of its own.
  private func run(_ line: String) throws -> Ending {
    try Shell.run("d=$(mktemp -d); cd $d; \(line); s=$?; rm -r $d; exit $s")
  }

  @Test(arguments: [
    ("--port 65536", 64, "--port wants a number from 0 to 65535, not '65536'"),
    ("--port x", 64, "--port wants a number from 0 to 65535, not 'x'"),
    ("--listen den", 64, "--listen wants an address of this machine as numbers"),
    ("--listen 203.0.113.1", 78, "203.0.113.1 is no address of this machine"),
    ("--name pad.example:443", 64, "--name wants a host's name or address, without a port"),
    ("--rate 10", 64, "--rate wants a number from 500 to 1000000, not '10'"),
    ("--tls maybe", 64, "--tls wants one of off, auto, not 'maybe'"),
    ("--cert c.pem", 64, "--cert and --key go together"),
    ("--cert c.pem --key k.pem --tls auto", 64, "--tls does not go with --cert and --key"),
    (
      "--cert c.pem --key k.pem", 66,
      "cannot read c.pem: No such file or directory; --cert and --key"
    ),
    (
      "--cert /dev/null --key k.pem", 66, "cannot read k.pem: No such file or directory; --cert and"
    ),
    (
      "--cert /dev/null --key /dev/null", 65,
      "/dev/null holds no certificate that can be read in PEM"
    ),
    ("--control none/c", 73, "cannot create the control socket none/c: No such file or directory"),
    ("--state /dev/null", 74, "cannot read /dev/null/devices.json: Not a directory"),
  ])
  func whatCannotBeServedIsToldInOneSentence(
    options: String, status: Int32, message: String
  ) throws {
    let result = try run("flickpad-web serve --port 0 --state s --control c \(options)")
    #expect(result.status == status)
    #expect(result.errors.contains(message))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    "printf '{\"devices\":[' >s/devices.json", "mkdir s/devices.json", "mkfifo s/devices.json",
    "truncate -s 2M s/devices.json",
  ])
  func whatIsKeptAndDamagedIsToldInOneSentence(damage: String) throws {
    let result = try run(
      "mkdir s; \(damage); flickpad-web serve --port 0 --state s --control c")
    #expect(result.status == 78)
    #expect(result.errors.contains("s/devices.json"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func aPortThatIsTakenIsTold() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let result = try run(
      "flickpad-web serve --listen 127.0.0.1 --port \(gateway.port) --state s --control c")
    #expect(result.status == 69)
    #expect(result.errors.contains("port \(gateway.port) is taken: another program listens there"))
  }

  @Test func aControlSocketThatIsServedIsLeftAlone() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let result = try run("flickpad-web serve --port 0 --state s --control \(gateway.control)")
    #expect(result.status == 69)
    #expect(result.errors.contains("\(gateway.control) is taken: another gateway serves there"))
    _ = try gateway.invite()
  }

  @Test func filesThatDoNotBelongTogetherAreTold() throws {
    let gateway = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let other = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let (certificate, key) = (gateway.path("state/cert.pem"), other.path("state/key.pem"))
    let result = try run(
      "flickpad-web serve --port 0 --state s --control c --cert \(certificate) --key \(key)")
    #expect(result.status == 65)
    #expect(result.errors.contains("\(key) is not the key of \(certificate)"))
  }

  @Test func aKeyThatEveryoneMayReadIsToldOf() throws {
    let given = try RunningGateway(["--tls", "auto"], hasDaemon: false)
    let (certificate, key) = (given.path("state/cert.pem"), given.path("state/key.pem"))
    chmod(key, 0o644)
    let gateway = try RunningGateway(["--cert", certificate, "--key", key], hasDaemon: false)
    let warning = "everyone on this machine may read \(key): chmod o-r \(key)"
    #expect(gateway.linesBefore.contains { $0.hasSuffix(warning) })
  }

  @Test func pairShowsCodeAndDigits() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let result = try run("flickpad-web pair --control \(gateway.control)")
    #expect(result.status == 0)
    #expect(result.output.contains("http://127.0.0.1:\(gateway.port)/#pair="))
    #expect(result.output.contains("█▄▄▄█"))
    #expect(result.output.contains("no phone can reach it"))
    let named = try run("flickpad-web pair --control \(gateway.control) --address den.local")
    #expect(named.output.contains("http://den.local:\(gateway.port)/#pair="))
    // A slip of the fingers must not hand the secret to another's page without a word.
    #expect(named.output.contains("den.local is no address or name of this machine"))
    #expect(named.output.contains("started with --name den.local"))
    #expect(!result.output.contains("--name"))
    for slip in ["http://den", "den:3542", "evil/#", "a b"] {
      let refused = try run("flickpad-web pair --control \(gateway.control) --address '\(slip)'")
      #expect(refused.status == 64)
      #expect(!refused.output.contains("pair="))
    }
  }

  @Test func anAddressWhereNobodyListensIsToldSo() throws {
    let gateway = try RunningGateway(hasDaemon: false)
    let pair = "flickpad-web pair --control \(gateway.control)"
    #expect(!(try run(pair)).output.contains("The gateway listens on"))
    let other = try run(pair + " --address localhost").output
    #expect(
      other.contains("The gateway listens on 127.0.0.1 alone: phones get in at localhost only if"))
  }

  /// As systemd would: it is told that the gateway is ready, and then again and again that it lives.
  @Test func theWatchdogIsFed() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      import os, signal, socket, subprocess, sys
      notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      notices.bind("notify"); notices.settimeout(20)
      gateway = subprocess.Popen(
        ["flickpad-web", "serve", "--port", "0", "--control", "control", "--state", "state"],
        env={**os.environ, "NOTIFY_SOCKET": os.path.abspath("notify"), "WATCHDOG_USEC": "40000"})
      try:
        heard = [notices.recv(99) for _ in range(4)]
      finally:
        gateway.terminate()
      sys.exit(heard != [b"READY=1"] + 3 * [b"WATCHDOG=1"] or gateway.wait())
      """
    try script.write(
      to: folder.appendingPathComponent("watch.py"), atomically: true, encoding: .utf8)
    let result = try Shell.run("python3 watch.py", in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func nothingToPairWithIsTold() throws {
    for command in ["pair", "devices", "devices revoke 1", "grant 1 keyboard"] {
      let result = try run("flickpad-web \(command) --control none")
      #expect(result.status == 69)
      #expect(result.errors.hasPrefix("flickpad-web: no gateway listens on none; "))
    }
  }

  @Test func phonesAreListedAndRenamed() throws {
    let gateway = try RunningGateway()
    _ = try gateway.pairedPhone("\\u001b[2J Ada")
    let result = try run(
      "flickpad-web devices rename '[2J Ada' Grace --control \(gateway.control) && "
        + "flickpad-web devices --control \(gateway.control)")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("1  Grace: gamepad, paired on 20"))
    #expect(result.output.contains(", until the gateway stops"))
  }
}
