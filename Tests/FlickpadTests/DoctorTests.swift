// SPDX-License-Identifier: MIT

import Testing

@testable import flickpad

/// One thing that is wrong with a machine that would play otherwise, and what doctor is to say.
struct Breakage: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var damage: @Sendable (inout PretendHost) -> Void
  /// The subjects that are wrong, in the order of the report.
  var subjects: [String]
  var state: String
  var remedy: Doctor.Remedy

  init(
    _ description: String, _ subjects: String..., state: String, remedy: Doctor.Remedy,
    damage: @escaping @Sendable (inout PretendHost) -> Void
  ) {
    testDescription = description
    self.damage = damage
    self.subjects = subjects
    self.state = state
    self.remedy = remedy
  }
}

private let applyRules =
  "modprobe uinput && udevadm control --reload && udevadm trigger --settle --sysname-match=uinput"
private let start =
  "systemctl reset-failed 'flickpad*' && systemctl enable --now flickpad.service"
private let accounts =
  "systemd-sysusers --inline 'u flickpad - \"Flickpad daemon\"' 'g flickpad-pad -' "
  + "'g flickpad-uinput -' 'm flickpad flickpad-uinput' && "
  + "systemctl try-restart flickpad.service"
private let echoRule = "echo '\(NodeRules.rule)' >/etc/udev/rules.d/60-flickpad.rules && "

struct DoctorTests {
  @Test func aMachineThatPlaysIsWell() {
    let findings = Doctor.findings(on: PretendHost.service.host)
    #expect(
      Doctor.report(findings) == """
        ok     module         uinput is in the kernel
        ok     accounts       the user flickpad is in the group flickpad-uinput
        ok     rule           /usr/local/lib/udev/rules.d/60-flickpad.rules decides
        ok     node           /dev/uinput belongs to the group flickpad-uinput, mode 0660
        ok     unit           starts at boot
        ok     flickpad.sock  /run/flickpad/flickpad.sock belongs to the group flickpad, mode 0660
        ok     pad.sock       /run/flickpad/pad.sock belongs to the group flickpad-pad, mode 0660
        ok     admin.sock     /run/flickpad/admin.sock has mode 0600
        ok     daemon         flickpad.service runs
        ok     you            ada may use /run/flickpad/flickpad.sock
        Playing would work.

        """)
  }

  /// The devices of players 1 and 2.
  private static func plugIn(_ host: inout PretendHost) {
    host.put("/run/udev/data", .directory, mode: 0o755)
    let devices = [
      ("input7", "flickpad/pad0", "event3", "13:67", "JOYSTICK", ["0003", "045e", "028e", "0110"]),
      ("input9", "flickpad/pad1", "event5", "13:69", "JOYSTICK", ["0006", "f11c", "0001", "0001"]),
      ("input8", "flickpad/kbd", "event4", "13:68", "KEYBOARD", ["0006", "f11c", "0002", "0001"]),
      (
        "input5", "isa0060/serio0", "event0", "13:64", "KEYBOARD", ["0011", "0001", "0001", "ab41"]
      ),
    ]
    for (input, phys, event, numbers, property, ids) in devices {
      let folder = "/sys/devices/virtual/input/\(input)"
      host.put(folder + "/phys", text: phys + "\n")
      host.put("\(folder)/\(event)/dev", text: numbers + "\n")
      for (name, id) in zip(["bustype", "vendor", "product", "version"], ids) {
        host.put("\(folder)/id/\(name)", text: id + "\n")
      }
      host.put("/run/udev/data/c" + numbers, text: "I:1\nE:ID_INPUT=1\nE:ID_INPUT_\(property)=1\n")
    }
  }

  @Test func thePlayersDevicesAreSeenAsUdevAndSDLSeeThem() {
    var host = PretendHost.developer
    Self.plugIn(&host)
    #expect(
      Doctor.findings(on: host.host).suffix(3) == [
        .init(
          "player 1",
          "gamepad /dev/input/event3 is a joystick to udev, an Xbox 360 Controller to SDL "
            + "(030000005e0400008e02000010010000)"),
        .init("player 1", "keyboard /dev/input/event4 is a keyboard to udev"),
        .init(
          "player 2",
          "gamepad /dev/input/event5 is a joystick to udev, a game controller by its buttons to SDL "
            + "(060000001cf100000100000001000000)"),
      ])
    host.put("/run/udev/data/c13:67", text: "I:1\nE:ID_INPUT=1\n")
    host.remove("/run/udev/data/c13:68")
    let wrong = Doctor.findings(on: host.host).filter { $0.remedy != nil }
    #expect(
      wrong.map(\.state) == [
        "gamepad /dev/input/event3 is no joystick to udev (a rule may have taken it away)",
        "keyboard /dev/input/event4 is unknown to udev, and so to most programs",
      ])
    #expect(
      wrong.map(\.remedy) == [
        .root("udevadm trigger --settle --action=add /dev/input/event3"),
        .root("udevadm trigger --settle --action=add /dev/input/event4"),
      ])
    // udev may be at work on both.
    let areNew = wrong.allSatisfy(\.mayPass)
    #expect(areNew)
  }

  @Test func aCheckoutWithItsOwnDaemonIsWell() {
    let findings = Doctor.findings(on: PretendHost.developer.host)
    #expect(
      Doctor.report(findings) == """
        ok     module  uinput is in the kernel
        ok     node    ada may open /dev/uinput
        ok     daemon  a daemon of yours listens on /run/user/1000/flickpad/flickpad.sock
        Playing would work.

        """)
  }

  @Test(arguments: [
    Breakage(
      "the module is not loaded, and forbidden", "module",
      state: "/etc/modprobe.d/no.conf keeps uinput from being loaded",
      remedy: .root(
        #"sed -i -E '/^[[:blank:]]*(blacklist|install)[[:blank:]]+uinput\b/d' "#
          + "/etc/modprobe.d/no.conf && modprobe uinput")
    ) {
      $0.remove("/sys/class/misc/uinput")
      $0.put("/etc/modprobe.d/no.conf", text: "# nobody types here\n blacklist\tuinput\n")
    },
    Breakage(
      "the kernel takes no more modules", "module",
      state: "uinput is not loaded, and this kernel takes no more modules until it restarts",
      remedy: .advice("name uinput in a file of /etc/modules-load.d, and restart the machine")
    ) {
      $0.remove("/sys/class/misc/uinput")
      $0.put("/proc/sys/kernel/modules_disabled", text: "1\n")
    },
    Breakage(
      "the kernel came without the module", "module", "node",
      state: "the kernel 6.1.0 has no uinput",
      remedy: .advice(
        "start a kernel that has it (Debian's linux-image-amd64; the cloud kernel has none)")
    ) {
      $0.remove("/sys/class/misc/uinput")
      $0.remove("/dev/uinput")
      $0.put("/lib/modules/6.1.0/modules.dep", text: "kernel/drivers/input/evdev.ko:\n")
    },
    Breakage(
      "there is no node", "node", state: "there is no /dev/uinput",
      remedy: .root("mknod -m 600 /dev/uinput c 10 223 && " + applyRules)
    ) { $0.remove("/dev/uinput") },
    Breakage(
      "there is no node, and the module is not loaded", "node", state: "there is no /dev/uinput",
      remedy: .root(applyRules)
    ) {
      $0.remove("/dev/uinput")
      $0.remove("/sys/class/misc/uinput")
    },
    Breakage(
      "a file has taken the node's name", "node",
      state: "/dev/uinput is not the kernel's device, but something else by that name",
      remedy: .root("rm -rf /dev/uinput && mknod -m 600 /dev/uinput c 10 223 && " + applyRules)
    ) { $0.put("/dev/uinput", mode: 0o660, group: 998) },
    Breakage(
      "the node has another group", "node",
      state: "/dev/uinput belongs to the group root, mode 0660, not to flickpad-uinput, 0660",
      remedy: .root(applyRules)
    ) { $0.statuses["/dev/uinput"]?.group = 0 },
    Breakage(
      "the node is open to nobody", "node",
      state: "/dev/uinput belongs to the group flickpad-uinput, mode 0600, not to "
        + "flickpad-uinput, 0660",
      remedy: .root(applyRules)
    ) { $0.statuses["/dev/uinput"]?.mode = 0o600 },
    Breakage(
      "the rule is missing", "rule",
      state: "no udev rule gives /dev/uinput to the group flickpad-uinput",
      remedy: .root(echoRule + applyRules)
    ) { $0.remove("/usr/local/lib/udev/rules.d/60-flickpad.rules") },
    Breakage(
      "a later rule overrides the group", "rule",
      state: "/etc/udev/rules.d/99-keys.rules overrides "
        + "/usr/local/lib/udev/rules.d/60-flickpad.rules with GROUP=\"input\"",
      remedy: .root(
        "ln -sf /usr/local/lib/udev/rules.d/60-flickpad.rules "
          + "/etc/udev/rules.d/99-keys_flickpad.rules && " + applyRules)
    ) {
      $0.put(
        "/etc/udev/rules.d/99-keys.rules",
        text: #"KERNEL=="uinput", MODE="0660", GROUP="input", TAG+="uaccess""#)
    },
    Breakage(
      "a later rule overrides the mode", "rule",
      state: "/etc/udev/rules.d/99-keys.rules overrides "
        + "/usr/local/lib/udev/rules.d/60-flickpad.rules with MODE=\"0666\"",
      remedy: .root(
        "ln -sf /usr/local/lib/udev/rules.d/60-flickpad.rules "
          + "/etc/udev/rules.d/99-keys_flickpad.rules && " + applyRules)
    ) { $0.put("/etc/udev/rules.d/99-keys.rules", text: #"KERNEL=="uinput", MODE="0666""#) },
    Breakage(
      "an earlier rule lets no later one have a word", "rule",
      state: "/etc/udev/rules.d/10-keys.rules overrides "
        + "/usr/local/lib/udev/rules.d/60-flickpad.rules with GROUP=\"input\"",
      remedy: .root(
        "sed -i '/uinput/s/:=/=/g' /etc/udev/rules.d/10-keys.rules && "
          + "ln -sf /usr/local/lib/udev/rules.d/60-flickpad.rules "
          + "/etc/udev/rules.d/10-keys_flickpad.rules && " + applyRules)
    ) { $0.put("/etc/udev/rules.d/10-keys.rules", text: #"KERNEL=="uinput", GROUP:="input""#) },
    Breakage(
      "two later rules override, the mode last", "rule",
      state: "/etc/udev/rules.d/99-b.rules overrides "
        + "/usr/local/lib/udev/rules.d/60-flickpad.rules with MODE=\"0600\"",
      remedy: .root(
        "ln -sf /usr/local/lib/udev/rules.d/60-flickpad.rules "
          + "/etc/udev/rules.d/99-b_flickpad.rules && " + applyRules)
    ) {
      $0.put("/etc/udev/rules.d/99-a.rules", text: #"KERNEL=="uinput", GROUP="input""#)
      $0.put("/etc/udev/rules.d/99-b.rules", text: #"KERNEL=="uinput", MODE="0600""#)
    },
    Breakage(
      "the rule is masked", "rule",
      state: "/etc/udev/rules.d/60-flickpad.rules hides the rule that came with Flickpad",
      remedy: .root(
        "rm -f /etc/udev/rules.d/60-flickpad.rules && " + echoRule + applyRules)
    ) { $0.mask("/etc/udev/rules.d/60-flickpad.rules") },
    Breakage(
      "the daemon's group is missing", "accounts", "node",
      state: "there is no group flickpad-uinput", remedy: .root(accounts)
    ) {
      $0.groups["flickpad-uinput"] = nil
      $0.statuses["/dev/uinput"]?.group = 0
    },
    Breakage(
      "the daemon's user is missing", "accounts", state: "there is no user flickpad",
      remedy: .root(accounts)
    ) { $0.users["flickpad"] = nil },
    Breakage(
      "the daemon's user is not in its group", "accounts",
      state: "the user flickpad is not in the group flickpad-uinput", remedy: .root(accounts)
    ) { $0.groups["flickpad-uinput"]?.members = [] },
    Breakage(
      "the unit is not enabled", "unit",
      state: "flickpad.service is not enabled: it starts neither at boot nor when somebody "
        + "connects", remedy: .root(start)
    ) {
      $0.remove("/etc/systemd/system/multi-user.target.wants/flickpad.service")
      $0.remove("/etc/systemd/system/sockets.target.wants/flickpad.socket")
    },
    Breakage(
      "the unit is masked", "unit",
      state: "flickpad.service is masked by /etc/systemd/system/flickpad.service",
      remedy: .root(
        "systemctl unmask flickpad.service flickpad.socket flickpad-pad.socket "
          + "flickpad-admin.socket && " + start)
    ) { $0.mask("/etc/systemd/system/flickpad.service") },
    Breakage(
      "a unit is missing", "unit", state: "flickpad-pad.socket is not installed",
      remedy: .advice("install Flickpad again (make install)")
    ) { $0.remove("/usr/local/lib/systemd/system/flickpad-pad.socket") },
    Breakage(
      "the program is missing", "unit",
      state: "flickpad.service starts /usr/local/bin/flickpad, which is not there",
      remedy: .advice("install Flickpad again (make install)")
    ) { $0.remove("/usr/local/bin/flickpad") },
    Breakage(
      "the daemon does not run", "daemon",
      state: "flickpad.service does not run (journalctl -u flickpad says why)",
      remedy: .root(start)
    ) { $0.remove("/sys/fs/cgroup/system.slice/flickpad.service/cgroup.procs") },
    Breakage(
      "the socket is gone", "flickpad.sock", state: "there is no /run/flickpad/flickpad.sock",
      remedy: .root("systemctl restart flickpad.socket")
    ) { $0.remove("/run/flickpad/flickpad.sock") },
    Breakage(
      "a file has taken the socket's name", "flickpad.sock",
      state: "/run/flickpad/flickpad.sock is no socket",
      remedy: .root("rm -rf /run/flickpad/flickpad.sock && systemctl restart flickpad.socket")
    ) { $0.put("/run/flickpad/flickpad.sock") },
    Breakage(
      "nobody listens on the socket", "pad.sock",
      state: "nobody listens on /run/flickpad/pad.sock: it was left by a daemon that died",
      remedy: .root("systemctl restart flickpad-pad.socket")
    ) { $0.served.remove("/run/flickpad/pad.sock") },
    Breakage(
      "anybody may manage players", "admin.sock",
      state: "/run/flickpad/admin.sock has mode 0666, not 0600",
      remedy: .root("chmod 600 /run/flickpad/admin.sock")
    ) { $0.put("/run/flickpad/admin.sock", .socket, mode: 0o666) },
    Breakage(
      "the socket has another group", "flickpad.sock",
      state: "/run/flickpad/flickpad.sock belongs to the group root, mode 0660, not to flickpad, "
        + "0660",
      remedy: .root(
        "chgrp flickpad /run/flickpad/flickpad.sock && chmod 660 /run/flickpad/flickpad.sock")
    ) {
      $0.statuses["/run/flickpad/flickpad.sock"]?.group = 0
      $0.usable = []
    },
    Breakage(
      "the sockets' directory is shut", "flickpad.sock", "pad.sock", "admin.sock",
      state: "nobody can reach it: /run/flickpad has mode 0750",
      remedy: .root("chmod 755 /run/flickpad")
    ) { $0.statuses["/run/flickpad"]?.mode = 0o750 },
    Breakage(
      "the caller is not in the group", "you", state: "ada is not in the group flickpad",
      remedy: .root("usermod -aG flickpad ada  # and log in again")
    ) {
      $0.usable = []
      $0.groups["flickpad"]?.members = []
      $0.caller.groups = [1000]
    },
    Breakage(
      "the caller has not logged in again since joining the group", "you",
      state: "ada is in the group flickpad, but was not at login",
      remedy: .advice("log out and in again")
    ) {
      $0.usable = []
      $0.caller.groups = [1000]
    },
    Breakage(
      "FLICKPAD_SOCKET leads nowhere", "you",
      state: "FLICKPAD_SOCKET names /tmp/gone.sock, where nobody listens",
      remedy: .own("unset FLICKPAD_SOCKET")
    ) { $0.clientSockets = ["/tmp/gone.sock"] },
  ])
  func namesWhatIsWrongWithTheService(_ breakage: Breakage) {
    var host = PretendHost.service
    breakage.damage(&host)
    expect(breakage, on: host)
  }

  @Test(arguments: [
    Breakage(
      "the caller may not open the node", "node", state: "ada may not open /dev/uinput",
      remedy: .root("modprobe uinput && udevadm settle && setfacl -m u:ada:rw /dev/uinput")
    ) { $0.usable.remove("/dev/uinput") },
    Breakage(
      "no daemon runs", "daemon",
      state: "no daemon listens on /run/user/1000/flickpad/flickpad.sock and "
        + "/run/flickpad/flickpad.sock",
      remedy: .own("flickpad serve")
    ) { $0.remove("/run/user/1000/flickpad/flickpad.sock") },
    Breakage(
      "a daemon that died has left its socket", "daemon",
      state: "no daemon listens on /run/user/1000/flickpad/flickpad.sock and "
        + "/run/flickpad/flickpad.sock",
      remedy: .own("flickpad serve")
    ) { $0.served = [] },
    Breakage(
      "the daemon is somebody else's", "daemon",
      state: "ada may not use /run/user/1000/flickpad/flickpad.sock, where a daemon listens",
      remedy: .advice("run clients as the user who started it")
    ) { $0.usable = ["/dev/uinput"] },
  ])
  func namesWhatIsWrongInACheckout(_ breakage: Breakage) {
    var host = PretendHost.developer
    breakage.damage(&host)
    expect(breakage, on: host)
  }

  private func expect(_ breakage: Breakage, on host: PretendHost) {
    let wrong = Doctor.findings(on: host.host).filter { $0.remedy != nil }
    #expect(wrong.map(\.subject) == breakage.subjects)
    #expect(wrong.first?.state == breakage.state)
    #expect(wrong.first?.remedy == breakage.remedy)
  }

  @Test func aModuleThatIsNotLoadedYetIsNothingWrong() {
    var host = PretendHost.service
    host.remove("/sys/class/misc/uinput")
    let module = Doctor.findings(on: host.host)[0]
    #expect(module == .init("module", "uinput is not loaded, but opening /dev/uinput loads it"))
  }

  @Test func aServiceThatWaitsForAConnectionIsNothingWrong() {
    var host = PretendHost.service
    host.remove("/etc/systemd/system/multi-user.target.wants/flickpad.service")
    host.remove("/sys/fs/cgroup/system.slice/flickpad.service/cgroup.procs")
    let findings = Doctor.findings(on: host.host)
    #expect(findings.allSatisfy { $0.remedy == nil })
    #expect(findings.contains(.init("unit", "starts when somebody connects")))
  }

  @Test func rootMayUseWhatTheGroupMay() {
    var host = PretendHost.service
    host.caller = Host.Caller(name: "root", id: 0, groups: [0])
    host.usable.insert("/dev/uinput")
    #expect(Doctor.findings(on: host.host).allSatisfy { $0.remedy == nil })
  }

  @Test func whatIsWrongHasItsRemedyOnTheNextLine() {
    let text = Doctor.report([
      .init("module", "is there"), .init("you", "may not", .root("usermod")),
      .init("unit", "starts nothing", .own("flickpad serve")), .init("x", "y", .advice("look")),
    ])
    #expect(
      text == """
        ok     module  is there
        WRONG  you     may not
                       as root: usermod
        WRONG  unit    starts nothing
                       run: flickpad serve
        WRONG  x       y
                       look
        3 things are wrong; mend them from the top down.

        """)
  }
}
