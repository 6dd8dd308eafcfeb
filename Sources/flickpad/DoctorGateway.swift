// SPDX-License-Identifier: MIT

/// The gateway for phones, where its service is installed.
struct GatewayCheck {
  var host: Host

  private static let unit = "flickpad-web.service"
  private static let socket = "flickpad-web.socket"
  /// The lines of systemd/flickpad-web.sysusers.
  static let accountLines = [
    #"u flickpad-web - "Flickpad gateway""#, "g flickpad-pad -", "m flickpad-web flickpad-pad",
  ]
  private static let start =
    "systemctl reset-failed 'flickpad-web*'; systemctl enable --now flickpad-web.service"

  /// Nothing where it is not installed.
  var findings: [Doctor.Finding] {
    guard ServiceCheck.path(of: Self.unit, on: host) != nil else { return [] }
    guard isRunning || isEnabled(Self.unit) || isEnabled(Self.socket) else {
      return [.init("gateway", "phones do not play: \(Self.unit) is not enabled")]
    }
    return [accounts, gateway] + firewall
  }

  private func isEnabled(_ unit: String) -> Bool {
    ServiceCheck(host: host).isEnabled(unit)
  }

  private var restart: String { ServiceCheck(host: host).restart(Self.unit) }

  private func runs(_ unit: String) -> Bool {
    !(host.text("/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs") ?? "").isEmpty
  }

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

  /// The port that the unit, with its drop-ins, has the gateway listen on.
  private var port: Int {
    let directories = ["/run/systemd/system", "/etc/systemd/system"].map { $0 + "/\(Self.unit).d" }
    let dropIns = directories.flatMap { directory in
      host.names(directory).filter { $0.hasSuffix(".conf") }.sorted().map { directory + "/" + $0 }
    }
    let files = [ServiceCheck.path(of: Self.unit, on: host)].compactMap { $0 } + dropIns
    let commands = files.flatMap { file in
      (host.text(file) ?? "").split(separator: "\n").filter { $0.hasPrefix("ExecStart=") }
    }
    let words = (commands.last ?? "").split { $0 == " " || $0 == "=" }
    guard let option = words.firstIndex(of: "--port"), option + 1 < words.count else { return 3542 }
    return Int(words[option + 1]) ?? 3542
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
