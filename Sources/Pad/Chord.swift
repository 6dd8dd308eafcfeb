// SPDX-License-Identifier: MIT

/// Parts of a chord that may never be whole: Ctrl, Alt and one of Del, Backspace, F1 to F12 reboot, kill
/// or leave the desktop on a console (the kernel's default keymap; KPDOT counts as Del there). To the
/// kernel and to desktops all keyboards are one.
public struct Chord: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  static let control = Chord(rawValue: 1)
  static let alt = Chord(rawValue: 2)
  static let last = Chord(rawValue: 4)
  static let whole: Chord = [control, alt, last]

  /// The part that a code is; none for most.
  init(_ code: Code) {
    switch code.number {
    case 29, 97: self = .control  // KEY_LEFTCTRL, KEY_RIGHTCTRL
    case 56, 100: self = .alt  // KEY_LEFTALT, KEY_RIGHTALT
    // KEY_BACKSPACE, KEY_F1 to F10, KEY_KPDOT, KEY_F11, KEY_F12, KEY_DELETE
    case 14, 59...68, 83, 87, 88, 111: self = .last
    default: self = []
    }
  }

  /// The numbers of the codes that are a part, by its raw value: looked up, since keys are reported often.
  static let numbers: [[Int]] = (0...whole.rawValue).map { part in
    (1..<Code.keyCount).filter { Chord(.key(UInt16($0))).rawValue == part && part != 0 }
  }
}
