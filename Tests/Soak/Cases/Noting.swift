// SPDX-License-Identifier: MIT

import Pad

/// What is covered: the state in which each event finds a control.
extension Rehearsal {
  mutating func note(_ states: [ControlState], _ control: Int?, _ event: String) {
    for index in player.layout.controls.indices where control == nil || control == index {
      note(states, index, nil, event)
      guard case .menu(let menu) = player.layout.controls[index].kind else { continue }
      for item in menu.items.indices { note(states, index, item, event) }
    }
  }

  /// Before the cause has changed what is expected of fingers, or where it has no say in it.
  mutating func note(
    _ states: [ControlState], _ control: Int, _ item: Int?, _ event: String
  ) {
    let kind = player.layout.controls[control].kind
    var fingers = expected.surface.fingers.count { expected.isOn(control, $0) }
    // The finger itself counts as it was before.
    switch event {
    case "began": fingers -= 1
    case "ended", "cancelled": fingers += 1
    default: break
    }
    let isTouched = fingers > 0
    switch (kind, states[control]) {
    case (.dpad(let pad), .dpad(let direction, _, let isLatched)):
      let state =
        if isLatched { isTouched ? "latching" : "latched" } else if direction.isEmpty {
          isTouched ? "touched" : "up"
        } else { pad.hold ? "opening" : "down" }
      coverage.note(.dpad, state, event)
    case (.flick, .flick(let isHighlighted, let isExpanded, let active)):
      let state = active != nil ? "pan" : isExpanded ? "shown" : isHighlighted ? "tap" : "idle"
      coverage.note(.flick, state, event)
    case (.toggle, .toggle(let isHighlighted, let isSelected)):
      let place = isHighlighted ? " inside" : isTouched ? " outside" : ""
      coverage.note(.toggle, (isSelected ? "on" : "off") + place, event)
    case (.slide, .slide(let position, let isFinished)):
      coverage.note(
        .slide, isFinished ? "finished" : isTouched ? "held" : position > 0 ? "away" : "start",
        event)
    case (.menu, .menu(let isHighlighted, let isExpanded, let lit)):
      if let item {
        let part = expected.surface.parts.firstIndex { $0.control == control && $0.item == item }!
        var count = expected.surface.count(on: part)
        if event == "began" { count -= 1 }
        if event == "ended" || event == "cancelled" { count += 1 }
        coverage.note(.item, lit.contains(item) ? "inside" : count > 0 ? "outside" : "free", event)
      } else {
        var count = expected.surface.count(on: control)
        if event == "began" { count -= 1 }
        if event == "ended" || event == "cancelled" { count += 1 }
        let place = isHighlighted ? " inside" : count > 0 ? " outside" : ""
        coverage.note(.menu, (isExpanded ? "open" : "closed") + place, event)
      }
    case (.button(let button), .button(let isDown, _, let isLatched)):
      let state =
        if isLatched { isTouched ? "latching" : "latched" } else if isDown {
          button.hold ? "opening" : "down"
        } else { "up" }
      coverage.note(.button, state, event)
    case (.stick, .stick(let x, let y)):
      coverage.note(
        .stick, !isTouched ? "idle" : x == 0 && y == 0 ? "centre" : "deflected", event)
    case (.tilt, .stick(let x, let y)):
      let state = x == 0 && y == 0 ? "centred" : "tilted"
      coverage.note(.tilt, state + (isTouched ? " touched" : ""), event)
    case (.knob, _): coverage.note(.knob, isTouched ? "touched" : "idle", event)
    case (.trackpad, _): coverage.note(.trackpad, ["idle", "one", "two"][min(fingers, 2)], event)
    default: break
    }
  }
}
