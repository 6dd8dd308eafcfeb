// SPDX-License-Identifier: MIT

@testable import flickpad

/// A machine on paper, for doctor to look at.
struct PretendHost {
  var statuses: [String: Host.Status] = [:]
  var texts: [String: String] = [:]
  var groups: [String: Host.Group] = [:]
  var users: [String: UInt32] = [:]
  /// The sockets somebody listens on.
  var served: Set<String> = []
  var usable: Set<String> = []
  var caller = Host.Caller(name: "ada", id: 1000, groups: [1000, 997])
  var clientSockets = ["/run/user/1000/flickpad/flickpad.sock", "/run/flickpad/flickpad.sock"]

  mutating func put(
    _ path: String, _ kind: Host.Status.Kind = .file, mode: UInt32 = 0o644, group: UInt32 = 0,
    device: Host.Device? = nil, text: String? = nil
  ) {
    statuses[path] = Host.Status(kind: kind, mode: mode, group: group, device: device)
    texts[path] = text
  }

  mutating func remove(_ path: String) {
    statuses[path] = nil
    texts[path] = nil
  }

  /// A file that is a link to /dev/null.
  mutating func mask(_ path: String) {
    put(path, .character, device: Host.Device(major: 1, minor: 3), text: "")
  }

  /// The service, installed as make install and its last words leave it.
  static var service: PretendHost {
    var host = developer
    host.groups["flickpad-uinput"] = Host.Group(id: 998, members: ["flickpad"])
    host.groups["flickpad-pad"] = Host.Group(id: 999, members: [])
    host.groups["flickpad"] = Host.Group(id: 997, members: ["ada"])
    host.users["flickpad"] = 997
    host.put(
      "/dev/uinput", .character, mode: 0o660, group: 998,
      device: Host.Device(major: 10, minor: 223))
    host.put("/usr/local/lib/udev/rules.d/60-flickpad.rules", text: NodeRules.rule)
    host.put("/run/systemd/system", .directory, mode: 0o755)
    host.put("/usr/local/bin/flickpad", mode: 0o755)
    let units = "/usr/local/lib/systemd/system/"
    host.put(
      units + "flickpad.service", text: "[Service]\nExecStart=/usr/local/bin/flickpad serve\n")
    host.put(units + "flickpad.socket")
    host.put(units + "flickpad-pad.socket")
    host.put(units + "flickpad-admin.socket")
    host.put("/etc/systemd/system/multi-user.target.wants/flickpad.service")
    host.put("/etc/systemd/system/sockets.target.wants/flickpad.socket")
    host.put("/etc/systemd/system/sockets.target.wants/flickpad-pad.socket")
    host.put("/etc/systemd/system/sockets.target.wants/flickpad-admin.socket")
    host.put("/sys/fs/cgroup/system.slice/flickpad.service/cgroup.procs", text: "4711\n")
    host.put("/run/flickpad", .directory, mode: 0o755)
    host.put("/run/flickpad/flickpad.sock", .socket, mode: 0o660, group: 997)
    host.put("/run/flickpad/pad.sock", .socket, mode: 0o660, group: 999)
    host.put("/run/flickpad/admin.sock", .socket, mode: 0o600)
    host.served = [
      "/run/flickpad/flickpad.sock", "/run/flickpad/pad.sock", "/run/flickpad/admin.sock",
    ]
    host.usable = ["/run/flickpad/flickpad.sock"]
    return host
  }

  /// A machine with the module, a checkout and no service, whose user plays with a daemon of their
  /// own.
  static var developer: PretendHost {
    var host = PretendHost()
    host.groups["root"] = Host.Group(id: 0, members: [])
    host.groups["ada"] = Host.Group(id: 1000, members: [])
    host.users = ["root": 0, "ada": 1000]
    host.put("/sys/class/misc/uinput", .directory)
    host.put("/lib/modules/6.1.0/modules.dep", text: "kernel/drivers/input/misc/uinput.ko:\n")
    host.put("/dev/uinput", .character, mode: 0o600, device: Host.Device(major: 10, minor: 223))
    host.put("/run/user/1000/flickpad/flickpad.sock", .socket, mode: 0o600, group: 1000)
    host.served = ["/run/user/1000/flickpad/flickpad.sock"]
    host.usable = ["/dev/uinput", "/run/user/1000/flickpad/flickpad.sock"]
    return host
  }

  var host: Host {
    var texts = texts
    texts["/proc/net/unix"] =
      "Num       RefCount Protocol Flags    Type St Inode Path\n"
      + (statuses.filter { $0.value.kind == .socket }.map { path, _ in
        let flags = served.contains(path) ? "00010000" : "00000000"
        return "0000000000000000: 00000002 00000000 \(flags) 0001 01 12345 \(path)\n"
      }).joined()
    return Host(
      status: { statuses[$0] },
      text: { texts[$0] },
      names: { directory in
        Array(
          Set(
            statuses.keys.filter { $0.hasPrefix(directory + "/") }
              .map { String($0.dropFirst(directory.count + 1).prefix { $0 != "/" }) }))
      },
      isUsable: { usable.contains($0) },
      primaryGroup: { users[$0] },
      group: { groups[$0] },
      groupName: { id in groups.first { $0.value.id == id }?.key },
      caller: caller, clientSockets: clientSockets, kernelRelease: "6.1.0")
  }
}
