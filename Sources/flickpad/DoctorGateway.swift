// SPDX-License-Identifier: MIT

/// The gateway for phones, as a service or started by a user, and what may keep phones from it.
struct GatewayCheck {
  var host: Host

  private static let unit = "flickpad-web.service"
  private static let socket = "flickpad-web.socket"
  /// Where it listens unless told otherwise.
  private static let port = 3542
  /// The lines of systemd/flickpad-web.sysusers.
  static let accountLines = [
    #"u flickpad-web - "Flickpad gateway""#, "g flickpad-pad -", "m flickpad-web flickpad-pad",
  ]
  private static let start =
    "systemctl reset-failed 'flickpad-web*'; systemctl enable --now flickpad-web.service"

  var findings: [Doctor.Finding] {
    let isInstalled = ServiceCheck.path(of: Self.unit, on: host) != nil
    if isInstalled && (isRunning || isEnabled(Self.unit) || isEnabled(Self.socket)) {
      return [accounts, gateway] + firewall
    }
    if isListening {
      // As one that a user has started does.
      return [.init("gateway", "somebody listens on port \(port), where phones connect")] + firewall
    }
    return [
      .init(
        "gateway",
        isInstalled
          ? "phones do not play: \(Self.unit) is not enabled"
          : "phones do not play: nobody listens on port \(port); flickpad-web serve would")
    ]
  }

  private func isEnabled(_ unit: String) -> Bool {
    ServiceCheck(host: host).isEnabled(unit)
  }

  private var restart: String { ServiceCheck(host: host).restart(Self.unit) }

  private func runs(_ unit: String) -> Bool { host.process(of: unit) != nil }

  private var isRunning: Bool { runs(Self.unit) }

  private var accounts: Doctor.Finding {
    let problem: String
    if host.primaryGroup("flickpad-web") == nil {
      problem = "there is no user flickpad-web"
    } else if let group = host.group("flickpad-pad"), host.has("flickpad-web", in: group) {
      return .init("phones", "the user flickpad-web is in the group flickpad-pad")
    } else {
      problem = "the user flickpad-web is not in the group flickpad-pad"
    }
    let lines = Self.accountLines.map { "'\($0)'" }.joined(separator: " ")
    return .init(
      "phones", problem,
      .root("systemd-sysusers --inline \(lines) && \(restart)"))
  }

  private var gateway: Doctor.Finding {
    if isRunning {
      if host.process(of: Self.unit) == .isStopped {
        return .init(
          "gateway", "\(Self.unit) is stopped by a signal",
          .root("systemctl kill --signal=CONT \(Self.unit)"))
      }
      guard isListening else {
        return .init(
          "gateway", "\(Self.unit) runs, but nobody listens on port \(port)",
          .root(restart))
      }
      return .init("gateway", "\(Self.unit) runs, and listens on port \(port)")
    }
    if isListening && isEnabled(Self.socket) {
      return .init("gateway", "\(Self.unit) does not run until a phone connects")
    }
    return .init(
      "gateway", "\(Self.unit) does not run (journalctl -u flickpad-web says why)",
      .root(Self.start))
  }

  /// Where the gateway listens: what its socket unit says, where that hands it over, else its service.
  private var port: Int {
    if isEnabled(Self.socket), let place = settings("ListenStream", of: Self.socket).last {
      return Int(place.split(separator: ":").last ?? "") ?? Self.port
    }
    let words = (settings("ExecStart", of: Self.unit).last ?? "").split { $0 == " " || $0 == "=" }
    guard let option = words.firstIndex(of: "--port"), option + 1 < words.count else {
      return Self.port
    }
    return Int(words[option + 1]) ?? Self.port
  }

  /// What a unit and its drop-ins set; an empty value takes those before it away (systemd.unit(5)).
  private func settings(_ key: String, of unit: String) -> [Substring] {
    let directories = ServiceCheck.unitDirectories.map { $0 + "/\(unit).d" }
    // Of two of the same name the first directory's counts; all are read by their names.
    var dropIns: [String: String] = [:]
    for directory in directories.reversed() {
      for name in host.names(directory) where name.hasSuffix(".conf") {
        dropIns[name] = directory + "/" + name
      }
    }
    let files =
      [ServiceCheck.path(of: unit, on: host)].compactMap { $0 }
      + dropIns.sorted { $0.key < $1.key }.map(\.value)
    var values: [Substring] = []
    for line in files.flatMap({ (host.text($0) ?? "").split(separator: "\n") })
    where line.hasPrefix(key + "=") {
      let value = line.dropFirst(key.count + 1)
      values = value.isEmpty ? [] : values + [value]
    }
    return values
  }

  /// By the kernel's lists of sockets (proc(5)): local address and port, peer, and the state, of
  /// which 0A is listening.
  private var isListening: Bool {
    let digits = String(port, radix: 16, uppercase: true)
    let end = ":" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
      (host.text(path) ?? "").split(separator: "\n").contains { line in
        let fields = line.split(separator: " ")
        return fields.count > 3 && fields[1].hasSuffix(end) && fields[3] == "0A"
      }
    }
  }

  /// Those that keep phones out unless told otherwise, and whose rules are files. What they let in
  /// cannot be known for sure, so that nothing is called wrong here.
  private var firewall: [Doctor.Finding] {
    var findings: [Doctor.Finding] = []
    if runs("firewalld.service") {
      findings.append(
        .init(
          "firewall",
          "firewalld runs: phones come in only after firewall-cmd --permanent "
            + "--add-port=\(port)/tcp && firewall-cmd --reload"))
    }
    if (host.text("/etc/ufw/ufw.conf") ?? "").split(separator: "\n").contains("ENABLED=yes") {
      let isLetIn = (host.text("/etc/ufw/user.rules") ?? "").contains("--dport \(port) ")
      findings.append(
        .init(
          "firewall",
          isLetIn
            ? "ufw lets phones in on port \(port)"
            : "ufw is on: phones come in only after ufw allow \(port)/tcp"))
    }
    return findings
  }
}
