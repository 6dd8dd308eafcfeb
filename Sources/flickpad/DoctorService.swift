// SPDX-License-Identifier: MIT

import Service

/// The installed service: its user and groups, its units, its sockets, and whether the caller may
/// use them.
struct ServiceCheck {
  var host: Host

  private static let units = [
    "flickpad.service", "flickpad.socket", "flickpad-pad.socket", "flickpad-admin.socket",
  ]
  static let unitDirectories = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system", "/lib/systemd/system",
  ]
  /// The lines of systemd/flickpad.sysusers.
  static let accountLines = [
    #"u flickpad - "Flickpad daemon""#, "g flickpad-pad -", "g flickpad-uinput -",
    "m flickpad flickpad-uinput",
  ]
  /// A unit that has failed too often, or is about to, starts again only after a reset.
  private static let afresh = "systemctl reset-failed 'flickpad*' && systemctl"
  private static let start = "\(afresh) enable --now flickpad.service"

  /// Whether this machine runs Flickpad as a service: systemd is there, and so is our unit.
  static func applies(to host: Host) -> Bool {
    host.status("/run/systemd/system")?.kind == .directory
      && path(of: "flickpad.service", on: host) != nil
  }

  static func path(of unit: String, on host: Host) -> String? {
    unitDirectories.map { $0 + "/" + unit }.first { host.status($0) != nil }
  }

  // MARK: Users and groups

  var accounts: Doctor.Finding {
    var problems: [String] = []
    if host.primaryGroup("flickpad") == nil { problems.append("there is no user flickpad") }
    for name in ["flickpad", "flickpad-pad", DeviceCheck.group] where host.group(name) == nil {
      problems.append("there is no group \(name)")
    }
    if problems.isEmpty, !host.has("flickpad", in: host.group(DeviceCheck.group)!) {
      problems.append("the user flickpad is not in the group \(DeviceCheck.group)")
    }
    if problems.isEmpty {
      return .init("accounts", "the user flickpad is in the group \(DeviceCheck.group)")
    }
    let lines = Self.accountLines.map { "'\($0)'" }.joined(separator: " ")
    return .init(
      "accounts", problems.joined(separator: ", "),
      .root("systemd-sysusers --inline \(lines) && \(restart("flickpad.service"))"))
  }

  // MARK: Units

  /// Has a service run with what has changed; one that is not to run at boot only where it runs.
  func restart(_ unit: String) -> String {
    let isMasked = Self.path(of: unit, on: host).flatMap(host.status)?.kind == .character
    return "\(Self.afresh) \(isEnabled(unit) && !isMasked ? "restart" : "try-restart") \(unit)"
  }

  var unit: Doctor.Finding {
    for unit in Self.units {
      guard let path = Self.path(of: unit, on: host) else {
        return .init("unit", "\(unit) is not installed", .advice(Self.reinstall))
      }
      // Masked: a link to /dev/null.
      if host.status(path)?.kind == .character {
        return .init(
          "unit", "\(unit) is masked by \(path)",
          .root("systemctl unmask \(Self.units.joined(separator: " ")) && \(Self.start)"))
      }
    }
    if let program, host.status(program)?.kind != .file {
      return .init(
        "unit", "flickpad.service starts \(program), which is not there", .advice(Self.reinstall))
    }
    if isEnabled("flickpad.service") { return .init("unit", "starts at boot") }
    if isEnabled("flickpad.socket") { return .init("unit", "starts when somebody connects") }
    return .init(
      "unit",
      "flickpad.service is not enabled: it starts neither at boot nor when somebody connects",
      .root(Self.start))
  }

  private static let reinstall = "install Flickpad again (make install)"

  /// What the service's unit starts.
  private var program: String? {
    guard let path = Self.path(of: "flickpad.service", on: host),
      let line = host.text(path)?.split(separator: "\n").first(where: { $0.hasPrefix("ExecStart=") }
      )
    else { return nil }
    return line.split(separator: "=")[1].split(separator: " ").first.map(String.init)
  }

  func isEnabled(_ unit: String) -> Bool {
    ["/etc/systemd/system", "/run/systemd/system"].contains { directory in
      host.names(directory).contains { name in
        (name.hasSuffix(".wants") || name.hasSuffix(".requires"))
          && host.status("\(directory)/\(name)/\(unit)") != nil
      }
    }
  }

  var daemon: Doctor.Finding {
    switch host.process(of: "flickpad.service") {
    case .runs: return .init("daemon", "flickpad.service runs")
    case .isNew:
      // One that cannot start is started again and again, and would look as if it ran.
      var finding = Doctor.Finding(
        "daemon", "flickpad.service was started a moment ago", .advice("look again"))
      finding.mayPass = true
      return finding
    case .isStopped:
      return .init(
        "daemon", "flickpad.service is stopped by a signal",
        .root("systemctl kill --signal=CONT flickpad.service"))
    case nil: break
    }
    if !isEnabled("flickpad.service") && isEnabled("flickpad.socket") {
      return .init("daemon", "flickpad.service does not run until somebody connects")
    }
    return .init(
      "daemon", "flickpad.service does not run (journalctl -u flickpad says why)", .root(Self.start)
    )
  }

  // MARK: Sockets

  func socket(_ kind: SocketKind) -> Doctor.Finding {
    let path = SocketPlaces.service + "/" + kind.rawValue
    let restart = "\(Self.afresh) restart \(Self.unit(kind))"
    func finding(_ state: String, _ remedy: Doctor.Remedy? = nil) -> Doctor.Finding {
      .init(kind.rawValue, state, remedy)
    }
    if let directory = host.status(SocketPlaces.service), directory.mode & 0o011 != 0o011 {
      return finding(
        "nobody can reach it: \(SocketPlaces.service) has mode \(DeviceCheck.octal(directory.mode))",
        .root("chmod 755 \(SocketPlaces.service)"))
    }
    guard let status = host.status(path) else {
      return finding("there is no \(path)", .root(restart))
    }
    guard status.kind == .socket else {
      return finding(
        "\(path) is no socket", .root("rm -rf \(path) && \(restart)"))
    }
    guard host.isServed(path) else {
      return finding(
        "nobody listens on \(path): it was left by a daemon that died",
        .root(restart))
    }
    let mode = DeviceCheck.octal(status.mode)
    guard let wanted = kind.group else {
      let state = "\(path) has mode \(mode)"
      if status.mode & 0o077 == 0 { return finding(state) }
      return finding("\(state), not 0600", .root("chmod 600 \(path)"))
    }
    let group = host.groupName(status.group) ?? String(status.group)
    let state = "\(path) belongs to the group \(group), mode \(mode)"
    if group == wanted && status.mode & 0o777 == 0o660 { return finding(state) }
    return finding(
      "\(state), not to \(wanted), 0660", .root("chgrp \(wanted) \(path) && chmod 660 \(path)"))
  }

  private static func unit(_ kind: SocketKind) -> String {
    switch kind {
    case .full: "flickpad.socket"
    case .pad: "flickpad-pad.socket"
    case .admin: "flickpad-admin.socket"
    }
  }

  // MARK: The caller

  var caller: Doctor.Finding {
    let caller = host.caller
    let own = SocketPlaces.service + "/" + SocketKind.full.rawValue
    if let path = host.clientSockets.first(where: { host.isServed($0) && host.isUsable($0) }) {
      return .init("you", "\(caller.name) may use \(path)")
    }
    if !host.clientSockets.contains(own) {
      return .init(
        "you", "FLICKPAD_SOCKET names \(host.clientSockets.joined()), where nobody listens",
        .own("unset FLICKPAD_SOCKET"))
    }
    guard let group = host.group("flickpad") else {
      return .init(
        "you", "\(caller.name) may not use \(own) before the group flickpad exists",
        .advice("mend the accounts first"))
    }
    // Then it is the socket that is wrong, which has a line of its own.
    if caller.id == 0 || caller.groups.contains(group.id) {
      return .init("you", "\(caller.name) is in the group flickpad")
    }
    if host.has(caller.name, in: group) {
      return .init(
        "you", "\(caller.name) is in the group flickpad, but was not at login",
        .advice("log out and in again"))
    }
    return .init(
      "you", "\(caller.name) is not in the group flickpad",
      .root("usermod -aG flickpad \(caller.name)  # and log in again"))
  }
}

/// A daemon that a user starts, where no service is installed.
struct OwnDaemonCheck {
  var host: Host

  var daemon: Doctor.Finding {
    if let path = host.clientSockets.first(where: { host.isServed($0) && host.isUsable($0) }) {
      return .init("daemon", "a daemon of yours listens on \(path)")
    }
    if let path = host.clientSockets.first(where: { host.isServed($0) }) {
      return .init(
        "daemon", "\(host.caller.name) may not use \(path), where a daemon listens",
        .advice("run clients as the user who started it"))
    }
    let places = host.clientSockets.joined(separator: " and ")
    return .init("daemon", "no daemon listens on \(places)", .own("flickpad serve"))
  }
}

extension Host {
  /// Whether somebody listens on a socket, by the kernel's list of them (unix(7), proc(5)): unlike
  /// connecting, that wakes nobody.
  func isServed(_ path: String) -> Bool {
    guard status(path)?.kind == .socket else { return false }
    let acceptsConnections = "00010000"
    return (text("/proc/net/unix") ?? "").split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 7)
      return fields.count == 8 && fields[3] == acceptsConnections && fields[7] == path
    }
  }
}
