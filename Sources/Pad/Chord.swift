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
    case 29, 97: self = .control
    case 56, 100: self = .alt
    case 14, 59...68, 83, 87, 88, 111: self = .last
    default: self = []
    }
  }

  /// The codes of these parts.
  var numbers: [Int] {
    var numbers: [Int] = []
    // KEY_LEFTCTRL, KEY_RIGHTCTRL
    if contains(.control) { numbers += [29, 97] }
    // KEY_LEFTALT, KEY_RIGHTALT
    if contains(.alt) { numbers += [56, 100] }
    // KEY_BACKSPACE, KEY_F1 to F10, KEY_KPDOT, KEY_F11, KEY_F12, KEY_DELETE
    if contains(.last) { numbers += [14, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 83, 87, 88, 111] }
    return numbers
  }
}
