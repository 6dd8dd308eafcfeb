// SPDX-License-Identifier: MIT

import Evdev
import Glibc
import Pad
import Writing

/// Devices and players that an earlier daemon has left with systemd.
struct Inheritance {
  private(set) var devices: [(name: StoredName, device: InheritedDevice)] = []
  private(set) var memory: MemoryFile?
  private(set) var players: [Recollection] = []

  /// Takes what was stored. The devices let go of everything at once: since the other's end nobody
  /// could. What is unknown is closed, and kept no longer.
  init(_ stored: [Handover.Item], log: Log) {
    var memories: [Int32] = []
    for item in stored {
      switch StoredName(item.name) {
      case .memory: memories.append(item.descriptor)
      case .device:
        take(item, log)
      case nil:
        log.warning("systemd has kept '\(item.name)', which is nothing of Flickpad's; it is let go")
        Store.remove(item.name)
        close(item.descriptor)
      }
    }
    guard !memories.isEmpty else { return }
    do throws(MemoryFile.Damage) {
      guard memories.count == 1 else { throw .isForeign }
      try remember(memories[0], log)
    } catch {
      log.warning(
        "who played before this start is forgotten: "
          + (error == .isForeign ? "another version has written that" : "what was kept is damaged"))
      Store.remove(StoredName.memory.text)
      for descriptor in memories { close(descriptor) }
    }
  }

  private mutating func take(_ item: Handover.Item, _ log: Log) {
    guard let name = StoredName(item.name) else { return }
    let device = InheritedDevice(descriptor: item.descriptor)
    do throws(EvdevError) {
      try device.release()
      devices.append((name, device))
    } catch {
      log.warning("\(item.name), which systemd has kept, is gone: \(error.description)")
      Store.remove(item.name)
    }
  }

  private mutating func remember(_ descriptor: Int32, _ log: Log) throws(MemoryFile.Damage) {
    var record: [UInt8] = []
    memory = try MemoryFile(taking: descriptor, record: &record)
    if let players = Recollection.players(record) {
      self.players = players
    } else {
      // Whole, so that it is of ours; the next record takes its place.
      log.warning("who played before this start is forgotten: the record makes no sense")
    }
  }

  /// Gives a device away that was made of such a description.
  mutating func device(for description: DeviceDescription) -> InheritedDevice? {
    let name = StoredName(description)
    guard let index = devices.firstIndex(where: { $0.name == name }) else { return nil }
    return devices.remove(at: index).device
  }
}
