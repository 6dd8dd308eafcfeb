// SPDX-License-Identifier: MIT

/// The place of a binding's gate among those of its layout.
struct GateID: Equatable, Sendable {
  var index: Int
}

/// An amount's place on its axis: which axis, and as whom it claims it.
struct Amount: Equatable, Sendable {
  let code: Code
  let claimant: Ledger.Claimant
  /// The axis' reach and rest, looked up once.
  let minimum: Double
  let maximum: Double
  let rest: Int32

  init(_ code: Code, by claimant: Ledger.Claimant) {
    self.code = code
    self.claimant = claimant
    minimum = Double(code.range.lowerBound)
    maximum = Double(code.range.upperBound)
    rest = code.rest
  }
}

/// Everything a machine can ask for: edges of bindings, amounts, signals, timers.
struct Output: ~Copyable {
  /// A binding as the gates let it out.
  struct Bound {
    var atoms: [Binding.Atom]
    /// The number of the first atom as a claimant; the others follow.
    var claimant: Int
    var autorepeats: Bool
    var gate: Gate
    var machine: Int
  }

  var bindings: [Bound] = []
  private var claimants = 0
  /// The machine of each claimant of the layout, whose first is `firstClaimant`.
  private(set) var machines: [Int] = []
  private(set) var firstClaimant = 0
  private(set) var timers: [Timer] = []
  private var order = 0
  /// Bindings of layouts that were left, each still down for the rest of its minimum; by the
  /// index that their timers name.
  var leftovers: [(index: Int, atoms: [Binding.Atom], claimant: Int)] = []
  private var leftoverCount = 0
  /// The gates that let an edge out in this cause.
  private(set) var moved = UniqueArray<GateID>(capacity: 16)

  /// As whom the gamepad presents itself.
  private var identity: Layout.Identity

  var ledger = Ledger()
  var signals = UniqueArray<Signal>(capacity: 64)
  /// Whether anybody listens to signals.
  var wantsSignals = true
  /// The menus that are open, by the index of their control.
  var openMenus: Set<Int> = []
  /// A menu that closed just now; whoever routes touches cancels those on its items.
  var closedMenu: Int?
  /// The instant of this cause as planned, and as the clock has it (a late timer's is later).
  var now = Instant(microseconds: 0)
  var clock = Instant(microseconds: 0)
  /// The machine that acts, by its place in layout order, and its control's index in the layout.
  var machine = 0
  var control = 0

  init(_ identity: Layout.Identity) {
    self.identity = identity
    timers.reserveCapacity(32)
  }

  // MARK: Set-up

  /// The codes of a binding as the gamepad of an identity has them: some have a hat where others
  /// have buttons.
  private func atoms(of binding: Binding) -> [Binding.Atom] {
    binding.atoms.map { atom in
      guard let (axis, value) = identity.hat(for: atom.code) else { return atom }
      return .abs(axis, value: value)
    }
  }

  /// Makes the gate of a binding; nil for none. `style` is that of the control's repeat.
  mutating func gate(
    _ binding: Binding?, isPulsed: Bool, style: Repeat.Style = .auto, machine: Int
  ) -> GateID? {
    guard let binding else { return nil }
    let bound = Bound(
      atoms: atoms(of: binding), claimant: claimants,
      autorepeats: style == .autorepeat || (style == .auto && binding.isKeysOnly),
      gate: Gate(minPress: isPulsed ? Gate.pulsedMinimum : Gate.heldMinimum), machine: machine)
    claimants += binding.atoms.count
    machines += binding.atoms.map { _ in machine }
    bindings.append(bound)
    return GateID(index: bindings.count - 1)
  }

  /// Makes an amount's claim on an axis; nil for none.
  mutating func amount(_ code: Code?, machine: Int) -> Amount? {
    guard let code else { return nil }
    claimants += 1
    machines.append(machine)
    return Amount(code, by: Ledger.Claimant(number: claimants - 1))
  }

  /// Takes the gates of the layout away, to make room for those of the next one, of `identity`.
  /// What is down stays so until its minimum is over.
  mutating func leaveLayout(for identity: Layout.Identity) {
    self.identity = identity
    for index in timers.indices where timers[index].machine >= 0 {
      guard case .gate(let gate) = timers[index].kind else { continue }
      leftovers.append(
        (leftoverCount, bindings[gate.index].atoms, bindings[gate.index].claimant))
      timers[index].kind = .gate(GateID(index: leftoverCount))
      timers[index].machine -= Self.leftoverShift
      leftoverCount += 1
    }
    timers.removeAll { $0.machine >= 0 }
    bindings.removeAll()
    moved.removeAll()
    openMenus.removeAll()
    closedMenu = nil
    // Claimants go on counting: what is left over must not be taken for anything new.
    firstClaimant = claimants
    machines.removeAll()
  }

  /// Puts the machines of a layout that was left before those of the present one.
  private static let leftoverShift = 1 << 20

  // MARK: Bindings

  mutating func press(_ gate: GateID?) {
    guard let gate else { return }
    follow(bindings[gate.index].gate.press(at: clock), gate)
  }

  mutating func release(_ gate: GateID?) {
    guard let gate else { return }
    follow(bindings[gate.index].gate.release(at: clock), gate)
  }

  /// A press and its release, asked for at once.
  mutating func pulse(_ gate: GateID?) {
    press(gate)
    release(gate)
  }

  /// The release half of a repeat that retriggers, or the whole of one that auto-repeats. Says
  /// whether a press has to follow.
  mutating func beginRepeat(_ gate: GateID?) -> Bool {
    guard let gate, bindings[gate.index].gate.isDown else { return false }
    if bindings[gate.index].autorepeats {
      for atom in bindings[gate.index].atoms {
        switch atom {
        case .key(let code): ledger.repeatKey(code)
        case .rel(let code, let value): ledger.send(code, value)
        case .abs: break
        }
      }
      return false
    }
    guard bindings[gate.index].gate.waiting == 0 else { return false }
    release(gate)
    return true
  }

  /// The press half of a repeat that retriggers.
  mutating func endRepeat(_ gate: GateID) {
    follow(bindings[gate.index].gate.press(at: clock, isRepeat: true), gate)
  }

  /// Forgets the edges that wait and asks for the release of what is down.
  mutating func cut(_ gate: GateID?) {
    guard let gate else { return }
    cancelTimer(.gate(gate))
    follow(bindings[gate.index].gate.cut(at: clock), gate)
  }

  private mutating func follow(_ answer: Gate.Answer, _ gate: GateID) {
    switch answer {
    case .out: letOut(gate)
    case .waits(let due): setTimer(.gate(gate), at: due, machine: bindings[gate.index].machine)
    case .takenBack: cancelTimer(.gate(gate))
    case .none: break
    }
  }

  private mutating func letOut(_ gate: GateID) {
    moved.append(gate)
    let claimant = bindings[gate.index].claimant
    if bindings[gate.index].gate.isDown {
      for index in bindings[gate.index].atoms.indices {
        switch bindings[gate.index].atoms[index] {
        case .key(let code): ledger.press(code)
        case .abs(let code, let value):
          ledger.claim(code, value, by: Ledger.Claimant(number: claimant + index))
        case .rel(let code, let value): ledger.send(code, value)
        }
      }
    } else {
      letGo(bindings[gate.index].atoms, claimant)
    }
  }

  private mutating func letGo(_ atoms: [Binding.Atom], _ claimant: Int) {
    for index in atoms.indices.reversed() {
      switch atoms[index] {
      case .key(let code): ledger.release(code)
      case .abs(let code, _):
        ledger.unclaim(code, by: Ledger.Claimant(number: claimant + index))
      case .rel: break
      }
    }
  }

  /// A cause begins, at `now` by the clock and as planned.
  mutating func begin(_ now: Instant) {
    self.now = now
    clock = now
    signals.removeAll()
    moved.removeAll()
  }

  /// The edges of this cause were told at `late`: what follows them keeps its distance from then.
  mutating func edgesWereTold(at late: Instant) {
    for index in moved.indices {
      let gate = moved[index]
      guard let due = bindings[gate.index].gate.wasTold(at: late) else { continue }
      cancelTimer(.gate(gate))
      setTimer(.gate(gate), at: due, machine: bindings[gate.index].machine)
    }
  }

  // MARK: Amounts

  /// Puts an axis at a fraction of its reach: -1 is its minimum where that is negative, 0 its rest,
  /// 1 its maximum; rounded to nearest, halves away from zero.
  mutating func set(_ amount: Amount?, fraction: Double) {
    guard let amount else { return }
    let place = fraction * (fraction < 0 ? -amount.minimum : amount.maximum)
    let value = min(max(place, amount.minimum), amount.maximum)
    // As rounded() does it, without a call of the C library: a stick needs it twice a message.
    let whole = Int32(value)
    let rest = value - Double(whole)
    ledger.set(amount, rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole)
  }

  /// Adds clicks to the one event that the amount's code has in this cause.
  mutating func step(_ amount: Amount?, by clicks: Int) {
    guard let amount else { return }
    ledger.sendLast(amount.code, Int32(clamping: clicks))
  }

  /// Adds `way` to what a relative axis has been moved but not told yet, and sends how often
  /// `unit` goes into it. The carry is kept as a way, so that steps of a tenth add up to a whole.
  mutating func move(_ code: Code?, by way: Double, unit: Double = 1, carry: inout Double) {
    guard let code else { return }
    carry += way
    let whole = (carry / unit).rounded(.towardZero)
    guard whole != 0 else { return }
    carry -= whole * unit
    let limit = Double(Int32.max)
    ledger.send(code, Int32(min(max(whole, -limit), limit)))
  }

  /// Keys that gates hold, and axes that are claimed, each with the machine that does; nil for a
  /// layout that was left.
  var holds: [(code: Code, value: Int32, machine: Int?)] {
    var holds: [(code: Code, value: Int32, machine: Int?)] = []
    for bound in bindings where bound.gate.isDown {
      for case .key(let code) in bound.atoms { holds.append((code, 1, bound.machine)) }
    }
    for leftover in leftovers {
      for case .key(let code) in leftover.atoms { holds.append((code, 1, nil)) }
    }
    for claim in ledger.claimed {
      let index = claim.claimant.number - firstClaimant
      holds.append((claim.axis, claim.value, index < 0 ? nil : machines[index]))
    }
    return holds
  }

  // MARK: Signals

  mutating func say(_ kind: Signal.Kind) {
    guard wantsSignals else { return }
    signals.append(Signal(control: control, kind: kind))
  }

  // MARK: Timers

  /// Sets a timer of the machine that acts, in the place of one of the same kind.
  mutating func setTimer(_ kind: TimerKind, at due: Instant) {
    cancelTimer(kind)
    setTimer(kind, at: due, machine: machine)
  }

  private mutating func setTimer(_ kind: TimerKind, at due: Instant, machine: Int) {
    order += 1
    timers.append(Timer(due: due, order: order, machine: machine, kind: kind))
  }

  /// Cancels a timer of the machine that acts.
  mutating func cancelTimer(_ kind: TimerKind) {
    let machine =
      if case .gate(let gate) = kind { bindings[gate.index].machine } else { self.machine }
    guard let index = timers.firstIndex(where: { $0.machine == machine && $0.kind == kind })
    else { return }
    timers.swapAt(index, timers.count - 1)
    timers.removeLast()
  }

  /// The earliest deadline.
  var nextDue: Instant? {
    var earliest: Instant?
    for index in timers.indices where earliest == nil || timers[index].due < earliest! {
      earliest = timers[index].due
    }
    return earliest
  }

  /// Takes out the timer that acts next among those due at `now`; a gate's acts at once, another
  /// kind is the caller's to act on.
  mutating func takeDueTimer() -> Timer? {
    var first: Int?
    for index in timers.indices where timers[index].due <= now {
      if let best = first, !timers[index].precedes(timers[best]) { continue }
      first = index
    }
    guard let first else { return nil }
    timers.swapAt(first, timers.count - 1)
    return timers.removeLast()
  }

  /// Acts on a gate's timer.
  mutating func gateTimeIsOver(_ gate: GateID, machine: Int) {
    if machine < 0 {
      guard let index = leftovers.firstIndex(where: { $0.index == gate.index }) else { return }
      let leftover = leftovers.remove(at: index)
      letGo(leftover.atoms, leftover.claimant)
      return
    }
    let next = bindings[gate.index].gate.timeIsOver(at: clock)
    letOut(gate)
    if let next { setTimer(.gate(gate), at: next, machine: machine) }
  }

  /// Lets go of everything at once, gates and timers included; the bindings have to be made anew.
  mutating func releaseAll() {
    timers.removeAll()
    leftovers.removeAll()
    bindings.removeAll()
    moved.removeAll()
    openMenus.removeAll()
    ledger.releaseAll()
  }
}
