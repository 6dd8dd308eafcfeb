// SPDX-License-Identifier: MIT

import Pad

/// The layouts that come with Flickpad; no file can take their names.
public enum BuiltInLayouts {
  /// In the order in which they are listed.
  public static let names = ["gamepad", "retro", "showcase"]

  /// The layout of whoever asks for none.
  public static let defaultName = "gamepad"

  /// The file of a built-in layout, or nil where there is none of that name.
  public static func bytes(named name: String) -> [UInt8]? {
    switch name {
    case "gamepad": PackageResources.gamepad_json5
    case "retro": PackageResources.retro_json5
    case "showcase": PackageResources.showcase_json5
    default: nil
    }
  }

  /// A built-in layout as a value, or nil where there is none of that name.
  ///
  /// - Throws: what is wrong with it, which can only be that `names` lacks a code.
  public static func load(named name: String, names: CodeNames) throws(BadLayout) -> LoadedLayout? {
    guard let bytes = bytes(named: name) else { return nil }
    return try LayoutFile.read(bytes, path: "\(name).json5", names: names, reserved: [])
  }
}
