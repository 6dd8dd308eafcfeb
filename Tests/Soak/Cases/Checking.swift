// SPDX-License-Identifier: MIT

import Pad

/// What has to be true after every cause.
extension Rehearsal {
  mutating func settle() throws(Complaint) {
    try checkBatch()
    let states = player.states
    expected.settle(states)
    try checkRest(states)
    if isPunctual {
      let strays = deaf.releaseStrays(at: Instant(microseconds: now))
      try check(strays.isEmpty, "the watchdog takes \(strays.map { name($0) }) for strays")
    }
    guard isExact else { return }
    let held = Set(player.heldCodes)
    let wanted = expected.heldKeys
    guard held != wanted else { return }
    let lost = wanted.subtracting(held).map { name($0) }.sorted()
    let stuck = held.subtracting(wanted).map { name($0) }.sorted()
    throw complaint(
      (stuck.isEmpty ? "" : "\(stuck) should be up ")
        + (lost.isEmpty ? "" : "\(lost) should be down"))
  }

  private mutating func checkBatch() throws(Complaint) {
    for device in Device.allCases {
      let events = player.batch.withEvents(of: device) { events in
        events.indices.map { events[$0] }
      }
      let others = deaf.batch.withEvents(of: device) { events in
        events.indices.map { events[$0] }
      }
      try check(
        events == others, "without listeners the \(device.name) is told \(others), else \(events)")
      guard !events.isEmpty else { continue }
      try check(events.last == .synReport && events.count > 1, "a batch of \(events)")
      var seen: Set<Code> = []
      for event in events.dropLast() {
        switch event.type {
        case EventType.key.rawValue:
          let code = Code.key(event.code)
          let last = told[code] ?? (0, .min / 2)
          if event.value == 2 {
            try check(last.value != 0, "\(name(code)) repeats while it is up")
            continue
          }
          try check(seen.insert(code).inserted, "\(name(code)) twice in a batch")
          try check(
            (last.value == 0) == (event.value == 1), "\(name(code)) goes \(event.value) again")
          let minimum: Int64 = isExact ? 35_000 : 33_500
          if event.value == 0 && !isCutShort {
            try check(
              now - last.since >= minimum, "\(name(code)) is down for \(now - last.since) µs only")
          }
          told[code] = (event.value, now)
        case EventType.abs.rawValue:
          let code = Code.abs(event.code)
          try check(seen.insert(code).inserted, "\(name(code)) twice in a batch")
          try check(code.range.contains(event.value), "\(name(code)) goes to \(event.value)")
          try check(event.value != told[code]?.value ?? code.rest, "\(name(code)) goes where it is")
          told[code] = (event.value, now)
        default: try check(event.type == EventType.rel.rawValue, "\(event)")
        }
      }
    }
  }

  /// What no finger is on is at rest.
  private func checkRest(_ states: [ControlState]) throws(Complaint) {
    for (index, control) in player.layout.controls.enumerated()
    where !expected.surface.isTouched(index) {
      let isAtRest =
        switch (control.kind, states[index]) {
        case (_, .dpad(let direction, _, let isLatched)): isLatched || direction.isEmpty
        case (_, .flick(let isHighlighted, let isExpanded, let active)):
          !isHighlighted && !isExpanded && active == nil
        case (_, .toggle(let isHighlighted, _)): !isHighlighted
        case (_, .menu(let isHighlighted, _, let lit)): !isHighlighted && lit.isEmpty
        case (_, .button(let isDown, _, let isLatched)): isDown == isLatched
        case (.tilt, .stick(let x, let y)):
          !isExact || x == 0 && y == 0 || now - lastMotion < 1_000_000
        case (_, .stick(let x, let y)): x == 0 && y == 0
        default: true
        }
      try check(isAtRest, "\(control.id) is \(states[index]), and no finger is on it")
    }
  }
}
