// SPDX-License-Identifier: MIT

import Pad

/// Which keys should be down, told a second time: by the fingers on controls, by what the controls
/// say that they do, and by simple gates.
struct Expectation {
  private(set) var surface: ExpectedSurface
  /// Each control's, in the order of its kind's bindings; nil for one that is not bound.
  private var gates: [[ExpectedGate?]]
  /// Of layouts that were left, still down for the rest of their minimum.
  private var leftovers: [ExpectedGate] = []
  /// Of pads: the direction as it was last told; of sticks: the keys that are held.
  private var directions: [Direction]
  /// Of repeats: when the next tick was set; nil where none runs.
  private var ticks: [Int64?]

  init(_ layout: Layout) {
    surface = ExpectedSurface(layout)
    gates = layout.controls.map { Self.gates($0.kind) }
    directions = layout.controls.map { _ in [] }
    ticks = layout.controls.map { _ in nil }
  }

  private static func gates(_ kind: Layout.Kind) -> [ExpectedGate?] {
    func gates(
      _ bindings: [Binding?], isPulsed: Bool, _ cadence: Repeat? = nil
    ) -> [ExpectedGate?] {
      bindings.map { binding in
        binding.map { ExpectedGate($0, isPulsed: isPulsed, style: cadence?.style ?? .auto) }
      }
    }
    return switch kind {
    case .dpad(let it): gates([it.north, it.south, it.west, it.east], isPulsed: false, it.repeat)
    case .flick(let it):
      gates([it.center, it.top, it.bottom, it.left, it.right], isPulsed: it.fire == .release)
    case .toggle(let it):
      gates([it.selected], isPulsed: false) + gates([it.toggled, it.on, it.off], isPulsed: true)
    case .slide(let it): gates([it.finished], isPulsed: true)
    case .menu(let it): gates(it.items, isPulsed: true)
    case .button(let it): gates([it.press], isPulsed: false, it.repeat)
    case .stick(let it):
      gates([it.north, it.south, it.west, it.east], isPulsed: false)
        + gates([it.tap], isPulsed: true)
    case .knob(let it): gates([it.clockwise, it.counterclockwise], isPulsed: true)
    case .trackpad(let it): gates([it.tap, it.tap2], isPulsed: true)
    case .tilt(let it):
      gates([it.north, it.south, it.west, it.east], isPulsed: false)
        + gates([it.recentre], isPulsed: true)
    }
  }

  /// The keys that should be down.
  var heldKeys: Set<Code> {
    var keys: Set<Code> = []
    let identity = surface.layout.gamepad
    for case let gate? in gates.joined() where gate.isDown {
      keys.formUnion(Self.keys(of: gate.binding, identity))
    }
    for gate in leftovers { keys.formUnion(Self.keys(of: gate.binding, .generic)) }
    return keys
  }

  private static func keys(of binding: Binding, _ identity: Layout.Identity) -> [Code] {
    binding.atoms.compactMap { atom in
      if case .key(let code) = atom, identity.hat(for: code) == nil { code } else { nil }
    }
  }

  /// When the next edge goes out.
  var nextDue: Int64? {
    (gates.joined().compactMap { $0?.due } + leftovers.compactMap(\.due)).min()
  }

  // MARK: Causes

  mutating func begin(_ states: [ControlState]) { surface.note(states) }

  mutating func touch(
    _ session: SessionID, _ touches: [Touch], live: [Int64]?, at now: Int64,
    _ coverage: inout Coverage, _ tell: (ExpectedSurface.Event, Int) -> Void
  ) {
    var events: [(ExpectedSurface.Event, Int, ExpectedSurface.Finger, FlickLocation)] = []
    surface.handle(session, touches, live: live, at: now) {
      events.append(($0, $1, $2, $3))
      tell($0, $1)
    }
    for (event, part, finger, old) in events {
      follow(event, part, finger, old, at: now, &coverage)
    }
  }

  mutating func cancel(
    at now: Int64, _ coverage: inout Coverage,
    _ tell: (ExpectedSurface.Event, Int) -> Void = { _, _ in },
    where isMeant: (ExpectedSurface.Finger) -> Bool
  ) {
    var events: [(ExpectedSurface.Event, Int, ExpectedSurface.Finger, FlickLocation)] = []
    surface.cancel(
      {
        events.append(($0, $1, $2, $3))
        tell($0, $1)
      }, where: isMeant)
    for (event, part, finger, old) in events {
      follow(event, part, finger, old, at: now, &coverage)
    }
  }

  func isOn(_ control: Int, _ finger: ExpectedSurface.Finger) -> Bool {
    if case .part(let part) = finger.owner { surface.parts[part].control == control } else { false }
  }

  /// What controls do without saying so.
  private mutating func follow(
    _ event: ExpectedSurface.Event, _ part: Int, _ finger: ExpectedSurface.Finger,
    _ old: FlickLocation, at now: Int64, _ coverage: inout Coverage
  ) {
    let control = surface.parts[part].control
    func slot(_ location: FlickLocation) -> Int { Int(location.rawValue) }
    switch (surface.layout.controls[control].kind, event) {
    case (.flick(let flick), _) where flick.fire == .hold:
      switch event {
      case .began: press(control, 0, at: now, &coverage)
      case .moved where finger.location != old:
        release(control, slot(old), at: now, &coverage)
        press(control, slot(finger.location), at: now, &coverage)
      case .moved: break
      case .ended, .cancelled: release(control, slot(finger.location), at: now, &coverage)
      }
    case (.stick, .ended) where finger.isCentral && now - finger.beganAt < 250_000:
      pulse(control, 4, at: now, &coverage)
    case (.tilt, .began): pulse(control, 4, at: now, &coverage)
    default: break
    }
  }

  /// What controls say that they do. Of a control that is put back, the cut says the rest.
  mutating func hear(
    _ signal: Signal, isReset: Bool, at now: Int64, _ coverage: inout Coverage
  ) {
    let control = signal.control
    switch signal.kind {
    case .padDown(let direction, _):
      turn(control, to: direction, at: now, &coverage)
      if ticks[control] == nil { ticks[control] = now }
    case .padUp: turn(control, to: [], at: now, &coverage)
    case .padRepeat(let direction, _):
      `repeat`(
        control, Self.order.indices.filter { direction.contains(Self.order[$0]) }, at: now,
        &coverage)
    case .buttonDown:
      press(control, 0, at: now, &coverage)
      ticks[control] = now
    case .buttonUp: release(control, 0, at: now, &coverage)
    case .buttonRepeat: `repeat`(control, [0], at: now, &coverage)
    case .stick(let x, let y):
      var held: Direction = []
      let letGo =
        if case .tilt = surface.layout.controls[control].kind { 0.4 } else { 0.5 }
      for (direction, part) in zip(Self.order, [-y, y, -x, x])
      where part >= (directions[control].contains(direction) ? letGo : 0.5) {
        held.insert(direction)
      }
      turn(control, to: held, at: now, &coverage)
    case .didToggle(let isOn) where !isReset:
      if isOn {
        press(control, 0, at: now, &coverage)
      } else {
        release(control, 0, at: now, &coverage)
      }
      pulse(control, 1, at: now, &coverage)
      pulse(control, isOn ? 2 : 3, at: now, &coverage)
    case .didFlick(let location):
      if case .flick(let flick) = surface.layout.controls[control].kind, flick.fire == .release {
        pulse(control, Int(location.rawValue), at: now, &coverage)
      }
    case .didFinish: pulse(control, 0, at: now, &coverage)
    case .didReset: if !isReset { cut(control, at: now, &coverage) }
    case .didSelect(let item): pulse(control, item, at: now, &coverage)
    case .step(let clicks, _): pulse(control, clicks > 0 ? 0 : 1, at: now, &coverage)
    case .tap: pulse(control, 0, at: now, &coverage)
    case .tap2: pulse(control, 1, at: now, &coverage)
    default: break
    }
  }

  /// Timers of one instant that are older than a control's tick go before it, the others behind.
  mutating func passTime(
    _ now: Int64, before signals: [Signal], _ coverage: inout Coverage
  ) {
    let ticking = Set(
      signals.compactMap { signal in
        switch signal.kind {
        case .padRepeat, .buttonRepeat: signal.control
        default: nil
        }
      })
    for control in gates.indices {
      for slot in gates[control].indices {
        guard let gate = gates[control][slot], let due = gate.due, due <= now else { continue }
        if ticking.contains(control), gate.waitsSince > ticks[control] ?? .min { continue }
        note(gate, "time", &coverage)
        gates[control][slot]?.pass(at: now)
      }
    }
    leftovers.removeAll { $0.due.map { $0 <= now } ?? true }
  }

  /// What is still due is behind the tick.
  mutating func passRest(_ now: Int64, _ coverage: inout Coverage) {
    for control in gates.indices {
      for slot in gates[control].indices {
        guard let gate = gates[control][slot], let due = gate.due, due <= now else { continue }
        note(gate, "time", &coverage)
        gates[control][slot]?.pass(at: now)
      }
    }
  }

  mutating func cut(_ control: Int, at now: Int64, _ coverage: inout Coverage) {
    for slot in gates[control].indices {
      guard let gate = gates[control][slot] else { continue }
      note(gate, "cut", &coverage)
      gates[control][slot]?.cut(at: now)
    }
    directions[control] = []
    ticks[control] = nil
  }

  mutating func change(to layout: Layout, at now: Int64, _ coverage: inout Coverage) {
    for control in gates.indices { cut(control, at: now, &coverage) }
    let identity = surface.layout.gamepad
    let left = gates.joined().compactMap { gate in
      if let gate, gate.isDown { gate.withoutHats(of: identity) } else { nil }
    }
    let before = leftovers
    self = Expectation(layout)
    leftovers = before + left
  }

  mutating func releaseAll() { self = Expectation(surface.layout) }

  /// A control that no finger is on and that is not latched repeats no more.
  mutating func settle(_ states: [ControlState]) {
    for (control, state) in states.enumerated() where ticks[control] != nil {
      switch state {
      case .dpad(_, _, false), .button(_, _, false):
        if !surface.isTouched(control) { ticks[control] = nil }
      default: break
      }
    }
  }

  // MARK: Gates

  private static let order: [Direction] = [.north, .south, .west, .east]

  private mutating func turn(
    _ control: Int, to new: Direction, at now: Int64, _ coverage: inout Coverage
  ) {
    let old = directions[control]
    directions[control] = new
    for (slot, direction) in Self.order.enumerated() {
      if old.contains(direction) && !new.contains(direction) {
        release(control, slot, at: now, &coverage)
      }
      if new.contains(direction) && !old.contains(direction) {
        press(control, slot, at: now, &coverage)
      }
    }
  }

  private mutating func `repeat`(
    _ control: Int, _ slots: [Int], at now: Int64, _ coverage: inout Coverage
  ) {
    ticks[control] = now
    for slot in slots {
      guard let gate = gates[control][slot], gate.isDown, !gate.autorepeats, gate.waiting.isEmpty
      else { continue }
      note(gate, "repeat", &coverage)
      gates[control][slot]?.release(at: now)
      gates[control][slot]?.press(at: now, as: .repeatPress)
    }
  }

  private mutating func press(
    _ control: Int, _ slot: Int, at now: Int64, _ coverage: inout Coverage
  ) {
    guard let gate = gates[control][slot] else { return }
    note(gate, "press", &coverage)
    gates[control][slot]?.press(at: now)
  }

  private mutating func release(
    _ control: Int, _ slot: Int, at now: Int64, _ coverage: inout Coverage
  ) {
    guard let gate = gates[control][slot] else { return }
    note(gate, "release", &coverage)
    gates[control][slot]?.release(at: now)
  }

  private mutating func pulse(
    _ control: Int, _ slot: Int, at now: Int64, _ coverage: inout Coverage
  ) {
    press(control, slot, at: now, &coverage)
    release(control, slot, at: now, &coverage)
  }

  private func note(_ gate: ExpectedGate, _ event: String, _ coverage: inout Coverage) {
    let state = (gate.isDown ? "down" : "up") + (gate.waiting.isEmpty ? "" : " waiting")
    coverage.note(.gate, state, event)
  }
}

extension ExpectedGate {
  /// The same, without the codes that an identity has on a hat.
  fileprivate func withoutHats(of identity: Layout.Identity) -> ExpectedGate {
    var gate = self
    gate.binding.atoms.removeAll { identity.hat(for: $0.code) != nil }
    return gate
  }
}
