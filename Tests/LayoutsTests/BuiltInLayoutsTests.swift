// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Testing

/// What the layouts that come along promise.
struct BuiltInLayoutsTests {
  private func load(_ name: String) throws -> LoadedLayout {
    try #require(try BuiltInLayouts.load(named: name, names: headerNames))
  }

  private func codes(_ names: [String]) throws -> Set<Code> {
    Set(try names.map { try #require(headerNames.code($0)) })
  }

  private func control(_ id: String, of layout: Layout) throws -> Layout.Control {
    try #require(layout.controls.first { $0.id == id })
  }

  @Test func thereAreThree() {
    #expect(BuiltInLayouts.names == ["gamepad", "retro", "showcase"])
    #expect(BuiltInLayouts.defaultName == "gamepad")
    #expect(BuiltInLayouts.bytes(named: "other") == nil)
  }

  @Test(arguments: BuiltInLayouts.names)
  func eachLoadsWithoutAWarning(_ name: String) throws {
    let loaded = try load(name)
    #expect(loaded.layout.name == name)
    #expect(loaded.warnings == [])
  }

  /// Fingers of 7 mm on a phone of 148 mm width; neighbours of a flick key and items of a menu
  /// included, nothing is smaller.
  @Test(arguments: BuiltInLayouts.names)
  func eachFitsAPhoneAndItsThumbs(_ name: String) throws {
    let layout = try load(name).layout
    #expect((1.9...2.3).contains(layout.size.width / layout.size.height))
    let millimetre = layout.size.width / 148
    for control in layout.controls {
      #expect(min(control.frame.width, control.frame.height) >= 7 * millimetre, "\(control.id)")
    }
  }

  @Test func gamepadIsAWholeXboxPad() throws {
    let layout = try load("gamepad").layout
    #expect(layout.gamepad == .xbox360)
    #expect(
      layout.codes
        == (try codes([
          "BTN_SOUTH", "BTN_EAST", "BTN_NORTH", "BTN_WEST", "BTN_TL", "BTN_TR", "BTN_SELECT",
          "BTN_START", "BTN_MODE", "BTN_THUMBL", "BTN_THUMBR", "BTN_DPAD_UP", "BTN_DPAD_DOWN",
          "BTN_DPAD_LEFT", "BTN_DPAD_RIGHT", "ABS_X", "ABS_Y", "ABS_RX", "ABS_RY", "ABS_Z",
          "ABS_RZ",
        ])))
    #expect(DeviceDescription.devices(for: layout, player: 1).map(\.device) == [.gamepad])

    guard case .dpad(let dpad) = try control("dpad", of: layout).kind else {
      Issue.record("dpad is no pad")
      return
    }
    #expect(dpad.ways == 8)
    #expect(dpad.deadZone > 0)
    for direction in [dpad.north, dpad.south, dpad.west, dpad.east] {
      let code = try #require(direction?.atoms.first?.code)
      #expect(layout.gamepad.hat(for: code) != nil)
    }

    for (id, axis) in [("left-trigger", "ABS_Z"), ("right-trigger", "ABS_RZ")] {
      guard case .slide(let trigger) = try control(id, of: layout).kind else {
        Issue.record("\(id) is no slide")
        return
      }
      #expect(trigger.snap == .instant)
      // A slide that was let go at its very end stays there until it is rearmed.
      #expect(try #require(trigger.rearm) <= Interval(seconds: 0.001))
      #expect(trigger.position == headerNames.code(axis))
    }
    #expect(layout.codes.count == 21)
  }

  /// The letters stand as on the pad itself, whose X is the kernel's BTN_NORTH.
  @Test func gamepadHasItsLettersWhereAnXboxPadHasThem() throws {
    let layout = try load("gamepad").layout
    let buttons = try ["a", "b", "x", "y"].map { try control($0, of: layout) }
    let (a, b, x, y) = (buttons[0].frame, buttons[1].frame, buttons[2].frame, buttons[3].frame)
    #expect(x.x < a.x && a.x == y.x && y.x < b.x)
    #expect(y.y < x.y && x.y == b.y && b.y < a.y)
    for (button, number) in zip(buttons, [0x130, 0x131, 0x133, 0x134] as [UInt16]) {
      #expect(button.shape == .circle)
      guard case .button(let options) = button.kind else {
        Issue.record("\(button.id) is no button")
        return
      }
      #expect(options.glide)
      #expect(options.press == Binding([.key(.key(number))]))
    }
  }

  @Test func retroIsAPadAndTwoButtons() throws {
    let layout = try load("retro").layout
    #expect(
      layout.codes
        == (try codes([
          "BTN_DPAD_UP", "BTN_DPAD_DOWN", "BTN_DPAD_LEFT", "BTN_DPAD_RIGHT", "BTN_SOUTH",
          "BTN_EAST", "BTN_SELECT", "BTN_START",
        ])))
    #expect(layout.controls.map(\.id) == ["dpad", "a", "b", "select", "start"])
    #expect(DeviceDescription.devices(for: layout, player: 1).map(\.device) == [.gamepad])
  }

  @Test func showcaseHasEveryKindOnce() throws {
    let layout = try load("showcase").layout
    // What a file calls them is what they are called here.
    let kinds = layout.controls.compactMap { Mirror(reflecting: $0.kind).children.first?.label }
    #expect(
      kinds.sorted() == [
        "button", "dpad", "flick", "knob", "menu", "slide", "stick", "tilt", "toggle", "trackpad",
      ])
    for control in layout.controls {
      guard case .slide(let slide) = control.kind else { continue }
      #expect(slide.rearm != nil)
    }
  }

  /// Keys and buttons that no desktop acts upon; xkb maps KEY_F20 to KEY_F23 to the switches of
  /// microphone and touchpad.
  @Test func showcaseHarmsNothing() throws {
    let layout = try load("showcase").layout
    let harmless = try codes(
      ["KEY_F14", "KEY_F15", "KEY_F16", "KEY_F17", "KEY_F18", "KEY_F19", "KEY_F24"]
        + ["KEY_LEFTSHIFT", "REL_X", "REL_Y", "REL_WHEEL", "REL_HWHEEL"]
        + ["ABS_X", "ABS_Y", "ABS_RX", "ABS_RY", "ABS_THROTTLE"]
        + (1...40).map { "BTN_TRIGGER_HAPPY\($0)" })
    #expect(layout.codes.subtracting(harmless) == [])
  }
}
