// SPDX-License-Identifier: MIT

/// The kinds of controls with the words that each understands, besides those common to all.
enum KindWords: String, CaseIterable, Sendable {
  case dpad, flick, toggle, slide, menu, button, stick, knob, trackpad, tilt

  /// Fields that every control takes.
  static let common = [
    "id", "kind", "frame", "shape", "label", "icon", "margins", "face", "color", "activeColor",
    "bind",
  ]

  /// Fields that only some kinds take.
  var fields: [String] {
    switch self {
    case .dpad: ["directions", "deadZone", "ways", "hold", "glide", "repeat"]
    case .flick: ["fire", "labels"]
    case .toggle: []
    case .slide: ["orientation", "thumb", "snap", "rearm"]
    case .menu: ["items", "direction", "spacing", "closeOnSelect"]
    case .button: ["hold", "glide", "repeat"]
    case .stick: ["deadZone", "mode"]
    case .knob: ["detents"]
    case .trackpad: ["sensitivity"]
    case .tilt: ["range", "deadZone", "smoothing", "centre"]
    }
  }

  /// Names in `bind` that stand for codes that are pressed and released.
  var bindings: [String] {
    switch self {
    case .dpad: ["north", "south", "west", "east"]
    case .flick: ["center", "top", "bottom", "left", "right"]
    case .toggle: ["selected", "toggled", "on", "off"]
    case .slide: ["finished"]
    case .menu: []
    case .button: ["press"]
    case .stick: ["north", "south", "west", "east", "tap"]
    case .knob: ["clockwise", "counterclockwise"]
    case .trackpad: ["tap", "tap2"]
    case .tilt: ["north", "south", "west", "east", "recentre"]
    }
  }

  /// Names in `bind` that stand for an axis that carries an amount.
  var amounts: [String] {
    switch self {
    case .slide: ["position"]
    case .stick, .tilt: ["x", "y"]
    case .knob: ["step"]
    case .trackpad: ["x", "y", "scrollX", "scrollY"]
    case .dpad, .flick, .toggle, .menu, .button: []
    }
  }

  /// Whose field or binding a name is that this kind lacks, as half a sentence.
  func lacks(_ name: String, of owners: [KindWords]) -> String {
    "a \(rawValue) has no \(name), which belongs to \(owners.map(\.rawValue).listed())"
  }

  /// The fields of all kinds, each once.
  static let allFields = common + Set(allCases.flatMap(\.fields)).sorted()
}
