// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Testing

/// What a wrong file is told, word for word. Controls stand in line 2.
struct ErrorTests {
  /// A kind, its further fields, and what follows `t:2:`.
  struct Case: Sendable, CustomStringConvertible {
    var kind: String
    var fields: String
    var errors: [String]

    init(_ kind: String, _ fields: String, _ errors: String...) {
      self.kind = kind
      self.fields = fields
      self.errors = errors
    }

    var description: String { "\(kind) \(fields)" }
  }

  // swift-format-ignore
  static let fieldCases: [Case] = [
    // Names of fields.
    Case("dpad", "lable: 'x'",
      "74: controls[0].lable: unknown field; did you mean label?"),
    Case("dpad", "deadzone: 0.1",
      "74: controls[0].deadzone: unknown field; did you mean deadZone?"),
    Case("dpad", "thumb: 3",
      "74: controls[0].thumb: unknown field; a dpad has no thumb, which belongs to slide"),
    Case("toggle", "hold: true",
      "76: controls[0].hold: unknown field; a toggle has no hold, which belongs to dpad and button"),
    Case("flick", "ways: 8",
      "75: controls[0].ways: unknown field; a flick has no ways, which belongs to dpad"),
    Case("dpad", "north: 'KEY_A'",
      "74: controls[0].north: unknown field; north belongs in bind"),
    Case("dpad", "x: 3",
      "74: controls[0].x: unknown field; x belongs in frame"),
    Case("dpad", "zzzzz: 3",
      "74: controls[0].zzzzz: unknown field; known here: id, kind, frame, shape, label, icon, margins, face, color, activeColor, bind, directions, deadZone, ways, hold, glide and repeat"),
    Case("button", "'\\u001b[2J\\u202e\"': 3",
      "76: controls[0].\\u{1b}[2J\\u{202e}\\\": unknown field; known here: id, kind, frame, shape, label, icon, margins, face, color, activeColor, bind, hold, glide and repeat"),
    // A wrong kind hides no other error.
    Case("buton", "bind: { press: 'KEY_ENTRE', x: 'ABS_X' }, foo: 1, thumb: 1",
      "18: controls[0].kind: must be \"dpad\", \"flick\", \"toggle\", \"slide\", \"menu\", \"button\", \"stick\", \"knob\", \"trackpad\" or \"tilt\", not \"buton\"; did you mean button?",
      "90: controls[0].bind.press: unknown code \"KEY_ENTRE\"; did you mean KEY_ENTER?",
      "117: controls[0].foo: unknown field"),
    // Fields of every control.
    Case("button", "shape: 'circel', label: 3, icon: 'two words', color: 'red', activeColor: '#12345g'",
      "83: controls[0].shape: must be \"rect\" or \"circle\", not \"circel\"; did you mean circle?",
      "100: controls[0].label: must be text in quotes, not 3",
      "109: controls[0].icon: must be a name of letters, digits, - and _, or one character, not \"two words\"",
      "129: controls[0].color: must be a colour such as \"#59acff\", not \"red\"",
      "149: controls[0].activeColor: must be a colour such as \"#59acff\", not \"#12345g\""),
    Case("button", "bind: 'KEY_A'",
      "82: controls[0].bind: must be an object { press }, not \"KEY_A\""),
    // dpad
    Case("dpad", "directions: []",
      "86: controls[0].directions: is empty, so the pad would do nothing; leave it out for all four"),
    Case("dpad", "directions: 'north'",
      "86: controls[0].directions: must be a list of directions such as [\"north\", \"south\"], not \"north\""),
    Case("dpad", "directions: ['north', 'nort', 'north', 3]",
      "96: controls[0].directions[1]: must be \"north\", \"south\", \"west\" or \"east\", not \"nort\"; did you mean north?",
      "104: controls[0].directions[2]: \"north\" is here twice",
      "113: controls[0].directions[3]: must be \"north\", \"south\", \"west\" or \"east\", not 3"),
    Case("dpad", "deadZone: 1",
      "84: controls[0].deadZone: must be a fraction from 0 to below 1, not 1"),
    Case("dpad", "deadZone: '0.5'",
      "84: controls[0].deadZone: must be a fraction from 0 to below 1, not \"0.5\""),
    Case("dpad", "ways: 6",
      "80: controls[0].ways: must be 4 or 8, not 6"),
    Case("dpad", "hold: 'yes', glide: 1, face: null",
      "80: controls[0].hold: must be true or false, not \"yes\"",
      "94: controls[0].glide: must be true or false, not 1",
      "103: controls[0].face: must be \"cross\" or \"square\", not null"),
    Case("dpad", "repeat: 3",
      "82: controls[0].repeat: must be true, false or an object { delay, interval, style }, not 3"),
    Case("dpad", "repeat: { dely: 1, delay: 0.0009, interval: 0.019, style: 'autorpeat' }",
      "84: controls[0].repeat.dely: unknown field; did you mean delay?",
      "100: controls[0].repeat.delay: must be a time from 0.001 to 3600 seconds, not 0.0009",
      "118: controls[0].repeat.interval: must be a time from 0.02 to 3600 seconds, not 0.019",
      "132: controls[0].repeat.style: must be \"auto\", \"autorepeat\" or \"retrigger\", not \"autorpeat\"; did you mean autorepeat?"),
    Case("button", "repeat: { delay: 3601, interval: 1e9 }",
      "93: controls[0].repeat.delay: must be a time from 0.001 to 3600 seconds, not 3601",
      "109: controls[0].repeat.interval: must be a time from 0.02 to 3600 seconds, not 1000000000"),
    // flick
    Case("flick", "fire: 'press', labels: { centre: 'x', top: 3 }, margins: { top: -1, middle: 2 }",
      "81: controls[0].fire: must be \"release\" or \"hold\", not \"press\"",
      "100: controls[0].labels.centre: unknown field; did you mean center?",
      "118: controls[0].labels.top: must be text in quotes, not 3",
      "139: controls[0].margins.top: must be a number from 0 to 1000000, not -1",
      "143: controls[0].margins.middle: unknown field; known here: top, bottom, left and right"),
    // slide
    Case("slide", "thumb: 200",
      "82: controls[0].thumb: must be shorter than its track, which is 200 long, not 200"),
    Case("slide", "thumb: 100.5, orientation: 'vertical'",
      "82: controls[0].thumb: must be shorter than its track, which is 100 long, not 100.5"),
    Case("slide", "thumb: 0",
      "82: controls[0].thumb: must be a number from 0.001 to 1000000, not 0"),
    Case("slide", "orientation: 'vertical'",
      "34: controls[0].frame: is no longer than the slide's thumb, which takes the shorter side (100) unless thumb says otherwise; make the track longer, or set thumb or orientation"),
    Case("slide", "orientation: 'up', snap: 'sping', rearm: 0",
      "88: controls[0].orientation: must be \"horizontal\" or \"vertical\", not \"up\"",
      "100: controls[0].snap: must be \"spring\", \"stay\" or \"instant\", not \"sping\"; did you mean spring?",
      "116: controls[0].rearm: must be a time from 0.001 to 3600 seconds, not 0"),
    // menu
    Case("menu", "label: 'm'",
      "1: controls[0].items: missing; must be a list of items { label, icon, bind }"),
    Case("menu", "direction: 'rigth', spacing: 'x', closeOnSelect: 1, items: []",
      "85: controls[0].direction: must be \"right\", \"left\", \"up\" or \"down\", not \"rigth\"; did you mean right?",
      "103: controls[0].spacing: must be a number from -1000000 to 1000000, not \"x\"",
      "123: controls[0].closeOnSelect: must be true or false, not 1",
      "133: controls[0].items: is empty; a menu needs at least one item"),
    Case("menu", "items: [ 3, { lable: 'x', bind: { press: 'KEY_A' } }, { bind: 'KEY_ENTRE'} ], bind: { press: 'KEY_A' }",
      "83: controls[0].items[0]: must be an object { label, icon, bind }, not 3",
      "88: controls[0].items[1].lable: unknown field; did you mean label?",
      "106: controls[0].items[1].bind: must be codes in quotes such as \"KEY_ENTER\" or \"KEY_LEFTCTRL+KEY_C\", not an object",
      "136: controls[0].items[2].bind: unknown code \"KEY_ENTRE\"; did you mean KEY_ENTER?",
      "160: controls[0].bind.press: unknown binding; a menu's items have their own bind"),
    Case("menu", "items: [" + String(repeating: "{},", count: 65) + "]",
      "81: controls[0].items: has 65 items; a menu has at most 64"),
    // stick, knob, trackpad
    Case("stick", "mode: 'flaoting', deadZone: -0.1",
      "81: controls[0].mode: must be \"fixed\" or \"floating\", not \"flaoting\"; did you mean floating?",
      "103: controls[0].deadZone: must be a fraction from 0 to below 1, not -0.1"),
    Case("knob", "detents: 2.5",
      "83: controls[0].detents: must be a whole number from 1 to 1000, not 2.5"),
    Case("knob", "detents: 1001",
      "83: controls[0].detents: must be a whole number from 1 to 1000, not 1001"),
    Case("tilt", "range: 0.9, deadZone: 1, smoothing: -0.1, center: {}",
      "81: controls[0].range: must be an angle from 1 to 90 degrees, not 0.9",
      "96: controls[0].deadZone: must be a fraction from 0 to below 1, not 1",
      "110: controls[0].smoothing: must be a time from 0 to 10 seconds, not -0.1",
      "116: controls[0].center: unknown field; did you mean centre?"),
    Case("tilt", "range: 91, smoothing: 11, centre: { roll: 91, pitch: -181, yaw: 0 }",
      "81: controls[0].range: must be an angle from 1 to 90 degrees, not 91",
      "96: controls[0].smoothing: must be a time from 0 to 10 seconds, not 11",
      "116: controls[0].centre.roll: must be an angle from -90 to 90 degrees, not 91",
      "127: controls[0].centre.pitch: must be an angle from -180 to 180 degrees, not -181",
      "133: controls[0].centre.yaw: unknown field; known here: roll and pitch"),
    Case("tilt", "centre: 0, mode: 'fixed', x: 'ABS_X'",
      "82: controls[0].centre: must be an object { roll, pitch }, not 0",
      "85: controls[0].mode: unknown field; a tilt has no mode, which belongs to stick",
      "100: controls[0].x: unknown field; x belongs in bind"),
    Case("knob", "centre: {}",
      "74: controls[0].centre: unknown field; a knob has no centre, which belongs to tilt"),
    Case("trackpad", "sensitivity: 0",
      "91: controls[0].sensitivity: must be a number above 0, at most 1000, not 0"),
  ]

  // swift-format-ignore
  static let bindingCases: [Case] = [
    // Names of bindings.
    Case("dpad", "bind: { nort: 'KEY_W' }",
      "82: controls[0].bind.nort: unknown binding; did you mean north?"),
    Case("flick", "bind: { press: 'KEY_A', middle: 'KEY_B' }",
      "83: controls[0].bind.press: unknown binding; a flick has no press, which belongs to button",
      "99: controls[0].bind.middle: unknown binding; known here: center, top, bottom, left and right"),
    // Grammar.
    Case("button", "bind: { press: '' }",
      "91: controls[0].bind.press: names no code; leave it out where nothing is to be sent"),
    Case("button", "bind: { press: ['KEY_A'] }",
      "91: controls[0].bind.press: must be codes in quotes such as \"KEY_ENTER\" or \"KEY_LEFTCTRL+KEY_C\", not a list"),
    Case("button", "bind: { press: 'KEY_A + KEY_B' }",
      "91: controls[0].bind.press: write \"KEY_A + KEY_B\" without spaces, such as \"KEY_LEFTCTRL+KEY_C\""),
    Case("button", "bind: { press: 'KEY_A+' }",
      "91: controls[0].bind.press: a code is missing beside \"+\""),
    Case("button", "bind: { press: ':3' }",
      "91: controls[0].bind.press: a code is missing before \":\""),
    Case("button", "bind: { press: 'KEY_A:1' }",
      "91: controls[0].bind.press: KEY_A takes no value, since it is down or up; write \"KEY_A\""),
    Case("button", "bind: { press: 'ABS_X' }",
      "91: controls[0].bind.press: ABS_X needs a value to go with, a whole number from -32768 to 32767, such as \"ABS_X:32767\""),
    Case("button", "bind: { press: 'ABS_Z:256' }",
      "91: controls[0].bind.press: the value of ABS_Z must be a whole number from 0 to 255, not \"256\""),
    Case("button", "bind: { press: 'ABS_HAT0X:1.5' }",
      "91: controls[0].bind.press: the value of ABS_HAT0X must be a whole number from -1 to 1, not \"1.5\""),
    Case("button", "bind: { press: 'ABS_X:1:2' }",
      "91: controls[0].bind.press: the value of ABS_X must be a whole number from -32768 to 32767, not \"1:2\""),
    Case("button", "bind: { press: 'ABS_Y:' }",
      "91: controls[0].bind.press: the value of ABS_Y must be a whole number from -32768 to 32767, not \"\""),
    Case("button", "bind: { press: 'REL_X' }",
      "91: controls[0].bind.press: REL_X needs a value to go with, a whole number from -32767 to 32767, such as \"REL_X:1\""),
    Case("button", "bind: { press: 'REL_X:0' }",
      "91: controls[0].bind.press: REL_X:0 would move nothing; give it another value"),
    Case("button", "bind: { press: 'REL_X:99999999999999999999' }",
      "91: controls[0].bind.press: the value of REL_X must be a whole number from -32767 to 32767, not \"99999999999999999999\""),
    Case("button", "bind: { press: '" + String(repeating: "KEY_A+", count: 16) + "KEY_A' }",
      "91: controls[0].bind.press: names 17 codes; a binding has at most 16"),
    // Every atom is looked at.
    Case("button", "bind: { press: 'enter+KEY_START+BTN_UP+SOUTH+KEY_QQ+KEY_XYZ+SW_LID' }",
      "91: controls[0].bind.press: unknown code \"enter\"; did you mean KEY_ENTER?",
      "91: controls[0].bind.press: unknown code \"KEY_START\"; did you mean BTN_START?",
      "91: controls[0].bind.press: unknown code \"BTN_UP\"; did you mean KEY_UP?",
      "91: controls[0].bind.press: unknown code \"SOUTH\"; did you mean BTN_SOUTH?",
      "91: controls[0].bind.press: unknown code \"KEY_QQ\"; did you mean KEY_Q?",
      "91: controls[0].bind.press: unknown code \"KEY_XYZ\"",
      "91: controls[0].bind.press: unknown code \"SW_LID\"; codes begin with KEY_, BTN_, ABS_ or REL_"),
    // Nobody is told to bind what cannot be bound.
    Case("button", "bind: { press: 'KEY_POWR' }",
      "91: controls[0].bind.press: unknown code \"KEY_POWR\""),
    Case("button", "bind: { press: 'KEY_POWER+KEY_WLAN+KEY_SYSRQ+KEY_MACRO3' }",
      "91: controls[0].bind.press: KEY_POWER cannot be bound: a touch screen must not switch the machine off, put it to sleep or wake it",
      "91: controls[0].bind.press: KEY_WLAN cannot be bound: a touch screen must not switch the machine's radios off",
      "91: controls[0].bind.press: KEY_SYSRQ cannot be bound: a touch screen must not give commands to the kernel",
      "91: controls[0].bind.press: KEY_MACRO3 cannot be bound: a macro key may be set to do anything, and a touch screen must not"),
    Case("button", "bind: { press: 'BTN_TOUCH+BTN_3+BTN_WHEEL+ABS_MT_SLOT:1' }",
      "91: controls[0].bind.press: BTN_TOUCH cannot be bound: it belongs to touch screens and tablets, and Flickpad makes neither",
      "91: controls[0].bind.press: BTN_3 cannot be bound: no gamepad, keyboard or mouse has numbered buttons; BTN_TRIGGER_HAPPY1 to 40 are like them",
      "91: controls[0].bind.press: BTN_WHEEL cannot be bound: it belongs to steering wheels, and Flickpad makes none",
      "91: controls[0].bind.press: ABS_MT_SLOT cannot be bound: it belongs to touch screens and tablets, and Flickpad makes neither"),
    Case("button", "bind: { press: 'KEY_RESERVED+KEY_MAX+REL_MAX:1' }",
      "91: controls[0].bind.press: KEY_RESERVED cannot be bound: it is no key, button or axis, only a mark in the list of codes",
      "91: controls[0].bind.press: KEY_MAX cannot be bound: it is no key, button or axis, only a mark in the list of codes",
      "91: controls[0].bind.press: REL_MAX cannot be bound: it is no key, button or axis, only a mark in the list of codes"),
    // Amounts.
    Case("stick", "bind: { x: 'BTN_SOUTH', y: 'ABS_Y:3' }",
      "86: controls[0].bind.x: carries an amount, so it must be one ABS_* code such as \"ABS_X\", not \"BTN_SOUTH\"",
      "102: controls[0].bind.y: carries an amount, so it takes no value; write \"ABS_Y\""),
    Case("stick", "bind: { x: 'ABS_X+ABS_Y', y: 'ABS_YY' }",
      "86: controls[0].bind.x: carries an amount, so it must be one ABS_* code such as \"ABS_X\", not several codes",
      "104: controls[0].bind.y: unknown code \"ABS_YY\"; did you mean ABS_RY?"),
    Case("slide", "bind: { position: 'REL_X' }",
      "93: controls[0].bind.position: carries an amount, so it must be one ABS_* code such as \"ABS_X\", not \"REL_X\""),
    Case("knob", "bind: { step: 5 }",
      "88: controls[0].bind.step: must be one REL_* code such as \"REL_X\", not 5"),
    Case("tilt", "bind: { x: 'REL_X', y: 'ABS_Y:3', recenter: 'KEY_A', tap: 'KEY_B' }",
      "85: controls[0].bind.x: carries an amount, so it must be one ABS_* code such as \"ABS_X\", not \"REL_X\"",
      "97: controls[0].bind.y: carries an amount, so it takes no value; write \"ABS_Y\"",
      "108: controls[0].bind.recenter: unknown binding; did you mean recentre?",
      "127: controls[0].bind.tap: unknown binding; a tilt has no tap, which belongs to stick and trackpad"),
    Case("trackpad", "bind: { x: 'ABS_X', scrollX: 'REL_X', scrollY: 'REL_WEEL' }",
      "89: controls[0].bind.x: carries an amount, so it must be one REL_* code such as \"REL_X\", not \"ABS_X\"",
      "107: controls[0].bind.scrollX: carries an amount, so it must be \"REL_HWHEEL\" or \"REL_WHEEL\", not \"REL_X\"",
      "125: controls[0].bind.scrollY: unknown code \"REL_WEEL\"; did you mean REL_WHEEL?"),
  ]

  @Test(arguments: fieldCases + bindingCases)
  func aControlIsTold(_ wrong: Case) {
    #expect(
      findings(file(of: control(wrong.kind, wrong.fields))) == wrong.errors.map { "t:2:\($0)" })
  }

  @Test func anXboxPadHasWhatItHas() {
    let text = control("button", "bind: { press: 'BTN_TL2+ABS_HAT1X:1+BTN_DPAD_UP+ABS_HAT0X:1' }")
    let ending = "; choose another code, or give the layout gamepad: \"generic\""
    #expect(
      findings(file(of: text, gamepad: "xbox360")) == [
        "t:2:91: controls[0].bind.press: an Xbox 360 pad has no BTN_TL2\(ending)",
        "t:2:91: controls[0].bind.press: an Xbox 360 pad has no ABS_HAT1X\(ending)",
      ])
    #expect(findings(file(of: text, gamepad: "generic")) == [])
    // Where the identity is misspelt, its codes are not held against the author too.
    #expect(
      findings(file(of: text, gamepad: "xbox")) == [
        "t:1:58: gamepad: must be \"xbox360\" or \"generic\", not \"xbox\""
      ])
  }

  // swift-format-ignore
  static let fileCases: [(String, [String])] = [
    ("", ["1: the file is empty; flickpad layouts retro prints one to begin from"]),
    (" \t\r", ["1: the file is empty; flickpad layouts retro prints one to begin from"]),
    ("//", ["3: want a value, got the end"]),
    ("{ name: 'x", ["9: this string has no end"]),
    ("{ name: 'x' size: 1 }", ["13: want a comma or \"}\", got \"s\""]),
    ("{ name: 'x', name: 'y', 'n\\x61me': 3, size: { width: 1, height: 1 }, controls: 3 }", [
      "14: name: is here twice; leave one out",
      "25: name: is here twice; leave one out",
      "80: controls: must be a list of controls, not 3",
    ]),
    ("{ name: 'x', size: { width: 1, width: 2 }, controls: [ { id: 'a', kind: 'menu', frame: { x: 1, x: 1, y: 1, width: 1, height: 1 }, items: [ {}, { bind: 'KEY_Q', bind: 'KEY_Q' } ] } ], odd: [ { a: 1, a: 2 } ] }", [
      "20: size.height: missing; must be a number from 0.001 to 1000000",
      "32: size.width: is here twice; leave one out",
      "96: controls[0].frame.x: is here twice; leave one out",
      "161: controls[0].items[1].bind: is here twice; leave one out",
      "184: odd: unknown field; known here: name, size, gamepad and controls",
      "199: odd[0].a: is here twice; leave one out",
    ]),
    ("{ name: Infinity }", ["9: Infinity and NaN cannot be used, want a finite number"]),
    ("[]", ["1: must be an object { name, size, controls }, not a list"]),
    ("{}", [
      "1: name: missing; must be a name of 1 to 64 letters, digits, - and _",
      "1: size: missing; must be an object { width, height }",
      "1: controls: missing; must be a list of controls",
    ]),
    ("{ name: 'a b', size: 3, controls: 5, gamepad: true, title: 3, bind: {}, nmae: 1 }", [
      "9: name: must be a name of 1 to 64 letters, digits, - and _, not \"a b\"",
      "22: size: must be an object { width, height }, not 3",
      "35: controls: must be a list of controls, not 5",
      "47: gamepad: must be \"xbox360\" or \"generic\", not true",
      "53: title: unknown field; known here: name, size, gamepad and controls",
      "63: bind: unknown field; bind belongs to a control",
      "73: nmae: unknown field; did you mean name?",
    ]),
    ("{ name: 'x', size: { width: 0, height: 1e9, depth: 1 }, controls: [] }", [
      "29: size.width: must be a number from 0.001 to 1000000, not 0",
      "40: size.height: must be a number from 0.001 to 1000000, not 1000000000",
      "45: size.depth: unknown field; known here: width and height",
    ]),
    ("{ name: 'retro', size: { width: 1, height: 1 }, controls: [] }", [
      "9: name: \"retro\" is the name of a built-in layout; choose another"
    ]),
    ("{ name: 'x', controls: [ 3, { kind: 'knob' }, { id: 'a b', frame: { x: 1e7 } }, { id: 'q', kind: 'knob', frame: { x: 0, y: 0, width: -1, height: 1 } }, { id: 'q', kind: null } ] }", [
      "1: size: missing; must be an object { width, height }",
      "26: controls[0]: must be an object { id, kind, frame, bind }, not 3",
      "29: controls[1].id: missing; must be a name of letters, digits, - and _",
      "29: controls[1].frame: missing; must be an object { x, y, width, height }",
      "47: controls[2].kind: missing; must be \"dpad\", \"flick\", \"toggle\", \"slide\", \"menu\", \"button\", \"stick\", \"knob\", \"trackpad\" or \"tilt\"",
      "53: controls[2].id: must be a name of letters, digits, - and _, not \"a b\"",
      "67: controls[2].frame.y: missing; must be a number from -1000000 to 1000000",
      "67: controls[2].frame.width: missing; must be a number from 0.001 to 1000000",
      "67: controls[2].frame.height: missing; must be a number from 0.001 to 1000000",
      "72: controls[2].frame.x: must be a number from -1000000 to 1000000, not 10000000",
      "134: controls[3].frame.width: must be a number from 0.001 to 1000000, not -1",
      "153: controls[4].frame: missing; must be an object { x, y, width, height }",
      "159: controls[4].id: \"q\" is the id of controls[3] too; every control needs its own",
      "170: controls[4].kind: must be \"dpad\", \"flick\", \"toggle\", \"slide\", \"menu\", \"button\", \"stick\", \"knob\", \"trackpad\" or \"tilt\", not null",
    ]),
  ]

  @Test(arguments: fileCases)
  func aFileIsTold(_ text: String, _ errors: [String]) {
    #expect(findings(text) == errors.map { "t:1:\($0)" })
  }

  @Test func aNameIsThatOfItsFile() {
    let text = "{ name: 'pad', size: { width: 1, height: 1 }, controls: [] }"
    #expect(
      findings(text, fileName: "stick") == [
        "t:1:9: name: \"pad\" is not the name of its file; rename it to \"stick\", or the file to pad.json5"
      ])
  }

  @Test func linesAreThoseOfTheEditor() {
    let text = "{\r\n  // größer\r\n  name: \"größe\", /* 丈 */ siez: 1,\r\n\r\n  controls: 1 }"
    #expect(
      findings(text) == [
        "t:1:1: size: missing; must be an object { width, height }",
        "t:3:9: name: must be a name of 1 to 64 letters, digits, - and _, not \"größe\"",
        "t:3:26: siez: unknown field; did you mean size?",
        "t:5:13: controls: must be a list of controls, not 1",
      ])
  }

  @Test func onlyUTF8IsText() {
    #expect(findings([0x7b, 0xff, 0x7d]) == ["t:1:2: this byte is not UTF-8"])
  }

  @Test func aFileHasItsLimits() {
    let valid = Array(file(of: control("button", "label: 'a'")).utf8)
    let padding = [UInt8](repeating: 0x20, count: LayoutFile.sizeLimit - valid.count)
    #expect(findings(valid + padding) == [])
    #expect(
      findings(valid + padding + [0x20]) == [
        "t:1:1: the file has more than 262144 bytes, which is the most for a layout"
      ])

    func many(_ count: Int) -> String {
      let controls = (0..<count).map {
        "{ id: 'c\($0)', kind: 'button', frame: { x: \($0), y: 0, width: 1, height: 1 } }"
      }
      return file(of: controls.joined(separator: ","))
    }
    #expect(findings(many(256)) == [])
    #expect(
      findings(many(257)) == ["t:1:79: controls: has 257 controls; a layout has at most 256"])
  }

  @Test func errorsWithoutEndAreCutShort() {
    let fields = (0..<5000).map { "q\($0): 1" }.joined(separator: ",")
    let errors = findings(file(of: control("button", fields)))
    #expect(errors.count == 1001)
    #expect(errors[49].contains("known here"))
    #expect(errors[999].hasSuffix("controls[0].q999: unknown field"))
    #expect(errors[1000].hasSuffix(": there are more errors than these 1000"))
  }
}
