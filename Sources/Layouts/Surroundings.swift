// SPDX-License-Identifier: MIT

import Pad

/// What looks like a mistake in a layout that is right as such: controls out of reach or on top of
/// each other.
struct Surroundings {
  let layout: Layout
  let places: LayoutReader.Places
  let report: Report

  func check() {
    if layout.controls.isEmpty {
      report.warning("controls", at: places.controls, "is empty, so touches do nothing")
    }
    let frames = layout.controls.map(\.frame)
    for index in layout.controls.indices where !report.hasEnough {
      checkReach(of: frames[index], "controls[\(index)].frame", at: places.each[index].frame)
      checkOverlap(of: index, frames)
      if case .menu(let menu) = layout.controls[index].kind { checkItems(of: menu, index) }
    }
    checkWheels()
  }

  /// A mouse whose wheel is told in 120ths, as a trackpad's scrolling is, loses the clicks that are not
  /// on programs that go by libinput, which takes it at its word (evdev-wheel.c).
  private func checkWheels() {
    let wheels: [Code: Code] = [.relWheel: .relWheelHiRes, .relHWheel: .relHWheelHiRes]
    let scrolls = layout.controls.contains { control in
      guard case .trackpad(let trackpad) = control.kind else { return false }
      return trackpad.scrollX != nil || trackpad.scrollY != nil
    }
    guard scrolls else { return }
    for (index, control) in layout.controls.enumerated() {
      if case .trackpad = control.kind { continue }
      var clicks = control.kind.amounts.filter { wheels[$0] != nil }
      for codes in control.kind.bindings.map({ $0.atoms.map(\.code) }) {
        clicks += codes.filter { code in wheels[code].map { !codes.contains($0) } ?? false }
      }
      guard let code = clicks.first else { continue }
      let name = code == .relWheel ? "REL_WHEEL" : "REL_HWHEEL"
      report.warning(
        "controls[\(index)].bind", at: places.each[index].frame,
        "turns \(name), which a trackpad of this layout scrolls in finer steps: some programs take "
          + "those only; bind \(name):1+\(name)_HI_RES:120")
    }
  }

  private func checkReach(of frame: Rect, _ field: @autoclosure () -> String, at offset: Int) {
    let width = layout.size.width
    let height = layout.size.height
    var surface: String { "the surface of \(width.told) x \(height.told)" }
    if frame.x >= width || frame.y >= height || frame.x + frame.width <= 0
      || frame.y + frame.height <= 0
    {
      report.warning(field(), at: offset, "lies outside \(surface), where no finger gets")
    } else if frame.x < 0 || frame.y < 0 || frame.x + frame.width > width
      || frame.y + frame.height > height
    {
      report.warning(field(), at: offset, "reaches beyond \(surface)")
    }
  }

  /// Items count only while their menu is open, and cover what is below them on purpose.
  private func checkOverlap(of index: Int, _ frames: [Rect]) {
    let below = frames.indices.prefix(index).filter { frames[$0].overlaps(frames[index]) }
    guard !below.isEmpty else { return }
    var named = below.prefix(below.count > 4 ? 3 : 4).map { layout.controls[$0].id.quoted }
    if below.count > 4 { named.append("\(below.count - 3) more") }
    report.warning(
      "controls[\(index)].frame", at: places.each[index].frame,
      "overlaps \(named.listed()); where they meet, \(layout.controls[index].id.quoted) gets the "
        + "touch, as the later one")
  }

  private func checkItems(of menu: MenuOptions, _ index: Int) {
    let control = layout.controls[index]
    for item in menu.items.indices where !report.hasEnough {
      checkReach(
        of: menu.itemFrame(item, of: control.frame), "controls[\(index)].items[\(item)]",
        at: places.each[index].items[item])
    }
    let isHorizontal = menu.direction == .right || menu.direction == .left
    let length = isHorizontal ? control.frame.width : control.frame.height
    if menu.spacing.magnitude < length {
      report.warning(
        "controls[\(index)].spacing", at: places.each[index].spacing,
        "\(menu.spacing.told) puts the items on top of each other, since each is \(length.told) "
          + (isHorizontal ? "wide" : "high"))
    }
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
