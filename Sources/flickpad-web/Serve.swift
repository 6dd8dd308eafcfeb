// SPDX-License-Identifier: MIT

import CSystemd
import Commands
import Gateway
import Glibc
import Writing

/// `flickpad-web serve`: the gateway.
enum Serve {
  static let command = Command(
    name: "serve", summary: "run the gateway: the page out to phones, their touches in",
    words: "", count: 0...0,
    options: [
      Option("listen", "ADDRESS", "the address to listen on (default: all)"),
      Option("port", "N", "the port to listen on; 0: any free one (default: \(Places.port))"),
      Option(
        "name", "HOST",
        "answer to this name too, besides the machine's own names and addresses; may be repeated"),
      Option("socket", "PATH", "the daemon's pad.sock (default: yours, then the service's)"),
      Option(
        "state", "DIR", "where phones whose keys last, and the certificate, are kept"),
      Option(
        "tls", "WHICH",
        "off (default): plain HTTP; auto: HTTPS, with a certificate of the gateway's own making"),
      Option("cert", "FILE", "HTTPS with this certificate, in PEM"),
      Option("key", "FILE", "the key of that certificate"),
      Option("control", "PATH", "where flickpad-web pair and the others reach the gateway"),
      Option("rate", "N", "messages that a phone may send in a second (default: \(leastRate))"),
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    let port = try arguments.number("port", in: 0...65_535) ?? Places.port
    let tls = try tls(arguments)
    let rate = try arguments.number("rate", in: leastRate...1_000_000) ?? leastRate
    for name in arguments.all("name") where !HostRules.isName(name) {
      throw Arguments.Mistake(
        message: "--name wants a host's name or address, without a port, not '\(name)'")
    }
    return status { () throws(Failure) in try serve(arguments, port, tls, rate) }
  }

  private static let leastRate = Configuration.leastMessageRate

  private enum TLSChoice: String, CaseIterable {
    case off, auto
  }

  private static func tls(_ arguments: Arguments) throws(Arguments.Mistake) -> Configuration.TLS {
    let choice = try arguments.choice("tls", \TLSChoice.rawValue)
    switch (arguments["cert"], arguments["key"]) {
    case (nil, nil): return choice == .auto ? .automatic : .off
    case (let certificate?, let key?):
      guard choice == nil else {
        throw Arguments.Mistake(message: "--tls does not go with --cert and --key")
      }
      return .files(CertificateFiles(certificate: certificate, key: key))
    default: throw Arguments.Mistake(message: "--cert and --key go together")
    }
  }

  private static func serve(
    _ arguments: Arguments, _ port: Int, _ tls: Configuration.TLS, _ rate: Int
  ) throws(Failure) {
    let listener: Int32
    if let descriptor = try handedOver() {
      listener = descriptor
    } else {
      listener = try Listening.network(arguments["listen"], port: port)
    }
    guard let port = Listening.port(of: listener) ?? (port == 0 ? nil : port) else {
      throw Failure(
        "cannot tell which port is free: \(String(cString: strerror(errno))); choose one with --port",
        status: EX_OSERR)
    }
    let path = try Places.controlForServer(arguments["control"])
    let control = try ControlSocket(path)
    defer { control.remove() }
    var configuration = Configuration(
      ownNames: ownNames, port: port,
      sockets: Places.daemonSockets(arguments["socket"]),
      state: try Places.state(arguments["state"]))
    configuration.givenNames = arguments.all("name").map { $0.lowercased() }
    configuration.address = Listening.address(of: listener)
    configuration.tls = tls
    configuration.messageRate = rate
    let server = try Server(configuration)
    let isPrivate = configuration.isPrivate
    var patience: UInt64 = 0
    let isWatched = sd_watchdog_enabled(0, &patience) > 0
    try server.run(
      listener: listener, control: control.descriptor,
      watchdog: isWatched ? (patience / 2, { sd_notify(0, "WATCHDOG=1") }) : nil
    ) {
      let log = Log(of: "flickpad-web")
      log.info("listening on port \(port), " + (isPrivate ? "HTTPS" : "plain HTTP: \(loss)"))
      log.info("flickpad-web pair lets a phone in")
      sd_notify(0, "READY=1")
    }
  }

  /// What a phone does without where the connection is not private.
  private static let loss =
    "phones cannot tilt or keep their screen on, and are paired anew after each start; --tls auto "
    + "mends that, at the price of a warning in the browser"

  /// The machine's names: its own, and that by which others on the network may know it.
  static var ownNames: [String] {
    var buffer = [CChar](repeating: 0, count: 65)
    gethostname(&buffer, 64)
    let host = buffer.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      .lowercased()
    let short = String(host.prefix { $0 != "." })
    return ["localhost", host, short, short + ".local"]
  }

  /// The socket that systemd has handed over; nil where it has not.
  private static func handedOver() throws(Failure) -> Int32? {
    switch sd_listen_fds(1) {
    case ...0: return nil
    case 1 where Listening.port(of: 3) != nil: return 3  // SD_LISTEN_FDS_START
    default:
      throw Failure(
        "systemd has handed over something else than one listening TCP socket; compare "
          + "flickpad-web.socket with flickpad-web(1)", status: EX_CONFIG)
    }
  }
}
