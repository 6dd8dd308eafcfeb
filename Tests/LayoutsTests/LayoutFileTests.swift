// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Testing

/// What right files become.
struct LayoutFileTests {
  private func read(_ text: String) throws -> LoadedLayout {
    try LayoutFile.read(Array(text.utf8), path: "t", names: headerNames)
  }

  private func kind(_ kind: String, _ fields: String) throws -> Layout.Kind {
    try read(file(of: control(kind, fields))).layout.controls[0].kind
  }

  private func code(_ name: String) throws -> Code {
    try #require(headerNames.code(name))
  }

  private func keys(_ names: String...) throws -> Binding {
    Binding(try names.map { .key(try code($0)) })
  }

  @Test func aFileWithAllOfItsTrimmings() throws {
    let loaded = try read(
      """
      // A hand of cards and a door.
      {
        name: 'den_2', size: { width: 640, height: 360, }, // units
        "controls": [
          { id: "walk", kind: "dpad", frame: { x: 10, y: 20.5, width: 120, height: 120 },
            label: "Gehen ⇆", face: "square", color: "#A0b1C2", icon: "⇆",
            bind: { north: "KEY_W", south: "KEY_S", } },
          { id: "door", kind: "toggle", frame: { x: 200, y: 0x10, width: 50, height: +50 },
            bind: { selected: "BTN_A" } },
        ],
      }
      """)
    var walk = DPadOptions()
    walk.north = try keys("KEY_W")
    walk.south = try keys("KEY_S")
    var door = ToggleOptions()
    door.selected = try keys("BTN_SOUTH")
    #expect(
      loaded.layout
        == Layout(
          name: "den_2", size: Size(width: 640, height: 360), gamepad: .xbox360,
          controls: [
            Layout.Control(
              id: "walk", frame: Rect(x: 10, y: 20.5, width: 120, height: 120), shape: .rect,
              kind: .dpad(walk)),
            Layout.Control(
              id: "door", frame: Rect(x: 200, y: 16, width: 50, height: 50), shape: .circle,
              kind: .toggle(door)),
          ]))
    #expect(loaded.warnings == [])
    #expect(
      String(decoding: loaded.json, as: UTF8.self)
        == #"{"name":"den_2","size":{"width":640,"height":360},"controls":["#
        + #"{"id":"walk","kind":"dpad","frame":{"x":10,"y":20.5,"width":120,"height":120},"#
        + ##""label":"Gehen ⇆","face":"square","color":"#A0b1C2","icon":"⇆","##
        + #""bind":{"north":"KEY_W","south":"KEY_S"}},"#
        + #"{"id":"door","kind":"toggle","frame":{"x":200,"y":16,"width":50,"height":50},"#
        + #""bind":{"selected":"BTN_A"}}]}"#)
  }

  @Test func whatIsNotSaidHasItsDefault() throws {
    #expect(try kind("dpad", "") == .dpad(DPadOptions()))
    #expect(try kind("flick", "bind: {}") == .flick(FlickOptions()))
    #expect(try kind("toggle", "") == .toggle(ToggleOptions()))
    #expect(try kind("slide", "") == .slide(SlideOptions()))
    #expect(try kind("button", "repeat: false") == .button(ButtonOptions()))
    #expect(try kind("stick", "") == .stick(StickOptions()))
    #expect(try kind("knob", "") == .knob(KnobOptions()))
    #expect(try kind("trackpad", "") == .trackpad(TrackpadOptions()))
    #expect(try kind("tilt", "centre: {}") == .tilt(TiltOptions()))
    var menu = MenuOptions()
    menu.items = [nil]
    #expect(try kind("menu", "items: [{}], bind: {}") == .menu(menu))
  }

  @Test func everyOptionArrives() throws {
    var dpad = DPadOptions()
    dpad.directions = [.west, .north]
    dpad.deadZone = 0.25
    dpad.ways = 8
    dpad.hold = true
    dpad.glide = true
    dpad.repeat = Repeat()
    dpad.repeat?.delay = Interval(microseconds: 1000)
    dpad.repeat?.interval = Interval(microseconds: 20_000)
    dpad.repeat?.style = .retrigger
    dpad.west = Binding([.abs(.absHat0X, value: -1), .rel(.relWheel, value: -3)])
    dpad.east = try keys("KEY_LEFTSHIFT", "KEY_TAB")
    #expect(
      try kind(
        "dpad",
        """
        directions: ['west', 'north'], deadZone: 0.25, ways: 8, hold: true, glide: true,
        repeat: { delay: 0.001, interval: 0.02, style: 'retrigger' },
        bind: { west: 'ABS_HAT0X:-1+REL_WHEEL:-3', east: 'KEY_LEFTSHIFT+KEY_TAB' }
        """) == .dpad(dpad))

    var flick = FlickOptions()
    flick.fire = .hold
    flick.center = try keys("KEY_1")
    flick.top = try keys("KEY_2")
    flick.bottom = try keys("KEY_3")
    flick.left = try keys("KEY_4")
    flick.right = try keys("KEY_5")
    #expect(
      try kind(
        "flick",
        """
        fire: 'hold', margins: { top: 4 }, labels: { left: '' }, bind: { center: 'KEY_1',
        top: 'KEY_2', bottom: 'KEY_3', left: 'KEY_4', right: 'KEY_5' }
        """) == .flick(flick))

    var toggle = ToggleOptions()
    toggle.selected = try keys("BTN_TL")
    toggle.toggled = try keys("KEY_T")
    toggle.on = try keys("KEY_O")
    toggle.off = try keys("KEY_P")
    #expect(
      try kind(
        "toggle",
        "bind: { selected: 'BTN_TL', toggled: 'KEY_T', on: 'KEY_O', off: 'KEY_P' }")
        == .toggle(toggle))

    var slide = SlideOptions()
    slide.orientation = .vertical
    slide.thumb = 99.5
    slide.snap = .stay
    slide.rearm = Interval(microseconds: 1_500_000)
    slide.finished = try keys("BTN_START")
    slide.position = try code("ABS_RZ")
    #expect(
      try kind(
        "slide",
        """
        orientation: 'vertical', thumb: 99.5, snap: 'stay', rearm: 1.5,
        bind: { finished: 'BTN_START', position: 'ABS_RZ' }
        """) == .slide(slide))

    var menu = MenuOptions()
    menu.direction = .down
    menu.spacing = -120
    menu.closeOnSelect = true
    menu.items = [try keys("KEY_M"), nil]
    #expect(
      try kind(
        "menu",
        """
        direction: 'down', spacing: -120, closeOnSelect: true,
        items: [{ label: 'map', icon: 'map', bind: 'KEY_M' }, { label: 'nothing' }]
        """) == .menu(menu))

    var button = ButtonOptions()
    button.hold = true
    button.glide = true
    button.repeat = Repeat()
    button.press = try keys("BTN_MODE")
    #expect(
      try kind("button", "hold: true, glide: true, repeat: true, bind: { press: 'BTN_MODE' }")
        == .button(button))

    var stick = StickOptions()
    stick.deadZone = 0
    stick.mode = .floating
    stick.north = try keys("KEY_W")
    stick.south = try keys("KEY_S")
    stick.west = try keys("KEY_A")
    stick.east = try keys("KEY_D")
    stick.tap = try keys("BTN_THUMBL")
    stick.x = .absHat0X
    stick.y = try code("ABS_Y")
    #expect(
      try kind(
        "stick",
        """
        deadZone: 0, mode: 'floating', bind: { north: 'KEY_W', south: 'KEY_S', west: 'KEY_A',
        east: 'KEY_D', tap: 'BTN_THUMBL', x: 'ABS_HAT0X', y: 'ABS_Y' }
        """) == .stick(stick))

    var knob = KnobOptions()
    knob.detents = 1000
    knob.clockwise = try keys("KEY_VOLUMEUP")
    knob.counterclockwise = try keys("KEY_VOLUMEDOWN")
    knob.step = try code("REL_DIAL")
    #expect(
      try kind(
        "knob",
        """
        detents: 1000, bind: { clockwise: 'KEY_VOLUMEUP', counterclockwise: 'KEY_VOLUMEDOWN',
        step: 'REL_DIAL' }
        """) == .knob(knob))

    var trackpad = TrackpadOptions()
    trackpad.sensitivity = 2.5
    trackpad.tap = try keys("BTN_LEFT")
    trackpad.tap2 = try keys("BTN_RIGHT")
    trackpad.x = .relX
    trackpad.y = .relY
    trackpad.scrollX = .relHWheel
    trackpad.scrollY = .relWheel
    #expect(
      try kind(
        "trackpad",
        """
        sensitivity: 2.5, bind: { tap: 'BTN_LEFT', tap2: 'BTN_RIGHT', x: 'REL_X', y: 'REL_Y',
        scrollX: 'REL_HWHEEL', scrollY: 'REL_WHEEL' }
        """) == .trackpad(trackpad))

    var tilt = TiltOptions()
    tilt.range = 90
    tilt.deadZone = 0
    tilt.smoothing = Interval(microseconds: 1_500_000)
    tilt.centreRoll = -7.5
    tilt.centrePitch = 180
    tilt.north = try keys("KEY_W")
    tilt.south = try keys("KEY_S")
    tilt.west = try keys("KEY_A")
    tilt.east = try keys("KEY_D")
    tilt.recentre = try keys("BTN_THUMBL")
    tilt.x = .absHat0X
    tilt.y = try code("ABS_Y")
    #expect(
      try kind(
        "tilt",
        """
        range: 90, deadZone: 0, smoothing: 1.5, centre: { roll: -7.5, pitch: 180 },
        bind: { north: 'KEY_W', south: 'KEY_S', west: 'KEY_A', east: 'KEY_D',
        recentre: 'BTN_THUMBL', x: 'ABS_HAT0X', y: 'ABS_Y' }
        """) == .tilt(tilt))
  }

  @Test func codesThatAreEasilyMistakenForForbiddenOnes() throws {
    for name in ["KEY_BRIGHTNESS_MAX", "KEY_RO", "KEY_STOP", "BTN_TRIGGER_HAPPY40", "BTN_TASK"] {
      #expect(try kind("button", "bind: { press: '\(name)' }").bindings == [try keys(name)])
    }
  }

  // MARK: Warnings

  @Test func controlsOutOfReachAreWarnedOf() {
    let controls = """
      { id: 'a', kind: 'button', frame: { x: 800, y: 0, width: 10, height: 10 } },
      { id: 'b', kind: 'button', frame: { x: -0.5, y: 0, width: 10, height: 10 } },
      { id: 'c', kind: 'button', frame: { x: 0, y: 390, width: 800, height: 10 } },
      { id: 'd', kind: 'menu', frame: { x: 700, y: 100, width: 60, height: 60 },
        items: [{},
          {}] },
      """
    #expect(
      findings(file(of: controls)) == [
        "t:2:35: warning: controls[0].frame: "
          + "lies outside the surface of 800 x 400, where no finger gets",
        "t:3:35: warning: controls[1].frame: reaches beyond the surface of 800 x 400",
        "t:6:11: warning: controls[3].items[0]: reaches beyond the surface of 800 x 400",
        "t:7:5: warning: controls[3].items[1]: "
          + "lies outside the surface of 800 x 400, where no finger gets",
      ])
  }

  @Test func controlsOnTopOfEachOtherAreWarnedOf() {
    let controls = """
      { id: 'a', kind: 'button', frame: { x: 0, y: 0, width: 10, height: 10 } },
      { id: 'b', kind: 'button', frame: { x: 10, y: 0, width: 10, height: 10 } },
      { id: 'c', kind: 'button', frame: { x: 9, y: 9, width: 2, height: 2 } },
      { id: 'd', kind: 'button', frame: { x: 0, y: 0, width: 10, height: 9 } },
      { id: 'e', kind: 'button', frame: { x: 0, y: 0, width: 99, height: 99 } },
      { id: 'f', kind: 'button', frame: { x: 0, y: 0, width: 99, height: 99 } },
      """
    let ending = "gets the touch, as the later one"
    #expect(
      findings(file(of: controls)) == [
        "t:4:35: warning: controls[2].frame: overlaps \"a\" and \"b\"; "
          + "where they meet, \"c\" \(ending)",
        "t:5:35: warning: controls[3].frame: overlaps \"a\"; where they meet, \"d\" \(ending)",
        "t:6:35: warning: controls[4].frame: overlaps \"a\", \"b\", \"c\" and \"d\"; "
          + "where they meet, \"e\" \(ending)",
        "t:7:35: warning: controls[5].frame: overlaps \"a\", \"b\", \"c\" and 2 more; "
          + "where they meet, \"f\" \(ending)",
      ])
  }

  @Test func clicksOfAWheelThatIsAlsoScrolledAreWarnedOf() {
    let wheels = """
      { id: 'a', kind: 'button', frame: { x: 0, y: 0, width: 9, height: 9 },
        bind: { press: 'REL_WHEEL:1' } },
      { id: 'b', kind: 'button', frame: { x: 10, y: 0, width: 9, height: 9 },
        bind: { press: 'REL_WHEEL:-1+REL_WHEEL_HI_RES:-120' } },
      { id: 'c', kind: 'knob', frame: { x: 20, y: 0, width: 9, height: 9 },
        bind: { step: 'REL_HWHEEL' } },
      """
    #expect(findings(file(of: wheels)) == [])
    let ending =
      "which a trackpad of this layout scrolls in finer steps: some programs take those only"
    let trackpad =
      "{ id: 't', kind: 'trackpad', frame: { x: 40, y: 0, width: 9, height: 9 }, bind: { scrollY: "
      + "'REL_WHEEL' } }"
    #expect(
      findings(file(of: wheels + trackpad)) == [
        "t:2:35: warning: controls[0].bind: turns REL_WHEEL, \(ending); "
          + "bind REL_WHEEL:1+REL_WHEEL_HI_RES:120",
        "t:6:33: warning: controls[2].bind: turns REL_HWHEEL, \(ending); "
          + "bind REL_HWHEEL:1+REL_HWHEEL_HI_RES:120",
      ])
  }

  @Test func menusCoverWhatTheyLikeButNotThemselves() {
    let controls = """
      { id: 'a', kind: 'button', frame: { x: 80, y: 0, width: 80, height: 80 } },
      { id: 'm', kind: 'menu', frame: { x: 0, y: 0, width: 60, height: 80 }, spacing: 60,
        items: [{}] },
      { id: 'n', kind: 'menu', frame: { x: 0, y: 100, width: 60, height: 80 }, spacing: 60,
        direction: 'down', items: [{}] },
      """
    #expect(
      findings(file(of: controls)) == [
        "t:5:83: warning: controls[2].spacing: "
          + "60 puts the items on top of each other, since each is 80 high"
      ])
  }

  @Test func aLayoutWithoutControlsIsWarnedOf() {
    #expect(
      findings(file(of: "")) == ["t:1:79: warning: controls: is empty, so touches do nothing"])
  }
}
