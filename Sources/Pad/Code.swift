// SPDX-License-Identifier: MIT

/// What kind of event a code belongs to, by its number in linux/input-event-codes.h.
public enum EventType: UInt16, Sendable {
  case syn = 0x00
  case key = 0x01
  case rel = 0x02
  case abs = 0x03
}

/// The virtual devices of a player, in the order in which one cause reports them.
public enum Device: UInt8, CaseIterable, Sendable {
  case gamepad, keyboard, mouse

  /// The device's name in traces, layouts and messages.
  public var name: String {
    switch self {
    case .gamepad: "gamepad"
    case .keyboard: "keyboard"
    case .mouse: "mouse"
    }
  }
}

/// An evdev code: a key, a button or an axis, numbered as in linux/input-event-codes.h.
public struct Code: Hashable, Sendable {
  public var type: EventType
  public var number: UInt16

  public init(_ type: EventType, _ number: UInt16) {
    self.type = type
    self.number = number
  }

  /// A KEY_* or BTN_* code.
  public static func key(_ number: UInt16) -> Code { Code(.key, number) }
  /// An ABS_* code.
  public static func abs(_ number: UInt16) -> Code { Code(.abs, number) }
  /// A REL_* code.
  public static func rel(_ number: UInt16) -> Code { Code(.rel, number) }

  /// One more than the largest number of a key or button (KEY_CNT).
  public static let keyCount = 0x300
  /// One more than the largest number of an absolute axis (ABS_CNT).
  public static let absCount = 0x40
}

extension Code {
  // The codes that rules speak of; the tests hold them against the C header.
  public static let relX = Code.rel(0x00)
  public static let relY = Code.rel(0x01)
  public static let relHWheel = Code.rel(0x06)
  public static let relWheel = Code.rel(0x08)
  public static let relWheelHiRes = Code.rel(0x0b)
  public static let relHWheelHiRes = Code.rel(0x0c)
  public static let absHat0X = Code.abs(0x10)
  public static let absHat0Y = Code.abs(0x11)
  public static let btnDpadUp = Code.key(0x220)
  public static let btnDpadDown = Code.key(0x221)
  public static let btnDpadLeft = Code.key(0x222)
  public static let btnDpadRight = Code.key(0x223)

  /// Whether this is a KEY_* code, which consumers expect to auto-repeat with value 2.
  public var isKey: Bool { type == .key && !isButton }

  /// Whether this is a BTN_* code: 0x100 to 0x15f, BTN_DPAD_* and BTN_TRIGGER_HAPPY*.
  public var isButton: Bool {
    guard type == .key else { return false }
    return switch number {
    case 0x100...0x15f, 0x220...0x223, 0x2c0...0x2e7: true
    default: false
    }
  }

  /// The device this code is reported by, or nil where Flickpad makes no device for it (tools,
  /// touch, stylus, BTN_0 and its like, multi-touch axes, the *_RESERVED and *_MAX marks).
  public var device: Device? {
    switch (type, number) {
    case (.syn, _): nil
    case (.key, 0x120...0x13e), (.key, 0x220...0x223), (.key, 0x2c0...0x2e7): .gamepad
    case (.key, 0x110...0x117): .mouse
    case (.key, 0), (.key, 0x2ff): nil
    case (.key, _): isButton ? nil : .keyboard
    case (.abs, 0x00...0x2d): .gamepad
    case (.abs, _): nil
    case (.rel, 0x00), (.rel, 0x01), (.rel, 0x06), (.rel, 0x08), (.rel, 0x0b), (.rel, 0x0c): .mouse
    case (.rel, 0x0a), (.rel, 0x0f): nil
    case (.rel, _): .keyboard
    }
  }

  /// Codes that no layout may bind: a touch screen must not switch off the machine or its radios.
  public var isForbidden: Bool {
    guard type == .key else { return false }
    return switch number {
    case 99,  // KEY_SYSRQ
      116,  // KEY_POWER
      142,  // KEY_SLEEP
      143,  // KEY_WAKEUP
      205,  // KEY_SUSPEND
      237,  // KEY_BLUETOOTH
      238,  // KEY_WLAN
      239,  // KEY_UWB
      246,  // KEY_WWAN
      247,  // KEY_RFKILL
      356,  // KEY_POWER2
      408,  // KEY_RESTART
      112,  // KEY_MACRO
      0x290...0x2ad,  // KEY_MACRO1 to KEY_MACRO30
      0x2b0...0x2b5:  // KEY_MACRO_RECORD_START to KEY_MACRO_PRESET3
      true
    default: false
    }
  }

  /// The reach of an absolute axis, the same in every identity: the triggers span 0 to 255, hats
  /// -1 to 1, all others 16 signed bits.
  public var range: ClosedRange<Int32> {
    switch number {
    case 0x02, 0x05: 0...255
    case 0x10...0x17: -1...1
    default: -32768...32767
    }
  }

  /// Where an absolute axis is when nothing wants it: 0 where it spans 0, else its minimum.
  public var rest: Int32 { range.contains(0) ? 0 : range.lowerBound }
}

/// Names of codes, as linux/input-event-codes.h spells them. The core has no table of its own;
/// whoever loads a layout or prints a trace brings one.
public struct CodeNames: Sendable {
  /// The code of a name or alias, or nil.
  public var code: @Sendable (String) -> Code?
  /// The name of a code, or nil where the kernel has none.
  public var name: @Sendable (Code) -> String?
  /// Every name and alias, for suggestions.
  public var all: @Sendable () -> [String]

  public init(
    code: @escaping @Sendable (String) -> Code?, name: @escaping @Sendable (Code) -> String?,
    all: @escaping @Sendable () -> [String]
  ) {
    self.code = code
    self.name = name
    self.all = all
  }
}
