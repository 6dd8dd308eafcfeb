// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Turns what the daemon says into lines, each with its LF, in a buffer that is used again and
/// again: once it is large enough, events allocate nothing.
public struct Encoder: ~Copyable {
  /// Holds the lines since the last `removeAll`; lends them to `withBytes` without a copy.
  public internal(set) var lines = JSONWriter()

  /// The ids of the layout's controls, in its order.
  private var ids: [String] = []
  /// The beginnings of the event lines of all controls, one after the other.
  private var beginnings: [UInt8] = []
  /// Where in `beginnings` each control's ends.
  private var ends: [Int] = []

  /// The version of the protocol.
  public static let version = 1

  public init() {}

  /// The controls that signals and states speak of from now on.
  public mutating func use(_ layout: borrowing Layout) {
    ids = layout.controls.map(\.id)
    var writer = JSONWriter()
    ends = ids.map { id in
      writer.raw(#"{"type":"event","control":"#)
      writer.string(id)
      writer.raw(#","event":""#)
      return writer.bytes.count
    }
    beginnings = writer.bytes
  }

  /// Forgets the lines and keeps their storage.
  public mutating func removeAll() {
    lines.removeAll()
  }

  // MARK: Events

  /// An `event` or `haptic` line.
  public mutating func signal(_ signal: Signal) {
    if signal.kind == .haptic { return haptic() }
    let start = signal.control == 0 ? 0 : ends[signal.control - 1]
    lines.raw(beginnings, start..<ends[signal.control])
    event(signal.kind)
    lines.raw("}\n")
  }

  /// A `haptic` line.
  public mutating func haptic() {
    lines.raw("{\"type\":\"haptic\",\"style\":\"light\"}\n")
  }

  /// The event's name, a quote and its fields.
  private mutating func event(_ kind: Signal.Kind) {
    switch kind {
    case .haptic: break
    case .padDown(let direction, let count):
      lines.raw(#"touchDown""#)
      self.direction(direction)
      repeatCount(count)
    case .padRepeat(let direction, let count):
      lines.raw(#"touchDownRepeat""#)
      self.direction(direction)
      repeatCount(count)
    case .padUp(let direction, let count):
      lines.raw(#"touchUp""#)
      self.direction(direction)
      repeatCount(count)
    case .buttonDown(let count):
      lines.raw(#"touchDown""#)
      repeatCount(count)
    case .buttonRepeat(let count):
      lines.raw(#"touchDownRepeat""#)
      repeatCount(count)
    case .buttonUp(let count):
      lines.raw(#"touchUp""#)
      repeatCount(count)
    case .highlighted(let value):
      lines.raw(#"highlighted""#)
      field(#","isHighlighted":"#, value)
    case .itemHighlighted(let value, let item):
      lines.raw(#"highlighted""#)
      field(#","isHighlighted":"#, value)
      field(#","item":"#, item)
    case .componentsWillAppear: lines.raw(#"componentsWillAppear""#)
    case .componentsDidAppear: lines.raw(#"componentsDidAppear""#)
    case .active(let location):
      lines.raw(#"active""#)
      field(#","location":"#, location)
    case .didFlick(let location):
      lines.raw(#"didFlick""#)
      field(#","location":"#, location)
    case .componentsWillDisappear: lines.raw(#"componentsWillDisappear""#)
    case .componentsDidDisappear: lines.raw(#"componentsDidDisappear""#)
    case .lingerDidEnd(let location):
      lines.raw(#"lingerDidEnd""#)
      field(#","location":"#, location)
    case .didToggle(let value):
      lines.raw(#"didToggle""#)
      field(#","isSelected":"#, value)
    case .position(let value):
      lines.raw(#"position""#)
      field(#","position":"#, value)
    case .didFinish: lines.raw(#"didFinish""#)
    case .didReset: lines.raw(#"didReset""#)
    case .didExpand(let value):
      lines.raw(#"didExpand""#)
      field(#","isExpanded":"#, value)
    case .didSelect(let item):
      lines.raw(#"didSelect""#)
      field(#","item":"#, item)
    case .stick(let x, let y):
      lines.raw(#"position""#)
      field(#","x":"#, x)
      field(#","y":"#, y)
    case .step(let clicks, let angle):
      lines.raw(#"step""#)
      field(#","clicks":"#, clicks)
      field(#","angle":"#, angle)
    case .tap: lines.raw(#"tap""#)
    case .tap2: lines.raw(#"tap2""#)
    }
  }

  private mutating func direction(_ direction: Direction) {
    guard let name = direction.name else { return }
    lines.raw(#","direction":""#)
    lines.raw(name)
    lines.raw("\"")
  }

  @inline(always)
  private mutating func repeatCount(_ count: Int) {
    field(#","repeatCount":"#, count)
  }

  @inline(always)
  mutating func field(_ name: StaticString, _ value: Bool) {
    lines.raw(name)
    lines.bool(value)
  }

  @inline(always)
  mutating func field(_ name: StaticString, _ value: Int) {
    lines.raw(name)
    lines.integer(value)
  }

  @inline(always)
  mutating func field(_ name: StaticString, _ value: Double) {
    lines.raw(name)
    lines.number(value)
  }

  @inline(always)
  private mutating func field(_ name: StaticString, _ location: FlickLocation) {
    lines.raw(name)
    lines.raw("\"")
    lines.raw(location.name)
    lines.raw("\"")
  }

  @inline(always)
  mutating func field(_ name: StaticString, _ text: String) {
    lines.raw(name)
    lines.string(text)
  }

  /// - Parameter name: the field's, up to the bracket that begins the list.
  mutating func list<Element>(
    _ name: StaticString, _ elements: [Element],
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    lines.raw(name)
    for (index, element) in elements.enumerated() {
      if index > 0 { lines.raw(",") }
      write(&lines, element)
    }
    lines.raw("]")
  }

  // MARK: Layouts and states

  /// - Parameters:
  ///   - player: from 1.
  ///   - leds: which of the lights of a pad are lit for it, from the first.
  ///   - layout: the layout as JSON on one line.
  ///   - layouts: the names of those that the client may ask for.
  ///   - saves: whether the client can have layouts kept.
  ///   - states: in the order of the controls.
  public mutating func welcome(
    player: Int, leds: [Bool], resume: String, layout: Span<UInt8>, layouts: [String],
    saves: Bool, states: [ControlState]
  ) {
    lines.raw(#"{"type":"welcome""#)
    field(#","protocol":"#, Self.version)
    field(#","player":"#, player)
    self.leds(leds)
    field(#","resume":"#, resume)
    lines.raw(#","layout":"#)
    lines.raw(layout)
    list(#","layouts":["#, layouts) { $0.string($1) }
    field(#","saves":"#, saves)
    self.states(states)
    lines.raw("}\n")
  }

  /// A `layout` line; the parameters are as for `welcome`. `layouts` is nil where they are the same
  /// as before.
  public mutating func layout(
    _ layout: Span<UInt8>, layouts: [String]? = nil, states: [ControlState]
  ) {
    lines.raw(#"{"type":"layout","layout":"#)
    lines.raw(layout)
    if let layouts { list(#","layouts":["#, layouts) { $0.string($1) } }
    self.states(states)
    lines.raw("}\n")
  }

  /// The names of the codes that the client's layouts can bind.
  public mutating func codes(_ names: [String]) {
    lines.raw(#"{"type":"codes""#)
    list(#","codes":["#, names) { $0.string($1) }
    lines.raw("}\n")
  }

  mutating func states(_ states: [ControlState]) {
    lines.raw(#","state":{"#)
    for (index, (id, state)) in zip(ids, states).enumerated() {
      if index > 0 { lines.raw(",") }
      lines.string(id)
      lines.raw(":{")
      self.state(state)
      lines.raw("}")
    }
    lines.raw("}")
  }

  private mutating func state(_ state: ControlState) {
    switch state {
    case .dpad(let direction, let count, let isLatched):
      if let name = direction.name {
        lines.raw(#""direction":""#)
        lines.raw(name)
        lines.raw("\",")
      }
      field(#""repeatCount":"#, count)
      field(#","isLatched":"#, isLatched)
    case .flick(let isHighlighted, let isExpanded, let active):
      field(#""isHighlighted":"#, isHighlighted)
      field(#","isExpanded":"#, isExpanded)
      if let active { field(#","location":"#, active) }
    case .toggle(let isHighlighted, let isSelected):
      field(#""isHighlighted":"#, isHighlighted)
      field(#","isSelected":"#, isSelected)
    case .slide(let position, let isFinished):
      field(#""position":"#, position)
      field(#","isFinished":"#, isFinished)
    case .menu(let isHighlighted, let isExpanded, let items):
      field(#""isHighlighted":"#, isHighlighted)
      field(#","isExpanded":"#, isExpanded)
      lines.raw(#","items":["#)
      for (index, item) in items.enumerated() {
        if index > 0 { lines.raw(",") }
        lines.integer(item)
      }
      lines.raw("]")
    case .button(let isDown, let count, let isLatched):
      field(#""isDown":"#, isDown)
      field(#","repeatCount":"#, count)
      field(#","isLatched":"#, isLatched)
    case .stick(let x, let y):
      field(#""x":"#, x)
      field(#","y":"#, y)
    case .knob(let angle):
      field(#""angle":"#, angle)
    case .trackpad:
      break
    }
  }

  // MARK: The rest

  /// `strong` and `weak` are motors, 0 to 1; `duration` is in seconds, 0 to stop.
  public mutating func rumble(strong: Double, weak: Double, duration: Double) {
    lines.raw(#"{"type":"rumble""#)
    field(#","strong":"#, strong)
    field(#","weak":"#, weak)
    field(#","duration":"#, duration)
    lines.raw("}\n")
  }

  /// The player's number changed, and with it which of the lights of a pad are lit, from the
  /// first.
  public mutating func player(_ player: Int, leds: [Bool]) {
    lines.raw(#"{"type":"player""#)
    field(#","player":"#, player)
    self.leds(leds)
    lines.raw("}\n")
  }

  private mutating func leds(_ leds: [Bool]) {
    list(#","leds":["#, leds) { $0.bool($1) }
  }

  /// What was asked for on admin.sock is done.
  public mutating func done() {
    lines.raw("{\"type\":\"done\"}\n")
  }

  /// - Parameter line: the number of the client's line, from 1; nil where none is to blame.
  public mutating func error(_ error: WireError, line: Int?) {
    lines.raw(#"{"type":"error""#)
    field(#","code":"#, error.code.rawValue)
    field(#","message":"#, error.message)
    if !error.places.isEmpty {
      list(#","errors":["#, error.places) { lines, place in
        lines.raw(#"{"at":"#)
        lines.string(place.field)
        lines.raw(#","message":"#)
        lines.string(place.message)
        lines.raw("}")
      }
    }
    if let line { field(#","line":"#, line) }
    lines.raw("}\n")
  }

  /// - Parameter id: the bytes of the ping's id; empty where it had none.
  public mutating func pong(id: Span<UInt8>) {
    lines.raw(#"{"type":"pong""#)
    if !id.isEmpty {
      lines.raw(#","id":"#)
      lines.raw(id)
    }
    lines.raw("}\n")
  }
}
