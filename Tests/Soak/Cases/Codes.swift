// SPDX-License-Identifier: MIT

import Pad

/// The codes that random layouts bind, with their names.
enum Codes {
  /// No Ctrl, Alt, Del, Backspace, F1 to F12: forbidden chords have traces of their own.
  static let keys = table(
    .key,
    [
      ("KEY_1", 2), ("KEY_2", 3), ("KEY_3", 4), ("KEY_4", 5), ("KEY_5", 6), ("KEY_6", 7),
      ("KEY_7", 8), ("KEY_8", 9), ("KEY_9", 10), ("KEY_0", 11), ("KEY_Q", 16), ("KEY_W", 17),
      ("KEY_E", 18), ("KEY_R", 19), ("KEY_T", 20), ("KEY_Y", 21), ("KEY_U", 22), ("KEY_I", 23),
      ("KEY_O", 24), ("KEY_P", 25), ("KEY_A", 30), ("KEY_S", 31), ("KEY_D", 32), ("KEY_F", 33),
      ("KEY_G", 34), ("KEY_H", 35), ("KEY_J", 36), ("KEY_K", 37), ("KEY_L", 38), ("KEY_Z", 44),
      ("KEY_X", 45), ("KEY_C", 46), ("KEY_V", 47), ("KEY_B", 48), ("KEY_N", 49), ("KEY_M", 50),
      ("KEY_ENTER", 28), ("KEY_SPACE", 57), ("KEY_UP", 103), ("KEY_LEFT", 105),
      ("KEY_RIGHT", 106), ("KEY_DOWN", 108), ("BTN_LEFT", 0x110), ("BTN_RIGHT", 0x111),
      ("BTN_MIDDLE", 0x112),
    ])
  static let buttons = table(
    .key,
    [
      ("BTN_SOUTH", 0x130), ("BTN_EAST", 0x131), ("BTN_NORTH", 0x133), ("BTN_WEST", 0x134),
      ("BTN_TL", 0x136), ("BTN_TR", 0x137), ("BTN_SELECT", 0x13a), ("BTN_START", 0x13b),
      ("BTN_MODE", 0x13c), ("BTN_THUMBL", 0x13d), ("BTN_THUMBR", 0x13e),
    ])
  /// Keys of a generic gamepad, a hat of an Xbox one.
  static let pad = table(
    .key,
    [
      ("BTN_DPAD_UP", 0x220), ("BTN_DPAD_DOWN", 0x221), ("BTN_DPAD_LEFT", 0x222),
      ("BTN_DPAD_RIGHT", 0x223),
    ])
  static let axes = table(
    .abs,
    [
      ("ABS_X", 0), ("ABS_Y", 1), ("ABS_Z", 2), ("ABS_RX", 3), ("ABS_RY", 4), ("ABS_RZ", 5),
      ("ABS_HAT0X", 0x10), ("ABS_HAT0Y", 0x11),
    ])
  static let moves = table(
    .rel, [("REL_X", 0), ("REL_Y", 1), ("REL_HWHEEL", 6), ("REL_WHEEL", 8), ("REL_DIAL", 7)])

  static let names: [Code: String] = Dictionary(
    uniqueKeysWithValues: (keys + buttons + pad + axes + moves).map { ($0.code, $0.name) })

  private static func table(
    _ type: EventType, _ codes: [(String, UInt16)]
  ) -> [(name: String, code: Code)] {
    codes.map { ($0.0, Code(type, $0.1)) }
  }
}

/// What complaints call a code.
func name(_ code: Code) -> String { Codes.names[code] ?? "\(code)" }
