// SPDX-License-Identifier: MIT

import Pad

/// The devices of the players that are there: what udev and SDL take them for.
struct PlayersCheck {
  var host: Host

  private static let inputs = "/sys/devices/virtual/input"
  private static let udev = "/run/udev/data"

  /// What a device of a player is by its phys, which only Flickpad gives.
  private struct Kind {
    var player: Int
    var device: Device

    /// nil for a device that is not Flickpad's.
    init?(phys: String) {
      let stems: [(String, Device)] = [("pad", .gamepad), ("kbd", .keyboard), ("mouse", .mouse)]
      for (stem, device) in stems where phys.hasPrefix("flickpad/" + stem) {
        let rest = phys.dropFirst("flickpad/".count + stem.count)
        guard let number = rest.isEmpty ? 0 : Int(rest) else { continue }
        self.device = device
        player = number + 1
        return
      }
      return nil
    }

    /// What udev calls such a device (systemd, udev-builtin-input_id.c).
    var property: String {
      switch device {
      case .gamepad: "ID_INPUT_JOYSTICK"
      case .keyboard: "ID_INPUT_KEYBOARD"
      case .mouse: "ID_INPUT_MOUSE"
      }
    }
  }

  /// One for each device, by player.
  var devices: [Doctor.Finding] {
    var found: [(kind: Kind, finding: Doctor.Finding)] = []
    for name in host.names(Self.inputs) {
      let folder = "\(Self.inputs)/\(name)"
      guard let phys = line(folder + "/phys"), let kind = Kind(phys: phys),
        let event = host.names(folder).first(where: { $0.hasPrefix("event") }),
        let numbers = line("\(folder)/\(event)/dev")
      else { continue }
      found.append((kind, finding(kind, folder, event: event, numbers: numbers)))
    }
    let order = Device.allCases
    return found.sorted { first, second in
      (first.kind.player, order.firstIndex(of: first.kind.device)!)
        < (second.kind.player, order.firstIndex(of: second.kind.device)!)
    }.map(\.finding)
  }

  private func finding(
    _ kind: Kind, _ folder: String, event: String, numbers: String
  ) -> Doctor.Finding {
    let node = "/dev/input/\(event)"
    let state = "\(kind.device.name) \(node)"
    func finding(_ words: String, _ remedy: Doctor.Remedy? = nil) -> Doctor.Finding {
      .init("player \(kind.player)", "\(state) \(words)", remedy)
    }
    let sdl = kind.device == .gamepad ? ", \(sdl(folder))" : ""
    guard host.status(Self.udev) != nil else {
      return finding("is there; no udev is, so programs look at it themselves\(sdl)")
    }
    let again = Doctor.Remedy.root("udevadm trigger --settle --action=add \(node)")
    guard let entry = host.text("\(Self.udev)/c\(numbers)") else {
      return passing(finding("is unknown to udev, and so to most programs", again))
    }
    guard entry.split(separator: "\n").contains("E:\(kind.property)=1") else {
      // The entry may be that of an earlier device.
      return passing(
        finding("is no \(noun(kind)) to udev (a rule may have taken it away)", again))
    }
    return finding("is a \(noun(kind)) to udev\(sdl)")
  }

  /// What is so until udev has done with a new device.
  private func passing(_ finding: Doctor.Finding) -> Doctor.Finding {
    var finding = finding
    finding.mayPass = true
    return finding
  }

  private func noun(_ kind: Kind) -> String {
    kind.device == .gamepad ? "joystick" : kind.device.name
  }

  /// Under which name and GUID SDL has a gamepad (SDL_joystick.c, SDL_gamecontrollerdb.h).
  private func sdl(_ folder: String) -> String {
    let fields = ["bustype", "vendor", "product", "version"].map {
      line("\(folder)/id/\($0)").flatMap { UInt16($0, radix: 16) } ?? 0
    }
    let guid = fields.map { field in
      [field & 0xff, field >> 8, 0, 0].map { Self.hex($0) }.joined()
    }.joined()
    let isXbox = fields[1] == 0x045e && fields[2] == 0x028e
    return isXbox
      ? "an Xbox 360 Controller to SDL (\(guid))"
      : "a game controller by its buttons to SDL (\(guid))"
  }

  private static func hex(_ byte: UInt16) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  private func line(_ path: String) -> String? {
    host.text(path).map { String($0.prefix { $0 != "\n" }) }
  }
}
