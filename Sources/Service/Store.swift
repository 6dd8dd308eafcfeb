// SPDX-License-Identifier: MIT

import CSystemd
import Evdev
import Glibc
import Writing

/// systemd keeps descriptors for a service (FDSTORE=1 of sd_notify(3)), over its restart and its
/// death: with those of the devices games keep their pads, and with one of memory clients come back
/// as the players that they were.
///
/// The memory is written when a client comes or goes, or a layout is changed; by touches never.
final class Store {
  let memory: MemoryFile
  /// What all players are to be remembered with; nil until those of an earlier daemon are here.
  var players: (() -> [Recollection])?
  private let log: Log
  private var cannotKeep = false
  private var cannotRemember = false

  /// Whether systemd keeps anything for us: from version 254 on it says so in $FDSTORE; before, our
  /// unit does, in $FLICKPAD_FDSTORE. Where that is wrong, nothing worse happens than that devices go
  /// with the daemon.
  static var isThere: Bool {
    func number(_ name: String) -> Int? {
      getenv(name).map { Int(String(cString: $0)) ?? 0 }
    }
    guard let socket = getenv("NOTIFY_SOCKET"), socket[0] != 0 else { return false }
    return (number("FDSTORE") ?? number("FLICKPAD_FDSTORE") ?? 0) > 0
  }

  /// A store with the memory of an earlier daemon, which is kept already, or with a new one.
  ///
  /// - Throws: why there can be no new one.
  init(_ old: MemoryFile?, log: Log) throws(EventLoop.Failure) {
    self.log = log
    if let old {
      memory = old
    } else {
      memory = try MemoryFile()
      keep(memory.descriptor, as: .memory)
    }
  }

  /// Has a device kept.
  func keep(_ device: UInputDevice) {
    keep(device.descriptor, as: StoredName(device.description))
    if device.description.hasForceFeedback {
      device.remember(in: memory.effects(ofPlayer: device.description.player))
    }
  }

  /// Has a device kept no longer, since it is to go.
  func forget(_ device: UInputDevice) { Self.remove(StoredName(device.description).text) }

  /// Has what is kept under a name kept no longer.
  static func remove(_ name: String) { sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)") }

  private func keep(_ descriptor: Int32, as name: StoredName) {
    var descriptor = descriptor
    let result = sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name.text)", &descriptor, 1)
    guard result < 0, !cannotKeep else { return }
    cannotKeep = true
    log.warning(
      "systemd does not keep the devices, so that they go with the daemon: "
        + String(cString: strerror(-result)))
  }

  /// Writes down who plays. Before a client hears of its token.
  func remember() {
    guard let players = players?() else { return }
    guard !memory.write(Recollection.record(players, layouts: true)),
      !memory.write(Recollection.record(players, layouts: false)), !cannotRemember
    else { return }
    cannotRemember = true
    log.warning("who plays cannot be remembered for the next start: memory is short")
  }
}
