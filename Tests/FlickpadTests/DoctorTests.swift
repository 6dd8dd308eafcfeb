// SPDX-License-Identifier: MIT

import Testing

@testable import flickpad

/// What doctor says of machines that play, and how it says what is wrong.
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
        ok     gateway        phones do not play: nobody listens on port 3542; flickpad-web serve would
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
        ok     module   uinput is in the kernel
        ok     node     ada may open /dev/uinput
        ok     daemon   a daemon of yours listens on /run/user/1000/flickpad/flickpad.sock
        ok     gateway  phones do not play: nobody listens on port 3542; flickpad-web serve would
        Playing would work.

        """)
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
