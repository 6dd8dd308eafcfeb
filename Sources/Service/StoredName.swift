// SPDX-License-Identifier: MIT

import Evdev
import Pad

/// The names under which systemd keeps descriptors for us (FDNAME= of sd_notify(3)).
enum StoredName: Equatable {
  /// What the next daemon has to know.
  case memory
  /// A device of a player, with the fingerprint of its description: with another one it would be
  /// another device.
  case device(Device, player: Int, fingerprint: UInt64)

  init(_ description: DeviceDescription) {
    self = .device(
      description.device, player: description.player, fingerprint: description.fingerprint.value)
  }

  /// Such as player1-gamepad-0123456789abcdef.
  var text: String {
    switch self {
    case .memory: return "memory"
    case .device(let device, let player, let fingerprint):
      let digits = String(fingerprint, radix: 16)
      return "player\(player)-\(device.name)-"
        + String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  /// What a name means; nil where it is none of ours.
  init?(_ text: String) {
    if text == Self.memory.text {
      self = .memory
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("player"),
      let player = Int(parts[0].dropFirst(6)),
      let device = Device.allCases.first(where: { $0.name == parts[1] }),
      let fingerprint = UInt64(parts[2], radix: 16)
    else { return nil }
    self = .device(device, player: player, fingerprint: fingerprint)
    // One name for one device: +1 and 01 are numbers, too.
    guard player > 0, self.text == text else { return nil }
  }
}
