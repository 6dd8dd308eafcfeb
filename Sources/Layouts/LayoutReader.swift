// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Reads the tree of a layout file into a layout's values, and reports all that is wrong with it.
struct LayoutReader {
  let names: CodeNames
  let report: Report

  static let controlLimit = 256

  /// Where the parts of a layout stand in the file (offsets in bytes), for what is found when all of
  /// it is known.
  struct Places {
    /// The list of controls.
    var controls = 0
    /// Each control's own.
    var each: [ControlReader.Places] = []
  }

  /// The layout, with places for the surroundings; nil after an error.
  ///
  /// - Parameters:
  ///   - reserved: names that the layout cannot have.
  ///   - fileName: the name that it must have; nil for any.
  func layout(_ root: JSONNode, reserved: [String], fileName: String?) -> (Layout, Places)? {
    let form = "{ name, size, controls }"
    guard let file = Fields(root, path: "", form: form, report: report) else { return nil }
    file.checkNames(["name", "size", "gamepad", "controls"]) { name in
      KindWords.allFields.contains(name) ? "\(name) belongs to a control" : nil
    }
    let name = name(file, reserved: reserved, fileName: fileName)
    let size = size(file)
    let gamepad = file.choice("gamepad", Layout.Identity.self)
    let isIdentityKnown = gamepad != nil || file.node("gamepad") == nil
    let codes = CodeReader(
      names: names, identity: isIdentityKnown ? gamepad ?? .xbox360 : nil, report: report)
    let reader = ControlReader(codes: codes, report: report)
    guard let controls = file.list("controls", of: "controls", isRequired: true) else {
      return nil
    }
    if controls.count > Self.controlLimit {
      file.error("controls", "has \(controls.count) controls; a layout has at most 256")
    }
    checkIDs(controls)
    var places = Places(controls: file.node("controls")?.offset ?? 0)
    var values: [Layout.Control] = []
    for (path, node) in controls where !report.isFull {
      guard let (control, itsPlaces) = reader.control(node, at: path) else { continue }
      values.append(control)
      places.each.append(itsPlaces)
    }
    guard let name, let size, !report.hasErrors else { return nil }
    return (
      Layout(name: name, size: size, gamepad: gamepad ?? .xbox360, controls: values), places
    )
  }

  private func name(_ file: Fields, reserved: [String], fileName: String?) -> String? {
    guard let name = file.text("name", .name, isRequired: true) else { return nil }
    if reserved.contains(name) {
      file.error("name", "\"\(name)\" is the name of a built-in layout; choose another")
    } else if let fileName, fileName != name {
      file.error(
        "name",
        "\"\(name)\" is not the name of its file; rename it to \"\(fileName)\", or the file to "
          + "\(name).json5")
    }
    return name
  }

  private func size(_ file: Fields) -> Size? {
    let form = "{ width, height }"
    guard let size = file.object("size", form: form, isRequired: true) else { return nil }
    size.checkNames(["width", "height"])
    let width = size.number("width", .length, isRequired: true)
    let height = size.number("height", .length, isRequired: true)
    guard let width, let height else { return nil }
    return Size(width: width, height: height)
  }

  /// Reports every id that an earlier control has too.
  private func checkIDs(_ controls: [(path: String, node: JSONNode)]) {
    var owners: [String: String] = [:]
    for (path, node) in controls {
      guard case .object(let members) = node.value,
        let id = members.first(where: { $0.name == "id" })?.node, case .string(let text) = id.value
      else { continue }
      if let owner = owners[text] {
        report.error(
          "\(path).id", at: id.offset,
          "\(text.quoted) is the id of \(owner) too; every control needs its own")
      } else {
        owners[text] = path
      }
    }
  }
}
