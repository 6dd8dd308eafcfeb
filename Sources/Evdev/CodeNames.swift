// SPDX-License-Identifier: MIT

import CEvdev
import Pad

extension CodeNames {
  /// The names of linux/input-event-codes.h, as libevdev knows them, and those that it lacks. Out
  /// comes the name that libevdev prints (BTN_SOUTH, never BTN_A); in goes every alias.
  public static let libevdev = CodeNames(
    code: { NameTable.code(of: $0) },
    name: { NameTable.name(of: $0.type.rawValue, $0.number) },
    all: { NameTable.all })
}

extension EventType {
  /// The type's name: EV_KEY and so on.
  public var name: String { NameTable.name(ofType: rawValue) ?? "EV_\(rawValue)" }
}

/// libevdev's tables, and what they lack.
enum NameTable {
  /// Names that libevdev 1.13 does not look up: the aliases that share a number with a name of
  /// their own (libevdev knows BTN_A to BTN_Y alone), and codes newer than that library. Not here:
  /// the *_MAX and *_CNT of the header, which are limits and no codes.
  // swift-format-ignore
  static let beyondLibevdev: [(name: String, code: Code)] = [
    ("ABS_PROFILE",             .abs(0x021)),
    ("BTN_DIGI",                .key(0x140)),
    ("BTN_GAMEPAD",             .key(0x130)),
    ("BTN_JOYSTICK",            .key(0x120)),
    ("BTN_MISC",                .key(0x100)),
    ("BTN_MOUSE",               .key(0x110)),
    ("BTN_TRIGGER_HAPPY",       .key(0x2c0)),
    ("BTN_WHEEL",               .key(0x150)),
    ("KEY_BRIGHTNESS_TOGGLE",   .key(0x1af)),
    ("KEY_BRIGHTNESS_ZERO",     .key(0x0f4)),
    ("KEY_DASHBOARD",           .key(0x0cc)),
    ("KEY_DIRECTION",           .key(0x099)),
    ("KEY_HANGUEL",             .key(0x07a)),
    ("KEY_LINK_PHONE",          .key(0x1bf)),
    ("KEY_MIN_INTERESTING",     .key(0x071)),
    ("KEY_REFRESH_RATE_TOGGLE", .key(0x232)),
    ("KEY_SCREEN",              .key(0x177)),
    ("KEY_SCREENLOCK",          .key(0x098)),
    ("KEY_WIMAX",               .key(0x0f6)),
    ("KEY_ZOOM",                .key(0x174)),
  ]

  /// The aliases that libevdev looks up but never prints.
  static let libevdevAliases = ["BTN_A", "BTN_B", "BTN_X", "BTN_Y"]

  static func code(of name: String) -> Code? {
    // A C string ends at a zero byte; what comes after it must not be overlooked.
    guard !name.utf8.contains(0), !isLimit(name) else { return nil }
    let type: EventType
    switch name.prefix(4) {
    case "KEY_", "BTN_": type = .key
    case "ABS_": type = .abs
    case "REL_": type = .rel
    default: return nil
    }
    let number = libevdev_event_code_from_name(UInt32(type.rawValue), name)
    if number >= 0 { return Code(type, UInt16(number)) }
    return beyondLibevdev.first { $0.name == name }?.code
  }

  static func name(of type: UInt16, _ number: UInt16) -> String? {
    if let name = libevdev_event_code_get_name(UInt32(type), UInt32(number)) {
      let name = String(cString: name)
      return isLimit(name) ? nil : name
    }
    return beyondLibevdev.first { $0.code.type.rawValue == type && $0.code.number == number }?.name
  }

  /// Whether a name is that of a type's largest number, such as KEY_MAX; KEY_BRIGHTNESS_MAX is a key.
  private static func isLimit(_ name: String) -> Bool {
    name.hasSuffix("_MAX") && name.utf8.count { $0 == 0x5f } == 1
  }

  static func name(ofType type: UInt16) -> String? {
    libevdev_event_type_get_name(UInt32(type)).map { String(cString: $0) }
  }

  static let all: [String] = {
    var names = Set(libevdevAliases + beyondLibevdev.map(\.name))
    for type in [EventType.key, .rel, .abs] {
      let last = libevdev_event_type_get_max(UInt32(type.rawValue))
      guard last >= 0 else { continue }
      names.formUnion((0...UInt16(last)).compactMap { name(of: type.rawValue, $0) })
    }
    return names.sorted()
  }()
}
