// SPDX-License-Identifier: MIT

/// What is held by nobody. There is no way to it, as far as we know; but a key that is stuck because
/// we are wrong is worse than a look now and then.
extension Player {
  /// Whether no finger is on the surface and no timer is set, and yet something is held: only
  /// latches, sliders that stay and the like can hold anything then. Takes next to no time; entered in
  /// place, as `nextDeadline`.
  public var isHoldingAlone: Bool {
    mutating get { surface.isUntouched && output.nextDue == nil && output.ledger.isHolding }
  }

  /// Releases every code that is held though no finger, no latch and no timer holds it, as a cause of
  /// its own. Gives those codes, in ascending order of their numbers; after a cause in which nothing
  /// is wrong there are none.
  public mutating func releaseStrays(at now: Instant) -> [Code] {
    begin(now)
    var holds: [Bool] = []
    for machine in surface.indices { holds.append(surface.mayHold(machine, output)) }
    let strays = output.releaseStrays(holds)
    close()
    return strays
  }
}

extension Surface {
  var isUntouched: Bool { contacts.isEmpty }

  var indices: Range<Int> { machines.indices }

  /// Whether a machine can hold codes now, by a finger, a latch or a timer.
  func mayHold(_ machine: Int, _ output: borrowing Output) -> Bool {
    if places[machine].fingers.contains(true) || output.hasTimer(of: machine) { return true }
    return switch machines[machine].state {
    case .dpad(_, _, let isLatched), .button(_, _, let isLatched): isLatched
    case .toggle(_, let isSelected): isSelected
    case .slide(let position, _): position > 0
    case .flick, .menu, .stick, .knob, .trackpad: false
    }
  }
}

extension Output {
  /// Whether a timer of the machine is set, but for those of its gates.
  func hasTimer(of machine: Int) -> Bool {
    timers.contains { timer in
      if case .gate = timer.kind { false } else { timer.machine == machine }
    }
  }

  /// Lets go of what neither a gate's wait nor one of the machines that `holds` says holds.
  mutating func releaseStrays(_ holds: [Bool]) -> [Code] {
    var strays: Set<Code> = []
    for index in bindings.indices where bindings[index].gate.isDown {
      if holds[bindings[index].machine] || isWaiting(.gate(GateID(index: index)), isLeft: false) {
        continue
      }
      strays.formUnion(bindings[index].heldCodes)
      bindings[index].gate = Gate(minPress: bindings[index].gate.minPress)
    }
    for (place, leftover) in leftovers.enumerated().reversed()
    where !isWaiting(.gate(GateID(index: leftover.index)), isLeft: true) {
      strays.formUnion(leftover.atoms.map(\.code).filter { $0.type != .rel })
      leftovers.remove(at: place)
    }
    var holders = [UInt32](repeating: 0, count: Code.keyCount)
    var claimants: Set<Int> = []
    func count(_ atoms: [Binding.Atom], _ first: Int) {
      for (index, atom) in atoms.enumerated() {
        switch atom {
        case .key(let code): holders[Int(code.number)] += 1
        case .abs: claimants.insert(first + index)
        case .rel: break
        }
      }
    }
    for bound in bindings where bound.gate.isDown { count(bound.atoms, bound.claimant) }
    for leftover in leftovers { count(leftover.atoms, leftover.claimant) }
    // What is left are amounts: they stay as long as their machine holds anything.
    var ofBindings: Set<Int> = []
    for bound in bindings {
      ofBindings.formUnion(bound.claimant..<bound.claimant + bound.atoms.count)
    }
    for index in machines.indices where holds[machines[index]] {
      let claimant = firstClaimant + index
      if !ofBindings.contains(claimant) { claimants.insert(claimant) }
    }
    strays.formUnion(ledger.correct(holders: holders, claimants: claimants))
    return strays.sorted { ($0.type.rawValue, $0.number) < ($1.type.rawValue, $1.number) }
  }

  private func isWaiting(_ kind: TimerKind, isLeft: Bool) -> Bool {
    timers.contains { $0.kind == kind && ($0.machine < 0) == isLeft }
  }
}

extension Output.Bound {
  /// Keys, and axes that it claims.
  fileprivate var heldCodes: [Code] { atoms.map(\.code).filter { $0.type != .rel } }
}
