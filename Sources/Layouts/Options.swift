// SPDX-License-Identifier: MIT

import JSON
import Pad

/// What each kind of control takes besides the common fields.
extension ControlReader {
  /// The kind with its options; those in error keep their defaults. `frame` is nil where it is in
  /// error itself.
  func options(_ fields: Fields, _ kind: KindWords, _ bind: Bindings, _ frame: Rect?)
    -> Layout.Kind
  {
    switch kind {
    case .dpad: .dpad(dpad(fields, bind))
    case .flick: .flick(flick(fields, bind))
    case .toggle: .toggle(toggle(bind))
    case .slide: .slide(slide(fields, bind, frame))
    case .menu: .menu(menu(fields))
    case .button: .button(button(fields, bind))
    case .stick: .stick(stick(fields, bind))
    case .knob: .knob(knob(fields, bind))
    case .trackpad: .trackpad(trackpad(fields, bind))
    case .tilt: .tilt(tilt(fields, bind))
    }
  }

  private func dpad(_ fields: Fields, _ bind: Bindings) -> DPadOptions {
    var options = DPadOptions()
    if let directions = directions(fields) { options.directions = directions }
    if let deadZone = fields.number("deadZone", .deadZone) { options.deadZone = deadZone }
    if let ways = fields.number("ways", .ways) { options.ways = ways == 8 ? 8 : 4 }
    if let hold = fields.flag("hold") { options.hold = hold }
    if let glide = fields.flag("glide") { options.glide = glide }
    options.repeat = `repeat`(fields)
    options.north = bind.bindings["north"]
    options.south = bind.bindings["south"]
    options.west = bind.bindings["west"]
    options.east = bind.bindings["east"]
    return options
  }

  private enum Point: String, CaseIterable {
    case north, south, west, east

    var direction: Direction {
      switch self {
      case .north: .north
      case .south: .south
      case .west: .west
      case .east: .east
      }
    }
  }

  private func directions(_ fields: Fields) -> Direction? {
    let words = Point.allCases.map(\.rawValue)
    guard let elements = fields.list("directions", of: "directions such as [\"north\", \"south\"]")
    else { return nil }
    if elements.isEmpty {
      fields.error("directions", "is empty, so the pad would do nothing; leave it out for all four")
    }
    var wanted: Direction = []
    for (path, node) in elements {
      guard case .string(let word) = node.value, let point = Point(rawValue: word) else {
        var message = "must be \(words.map(\.quoted).listed("or")), not \(node.told)"
        if case .string(let word) = node.value {
          message += report.suggestion(for: word, among: words)
        }
        report.error(path, at: node.offset, message)
        continue
      }
      if wanted.contains(point.direction) {
        report.error(path, at: node.offset, "\(node.told) is here twice")
      }
      wanted.insert(point.direction)
    }
    return wanted
  }

  /// `true` and `{}` are a repeat with its defaults, `false` is none.
  private func `repeat`(_ fields: Fields) -> Repeat? {
    guard let node = fields.node("repeat") else { return nil }
    if case .bool(let isWanted) = node.value { return isWanted ? Repeat() : nil }
    guard case .object = node.value,
      let cadence = fields.object("repeat", form: "{ delay, interval, style }")
    else {
      fields.error(
        "repeat", "must be true, false or an object { delay, interval, style }, not \(node.told)")
      return nil
    }
    cadence.checkNames(["delay", "interval", "style"])
    var result = Repeat()
    if let delay = cadence.number("delay", .duration) {
      result.delay = Interval(seconds: delay)
    }
    if let interval = cadence.number("interval", .interval) {
      result.interval = Interval(seconds: interval)
    }
    if let style = cadence.choice("style", Repeat.Style.self) { result.style = style }
    return result
  }

  private func flick(_ fields: Fields, _ bind: Bindings) -> FlickOptions {
    var options = FlickOptions()
    if let fire = fields.choice("fire", FlickOptions.Fire.self) { options.fire = fire }
    options.center = bind.bindings["center"]
    options.top = bind.bindings["top"]
    options.bottom = bind.bindings["bottom"]
    options.left = bind.bindings["left"]
    options.right = bind.bindings["right"]
    return options
  }

  private func toggle(_ bind: Bindings) -> ToggleOptions {
    var options = ToggleOptions()
    options.selected = bind.bindings["selected"]
    options.toggled = bind.bindings["toggled"]
    options.on = bind.bindings["on"]
    options.off = bind.bindings["off"]
    return options
  }

  private func slide(_ fields: Fields, _ bind: Bindings, _ frame: Rect?) -> SlideOptions {
    var options = SlideOptions()
    if let orientation = fields.choice("orientation", SlideOptions.Orientation.self) {
      options.orientation = orientation
    }
    options.thumb = fields.number("thumb", .length)
    if let snap = fields.choice("snap", SlideOptions.Snap.self) { options.snap = snap }
    if let rearm = fields.number("rearm", .duration) {
      options.rearm = Interval(seconds: rearm)
    }
    options.finished = bind.bindings["finished"]
    options.position = bind.amounts["position"]
    if let frame { checkThumb(fields, options, frame) }
    return options
  }

  /// A thumb as long as its track could not move.
  private func checkThumb(_ fields: Fields, _ options: SlideOptions, _ frame: Rect) {
    let track = options.orientation == .horizontal ? frame.width : frame.height
    if let thumb = options.thumb {
      guard thumb >= track else { return }
      fields.error(
        "thumb", "must be shorter than its track, which is \(track.told) long, not \(thumb.told)")
    } else if fields.node("thumb") == nil && min(frame.width, frame.height) >= track {
      fields.error(
        "frame",
        "is no longer than the slide's thumb, which takes the shorter side (\(track.told)) unless "
          + "thumb says otherwise; make the track longer, or set thumb or orientation")
    }
  }

  private func menu(_ fields: Fields) -> MenuOptions {
    var options = MenuOptions()
    if let direction = fields.choice("direction", MenuOptions.Direction.self) {
      options.direction = direction
    }
    if let spacing = fields.number("spacing", .coordinate) { options.spacing = spacing }
    if let close = fields.flag("closeOnSelect") { options.closeOnSelect = close }
    options.items = items(fields)
    return options
  }

  static let itemLimit = 64

  private func items(_ fields: Fields) -> [Binding?] {
    guard let elements = fields.list("items", of: "items { label, icon, bind }", isRequired: true)
    else { return [] }
    if elements.isEmpty { fields.error("items", "is empty; a menu needs at least one item") }
    if elements.count > Self.itemLimit {
      fields.error(
        "items", "has \(elements.count) items; a menu has at most \(Self.itemLimit)")
    }
    return elements.map { path, node in
      guard !report.isFull,
        let item = Fields(node, path: path, form: "{ label, icon, bind }", report: report)
      else { return nil }
      item.checkNames(["label", "icon", "bind"])
      _ = item.text("label", .label)
      _ = item.text("icon", .icon)
      return item.node("bind").flatMap { codes.binding($0, at: item.path(of: "bind")) }
    }
  }

  private func button(_ fields: Fields, _ bind: Bindings) -> ButtonOptions {
    var options = ButtonOptions()
    if let hold = fields.flag("hold") { options.hold = hold }
    if let glide = fields.flag("glide") { options.glide = glide }
    options.repeat = `repeat`(fields)
    options.press = bind.bindings["press"]
    return options
  }

  private func stick(_ fields: Fields, _ bind: Bindings) -> StickOptions {
    var options = StickOptions()
    if let deadZone = fields.number("deadZone", .deadZone) { options.deadZone = deadZone }
    if let mode = fields.choice("mode", StickOptions.Mode.self) { options.mode = mode }
    options.north = bind.bindings["north"]
    options.south = bind.bindings["south"]
    options.west = bind.bindings["west"]
    options.east = bind.bindings["east"]
    options.tap = bind.bindings["tap"]
    options.x = bind.amounts["x"]
    options.y = bind.amounts["y"]
    return options
  }

  private func knob(_ fields: Fields, _ bind: Bindings) -> KnobOptions {
    var options = KnobOptions()
    if let detents = fields.number("detents", .detents) { options.detents = detents }
    options.clockwise = bind.bindings["clockwise"]
    options.counterclockwise = bind.bindings["counterclockwise"]
    options.step = bind.amounts["step"]
    return options
  }

  private func trackpad(_ fields: Fields, _ bind: Bindings) -> TrackpadOptions {
    var options = TrackpadOptions()
    if let sensitivity = fields.number("sensitivity", .sensitivity) {
      options.sensitivity = sensitivity
    }
    options.tap = bind.bindings["tap"]
    options.tap2 = bind.bindings["tap2"]
    options.x = bind.amounts["x"]
    options.y = bind.amounts["y"]
    options.scrollX = bind.amounts["scrollX"]
    options.scrollY = bind.amounts["scrollY"]
    return options
  }

  private func tilt(_ fields: Fields, _ bind: Bindings) -> TiltOptions {
    var options = TiltOptions()
    if let range = fields.number("range", .tiltRange) { options.range = range }
    if let deadZone = fields.number("deadZone", .deadZone) { options.deadZone = deadZone }
    if let smoothing = fields.number("smoothing", .smoothing) {
      options.smoothing = Interval(seconds: smoothing)
    }
    if let centre = fields.object("centre", form: "{ roll, pitch }") {
      centre.checkNames(["roll", "pitch"])
      options.centreRoll = centre.number("roll", .roll)
      options.centrePitch = centre.number("pitch", .pitch)
    }
    options.north = bind.bindings["north"]
    options.south = bind.bindings["south"]
    options.west = bind.bindings["west"]
    options.east = bind.bindings["east"]
    options.recentre = bind.bindings["recentre"]
    options.x = bind.amounts["x"]
    options.y = bind.amounts["y"]
    return options
  }
}
