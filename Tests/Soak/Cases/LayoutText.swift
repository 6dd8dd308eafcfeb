// SPDX-License-Identifier: MIT

import Pad

extension Layout {
  /// The layout as a file, one control a line.
  public var text: String {
    let controls = controls.map { "    " + $0.text }.joined(separator: ",\n")
    return """
      { name: "\(name)", size: { width: \(size.width), height: \(size.height) },
        gamepad: "\(gamepad.rawValue)", controls: [
      \(controls)
      ] }
      """
  }
}

extension Layout.Control {
  fileprivate var text: String {
    let place =
      "x: \(frame.x), y: \(frame.y), width: \(frame.width), height: \(frame.height)"
    var fields = [
      #"id: "\#(id)""#, #"kind: "\#(kind.word)""#, "frame: { \(place) }",
      #"shape: "\#(shape.rawValue)""#,
    ]
    fields += kind.fields
    let bind = kind.named.compactMap { name, code in code.map { #"\#(name): "\#($0)""# } }
    if !bind.isEmpty { fields.append("bind: { \(bind.joined(separator: ", ")) }") }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}

extension Layout.Kind {
  /// What a file calls it, which is what it is called here.
  fileprivate var word: String { Mirror(reflecting: self).children.first?.label ?? "" }

  /// All but what is bound.
  fileprivate var fields: [String] {
    switch self {
    case .dpad(let it):
      let wanted = [Direction.north, .south, .west, .east].filter { it.directions.contains($0) }
        .compactMap { $0.name.map { #""\#($0)""# } }
      return [
        "directions: [\(wanted.joined(separator: ", "))]", "deadZone: \(it.deadZone)",
        "ways: \(it.ways)", "hold: \(it.hold)", "glide: \(it.glide)",
      ] + [it.repeat?.text].compactMap { $0 }
    case .flick(let it): return [#"fire: "\#(it.fire.rawValue)""#]
    case .toggle: return []
    case .slide(let it):
      return [
        #"orientation: "\#(it.orientation.rawValue)""#, #"snap: "\#(it.snap.rawValue)""#,
        it.thumb.map { "thumb: \($0)" }, it.rearm.map { "rearm: \($0.seconds)" },
      ].compactMap { $0 }
    case .menu(let it):
      let items = it.items.map { item in item.map { #"{ bind: "\#($0.text)" }"# } ?? "{}" }
      return [
        #"direction: "\#(it.direction.rawValue)""#, "spacing: \(it.spacing)",
        "closeOnSelect: \(it.closeOnSelect)", "items: [\(items.joined(separator: ", "))]",
      ]
    case .button(let it):
      return ["hold: \(it.hold)", "glide: \(it.glide)"] + [it.repeat?.text].compactMap { $0 }
    case .stick(let it): return ["deadZone: \(it.deadZone)", #"mode: "\#(it.mode.rawValue)""#]
    case .knob(let it): return ["detents: \(it.detents)"]
    case .trackpad(let it): return ["sensitivity: \(it.sensitivity)"]
    case .tilt(let it):
      let centre = [
        it.centreRoll.map { "roll: \($0)" }, it.centrePitch.map { "pitch: \($0)" },
      ].compactMap { $0 }
      return [
        "range: \(it.range)", "deadZone: \(it.deadZone)", "smoothing: \(it.smoothing.seconds)",
      ] + (centre.isEmpty ? [] : ["centre: { \(centre.joined(separator: ", ")) }"])
    }
  }

  /// What is bound, by the names that it has in a file.
  fileprivate var named: [(String, String?)] {
    func amount(_ code: Code?) -> String? { code.map { Codes.names[$0] ?? "" } }
    func directions(
      _ north: Binding?, _ south: Binding?, _ west: Binding?, _ east: Binding?
    ) -> [(String, String?)] {
      [("north", north?.text), ("south", south?.text), ("west", west?.text), ("east", east?.text)]
    }
    switch self {
    case .dpad(let it): return directions(it.north, it.south, it.west, it.east)
    case .flick(let it):
      return [
        ("center", it.center?.text), ("top", it.top?.text), ("bottom", it.bottom?.text),
        ("left", it.left?.text), ("right", it.right?.text),
      ]
    case .toggle(let it):
      return [
        ("selected", it.selected?.text), ("toggled", it.toggled?.text), ("on", it.on?.text),
        ("off", it.off?.text),
      ]
    case .slide(let it):
      return [("finished", it.finished?.text), ("position", amount(it.position))]
    case .menu: return []
    case .button(let it): return [("press", it.press?.text)]
    case .stick(let it):
      return directions(it.north, it.south, it.west, it.east) + [
        ("tap", it.tap?.text), ("x", amount(it.x)), ("y", amount(it.y)),
      ]
    case .knob(let it):
      return [
        ("clockwise", it.clockwise?.text), ("counterclockwise", it.counterclockwise?.text),
        ("step", amount(it.step)),
      ]
    case .trackpad(let it):
      return [
        ("tap", it.tap?.text), ("tap2", it.tap2?.text), ("x", amount(it.x)), ("y", amount(it.y)),
        ("scrollX", amount(it.scrollX)), ("scrollY", amount(it.scrollY)),
      ]
    case .tilt(let it):
      return directions(it.north, it.south, it.west, it.east) + [
        ("recentre", it.recentre?.text), ("x", amount(it.x)), ("y", amount(it.y)),
      ]
    }
  }
}

extension Repeat {
  fileprivate var text: String {
    "repeat: { delay: \(delay.seconds), interval: \(interval.seconds), "
      + #"style: "\#(style.rawValue)" }"#
  }
}

extension Binding {
  fileprivate var text: String {
    atoms.map { atom in
      let name = Codes.names[atom.code] ?? ""
      return switch atom {
      case .key: name
      case .abs(_, let value), .rel(_, let value): "\(name):\(value)"
      }
    }.joined(separator: "+")
  }
}
