// SPDX-License-Identifier: MIT

import Pad

/// Layouts of every kind of control, with any option, crowded so that controls overlap.
struct LayoutGenerator<Random: RandomNumberGenerator> {
  var random: Random
  private var identity = Layout.Identity.generic
  /// Codes still to be given away; where it is nil, a few codes are shared by all.
  private var unused: [Code]?
  private var shared: [Code] = []

  init(_ random: Random) {
    self.random = random
  }

  static var size: Size { Size(width: 400, height: 300) }

  mutating func layout(_ name: String) -> Layout {
    identity = chance(3) ? .xbox360 : .generic
    let all = (Codes.keys + Codes.buttons + Codes.pad).map(\.code)
    unused = chance(2) ? all.shuffled(using: &random) : nil
    shared = Array(all.shuffled(using: &random).prefix(int(1...4)))
    let count = chance(4) ? int(8...16) : int(1...5)
    return Layout(
      name: name, size: Self.size, gamepad: identity,
      controls: (0..<count).map { control("c\($0)") })
  }

  private mutating func control(_ id: String) -> Layout.Control {
    let isLarge = chance(3)
    let frame = Rect(
      x: Double(int(-20...300)), y: Double(int(-20...220)),
      width: Double(isLarge ? int(60...240) : int(20...90)),
      height: Double(isLarge ? int(60...200) : int(20...90)))
    let kind = kind(frame)
    let isRound: Bool =
      if case .toggle = kind { !chance(4) } else { chance(4) }
    return Layout.Control(id: id, frame: frame, shape: isRound ? .circle : .rect, kind: kind)
  }

  private mutating func kind(_ frame: Rect) -> Layout.Kind {
    switch int(0...9) {
    case 0: .dpad(dpad())
    case 1: .flick(flick())
    case 2: .toggle(toggle())
    case 3: .slide(slide(frame))
    case 4: .menu(menu())
    case 5: .button(button())
    case 6: .stick(stick())
    case 7: .knob(knob())
    case 8: .trackpad(trackpad())
    default: .tilt(tilt())
    }
  }

  // MARK: Kinds

  private mutating func dpad() -> DPadOptions {
    var options = DPadOptions()
    if chance(4) { options.directions = Direction(rawValue: UInt8(int(1...15))) }
    if chance(3) { options.deadZone = Double(int(1...9)) / 10 }
    options.ways = chance(2) ? 8 : 4
    options.hold = chance(3)
    options.glide = chance(3)
    options.repeat = cadence()
    (options.north, options.south, options.west, options.east) = directions()
    return options
  }

  private mutating func flick() -> FlickOptions {
    var options = FlickOptions()
    options.fire = chance(2) ? .hold : .release
    options.center = binding()
    options.top = binding()
    options.bottom = binding()
    options.left = binding()
    options.right = binding()
    return options
  }

  private mutating func toggle() -> ToggleOptions {
    var options = ToggleOptions()
    options.selected = binding()
    options.toggled = binding()
    options.on = binding()
    options.off = binding()
    return options
  }

  private mutating func slide(_ frame: Rect) -> SlideOptions {
    var options = SlideOptions()
    options.orientation = frame.width > frame.height ? .horizontal : .vertical
    let track = max(frame.width, frame.height)
    if frame.width == frame.height || chance(3) {
      options.thumb = Double(int(1...3)) * track / 4
    }
    options.snap = SlideOptions.Snap.allCases.randomElement(using: &random)!
    if chance(2) { options.rearm = Interval(microseconds: Int64(int(1...600)) * 1000) }
    options.finished = binding()
    options.position = axis()
    return options
  }

  private mutating func menu() -> MenuOptions {
    var options = MenuOptions()
    options.direction = MenuOptions.Direction.allCases.randomElement(using: &random)!
    options.spacing = Double(int(-30...80))
    options.closeOnSelect = chance(2)
    options.items = (0..<int(1...3)).map { _ in binding() }
    return options
  }

  private mutating func button() -> ButtonOptions {
    var options = ButtonOptions()
    options.hold = chance(3)
    options.glide = chance(3)
    options.repeat = cadence()
    options.press = binding()
    return options
  }

  private mutating func stick() -> StickOptions {
    var options = StickOptions()
    options.deadZone = Double(int(0...9)) / 10
    options.mode = chance(2) ? .floating : .fixed
    (options.north, options.south, options.west, options.east) = directions()
    options.tap = binding()
    options.x = axis()
    options.y = axis()
    return options
  }

  private mutating func knob() -> KnobOptions {
    var options = KnobOptions()
    options.detents = Double([1, 4, 24, 60].randomElement(using: &random)!)
    options.clockwise = binding()
    options.counterclockwise = binding()
    options.step = chance(2) ? Codes.moves.randomElement(using: &random)!.code : nil
    return options
  }

  private mutating func trackpad() -> TrackpadOptions {
    var options = TrackpadOptions()
    options.sensitivity = Double(int(1...40)) / 10
    options.tap = binding()
    options.tap2 = binding()
    options.x = chance(3) ? nil : .relX
    options.y = chance(3) ? nil : .relY
    options.scrollX = chance(2) ? nil : .relHWheel
    options.scrollY = chance(2) ? nil : .relWheel
    return options
  }

  private mutating func tilt() -> TiltOptions {
    var options = TiltOptions()
    options.range = Double(int(5...60))
    options.deadZone = Double(int(0...5)) / 10
    options.smoothing = Interval(microseconds: Int64(int(0...3)) * 100_000)
    if chance(2) { options.centreRoll = Double(int(-20...20)) }
    if chance(2) { options.centrePitch = Double(int(-20...60)) }
    (options.north, options.south, options.west, options.east) = directions()
    options.recentre = binding()
    options.x = axis()
    options.y = axis()
    return options
  }

  // MARK: Parts

  private mutating func cadence() -> Repeat? {
    guard chance(3) else { return nil }
    var cadence = Repeat()
    if chance(2) { cadence.delay = Interval(microseconds: Int64(int(1...400)) * 1000) }
    if chance(2) { cadence.interval = Interval(microseconds: Int64(int(20...200)) * 1000) }
    cadence.style = Repeat.Style.allCases.randomElement(using: &random)!
    return cadence
  }

  /// In the order north, south, west, east.
  private mutating func directions() -> (Binding?, Binding?, Binding?, Binding?) {
    (binding(), binding(), binding(), binding())
  }

  private mutating func binding() -> Binding? {
    if chance(8) { return nil }
    var atoms: [Binding.Atom] = []
    for _ in 0..<(chance(4) ? int(2...3) : 1) {
      if chance(6) {
        let code = axis() ?? .absHat0X
        atoms.append(
          .abs(code, value: Int32(int(Int(code.range.lowerBound)...Int(code.range.upperBound)))))
      } else if chance(8) {
        let code = Codes.moves.randomElement(using: &random)!.code
        atoms.append(.rel(code, value: chance(2) ? 1 : -120))
      } else if let code = key() {
        atoms.append(.key(code))
      }
    }
    return atoms.isEmpty ? nil : Binding(atoms)
  }

  private mutating func key() -> Code? {
    if unused != nil { return unused!.popLast() }
    return shared.randomElement(using: &random)
  }

  private mutating func axis() -> Code? {
    chance(3) ? nil : Codes.axes.randomElement(using: &random)!.code
  }

  // MARK: Chance

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// True one time in `count`.
  mutating func chance(_ count: Int) -> Bool { int(1...count) == 1 }
}
