// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad

/// Layout files, and those that clients bring: each is refused with sentences that have a place, or
/// keeps to what the controls rely on, reads the same again, and has devices.
func fuzzLayouts(_ bytes: [UInt8]) {
  let loaded: LoadedLayout
  do throws(BadLayout) {
    loaded = try LayoutFile.read(bytes, path: "t", names: .libevdev, reserved: [])
  } catch {
    require(!error.diagnostics.isEmpty, "refused without a reason")
    for diagnostic in error.diagnostics {
      require(diagnostic.line > 0 && diagnostic.column > 0, "\(diagnostic)")
    }
    return
  }
  do throws(BadLayout) {
    let again = try LayoutFile.read(loaded.json, path: "t", names: .libevdev, reserved: [])
    require(again.layout == loaded.layout, "another layout when read again")
    require(again.json == loaded.json, "another text when read again")
  } catch {
    fatalError("refused when read again: \(error)")
  }
  checkLimits(loaded.layout)
  let player = Player(loaded.layout)
  require(player.isNeutral && player.states.count == loaded.layout.controls.count, "states")
  let devices = DeviceDescription.devices(for: loaded.layout, player: 1)
  require(devices.count <= Device.allCases.count, "\(devices.count) devices")
}

private func checkLimits(_ layout: Layout) {
  require(layout.size.width > 0 && layout.size.height > 0, "\(layout.size)")
  require(Set(layout.controls.map(\.id)).count == layout.controls.count, "an id twice")
  for control in layout.controls {
    let frame = control.frame
    require(min(frame.width, frame.height) >= 0.001, "\(frame)")
    require(max(frame.x.magnitude, frame.y.magnitude) <= 1e6, "\(frame)")
  }
  for code in layout.codes {
    require(!code.isForbidden && code.device != nil, "\(code)")
    require(code.device != .gamepad || layout.gamepad.accepts(code), "\(code)")
  }
}
