// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad

/// A player at the daemon: the core at work, its devices, and who plays.
final class Seat {
  /// From 1.
  let number: Int
  var player: Player
  /// The layout as its file has it.
  private(set) var layout: LoadedLayout
  /// How a client asked for it; nil is the layout that players begin with.
  var layoutName: String?
  let devices: Devices
  let ids: DeviceDescription.IDs
  /// In the order in which they came.
  var sessions: [Connection] = []
  /// Whether new devices are still unknown to those who wait for them.
  var isSettling = false
  /// Watches the gamepad for requests of force feedback.
  var forceFeedback: DescriptorSource?

  init(number: Int, layout: LoadedLayout, devices: Devices, ids: DeviceDescription.IDs) {
    self.number = number
    self.layout = layout
    self.devices = devices
    self.ids = ids
    player = Player(layout.layout)
    player.wantsSignals = false
  }

  private func descriptions(for layout: Layout) -> [DeviceDescription] {
    DeviceDescription.devices(for: layout, player: number, ids: ids)
  }

  /// Makes the devices of the present layout. Says whether there are new ones.
  func plugIn(at now: Instant) throws(EvdevError) -> Bool {
    try plugIn(layout.layout, at: now)
  }

  private func plugIn(_ layout: Layout, at now: Instant) throws(EvdevError) -> Bool {
    let new = try devices.fit(descriptions(for: layout), at: now)
    for device in new { player.deviceWasReplaced(device) }
    return !new.isEmpty
  }

  /// Another layout: everything held is let go of and reported, then the devices are changed to
  /// what it needs. Says whether there are new ones.
  ///
  /// - Throws: the kernel's refusal to make a device; layout and devices are then as before, with
  ///   everything let go of.
  func change(
    to new: LoadedLayout, at now: Instant, report: () -> Void
  ) throws(EvdevError) -> Bool {
    player.change(to: new.layout, at: now)
    report()
    do {
      let isNew = try plugIn(new.layout, at: now)
      layout = new
      return isNew
    } catch {
      player.change(to: layout.layout, at: now)
      throw error
    }
  }

  /// The sessions that want to hear of events.
  var hasListeners: Bool { sessions.contains { $0.wantsFeedback } }
}
