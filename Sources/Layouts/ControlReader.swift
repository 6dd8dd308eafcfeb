// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Reads one control of a layout file.
struct ControlReader {
  let codes: CodeReader
  let report: Report

  /// Where parts of the control stand in the file.
  struct Places {
    var frame: Int
    var spacing: Int
    var items: [Int] = []
  }

  /// The control, or nil after an error.
  func control(_ node: JSONNode, at path: String) -> (Layout.Control, Places)? {
    let form = "{ id, kind, frame, bind }"
    guard let fields = Fields(node, path: path, form: form, report: report) else { return nil }
    let kind = fields.choice("kind", KindWords.self, isRequired: true)
    checkNames(fields, kind)
    let id = fields.text("id", .id, isRequired: true)
    let frame = frame(fields)
    let shape = fields.choice("shape", Shape.self)
    checkLooks(fields)
    guard let kind else {
      checkAnyBindings(fields)
      return nil
    }
    let bindings = bindings(fields, kind)
    let options = options(fields, kind, bindings, frame)
    guard let id, let frame else { return nil }
    let control = Layout.Control(
      id: id, frame: frame, shape: shape ?? (kind == .toggle ? .circle : .rect), kind: options)
    var places = Places(frame: fields.offset(of: "frame"), spacing: fields.offset(of: "spacing"))
    if case .array(let items) = fields.node("items")?.value { places.items = items.map(\.offset) }
    return (control, places)
  }

  private func checkNames(_ fields: Fields, _ kind: KindWords?) {
    guard let kind else { return fields.checkNames(KindWords.allFields, orList: false) }
    fields.checkNames(KindWords.common + kind.fields) { name in
      let owners = KindWords.allCases.filter { $0.fields.contains(name) }
      if !owners.isEmpty { return kind.lacks(name, of: owners) }
      if (kind.bindings + kind.amounts).contains(name) { return "\(name) belongs in bind" }
      if ["x", "y", "width", "height"].contains(name) { return "\(name) belongs in frame" }
      return nil
    }
  }

  private func frame(_ fields: Fields) -> Rect? {
    let form = "{ x, y, width, height }"
    guard let frame = fields.object("frame", form: form, isRequired: true) else { return nil }
    frame.checkNames(["x", "y", "width", "height"])
    let x = frame.number("x", .coordinate, isRequired: true)
    let y = frame.number("y", .coordinate, isRequired: true)
    let width = frame.number("width", .length, isRequired: true)
    let height = frame.number("height", .length, isRequired: true)
    guard let x, let y, let width, let height else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Checks what only clients need, to draw with.
  private func checkLooks(_ fields: Fields) {
    _ = fields.text("label", .label)
    _ = fields.text("icon", .icon)
    _ = fields.text("color", .color)
    _ = fields.text("activeColor", .color)
    _ = fields.choice("face", Face.self)
    let sides = ["top", "bottom", "left", "right"]
    if let labels = fields.object("labels", form: "{ center, top, bottom, left, right }") {
      labels.checkNames(["center"] + sides)
      for name in ["center"] + sides { _ = labels.text(name, .label) }
    }
    if let margins = fields.object("margins", form: "{ top, bottom, left, right }") {
      margins.checkNames(sides)
      for side in sides { _ = margins.number(side, .margin) }
    }
  }

  private enum Face: String, CaseIterable {
    case cross, square
  }

  // MARK: Bindings

  /// What the names in `bind` stand for.
  struct Bindings {
    var bindings: [String: Binding] = [:]
    var amounts: [String: Code] = [:]
  }

  private func bindings(_ fields: Fields, _ kind: KindWords) -> Bindings {
    var result = Bindings()
    let known = kind.bindings + kind.amounts
    let form = known.isEmpty ? "without fields" : "{ \(known.joined(separator: ", ")) }"
    guard let bind = fields.object("bind", form: form) else { return result }
    bind.checkNames(known, called: "binding") { name in
      if kind == .menu { return "a menu's items have their own bind" }
      let owners = KindWords.allCases.filter { ($0.bindings + $0.amounts).contains(name) }
      return owners.isEmpty ? nil : kind.lacks(name, of: owners)
    }
    for name in kind.bindings {
      guard let node = bind.node(name) else { continue }
      result.bindings[name] = codes.binding(node, at: bind.path(of: name))
    }
    for name in kind.amounts {
      guard let node = bind.node(name) else { continue }
      let amount: CodeReader.Amount =
        switch (kind, name) {
        case (.slide, _), (.stick, _), (.tilt, _): .absolute
        case (_, "scrollX"), (_, "scrollY"): .wheel
        default: .relative
        }
      result.amounts[name] = codes.amount(node, at: bind.path(of: name), amount)
    }
    return result
  }

  /// Of a control whose kind is not known, what is wrong in any kind.
  private func checkAnyBindings(_ fields: Fields) {
    guard let bind = fields.object("bind", form: "{ ... }") else { return }
    for name in Set(KindWords.allCases.flatMap(\.bindings)) {
      guard let node = bind.node(name) else { continue }
      _ = codes.binding(node, at: bind.path(of: name))
    }
  }
}
