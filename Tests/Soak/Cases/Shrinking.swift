// SPDX-License-Identifier: MIT

import Pad

extension Scenario {
  /// The smallest scenario that can be found on the way from this one, and is still wrong in any
  /// way; if possible one that a script can tell.
  public func shrunk() -> Scenario {
    let isWrong = { (scenario: Scenario) in Rehearsal.complaint(scenario) != nil }
    return isWrong(byOneClient) ? byOneClient.smallest(isWrong) : smallest(isWrong)
  }

  /// The smallest that can be found on the way from this one, and is such a one.
  public func smallest(_ isSuch: (Scenario) -> Bool) -> Scenario {
    var best = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in best.candidates where isSuch(candidate) {
        best = candidate
        isSmaller = true
        break
      }
    }
    return best
  }

  /// The same by one client in time: ids tell the sessions apart, and whoever leaves in between
  /// cancels.
  public var byOneClient: Scenario {
    var simple = self
    simple.layouts = [layouts[0]]
    simple.steps = steps.compactMap { step in
      var step = step
      step.lag = 0
      func renamed(_ id: Int64, _ session: SessionID) -> Int64 { Int64(session) * 10 + id }
      switch step.act {
      case .touch(let session, let touches, let live):
        step.act = .touch(
          1,
          touches.map { Touch(id: renamed($0.id, session), phase: $0.phase, place: $0.place) },
          live: live.map { $0.map { renamed($0, session) } })
      case .motion(_, let motion): step.act = .motion(1, motion)
      case .cancel, .leave: step.act = .cancel(1)
      case .reset(let control):
        // Of another layout.
        if let control, control >= layouts[0].controls.count { return nil }
      case .change, .releaseAll, .replaceGamepad: step.act = .reset(control: nil)
      }
      return step
    }
    return simple
  }

  /// Scenarios that are a little smaller, the boldest first.
  private var candidates: [Scenario] {
    var candidates: [Scenario] = []
    var length = max(steps.count / 2, 1)
    while length > 0 && !steps.isEmpty {
      for start in stride(from: 0, to: steps.count, by: length) {
        let end = min(start + length, steps.count)
        // What is left out takes no time, or all of it.
        for keepsTime in [false, true] {
          var smaller = self
          if keepsTime {
            guard end < steps.count else { continue }
            smaller.steps[end].pause += steps[start..<end].reduce(0) { $0 + $1.length }
          }
          smaller.steps.removeSubrange(start..<end)
          candidates.append(smaller)
        }
      }
      length /= 2
    }
    for layout in layouts.indices {
      for control in layouts[layout].controls.indices.reversed() {
        candidates.append(without(control, of: layout))
      }
    }
    for (index, step) in steps.enumerated() {
      guard case .touch(let session, let touches, let live) = step.act else { continue }
      for left in touches.indices where touches.count > 1 {
        var smaller = self
        var rest = touches
        rest.remove(at: left)
        smaller.steps[index].act = .touch(session, rest, live: live)
        candidates.append(smaller)
      }
      if live != nil {
        var smaller = self
        smaller.steps[index].act = .touch(session, touches, live: nil)
        candidates.append(smaller)
      }
    }
    for index in steps.indices where steps[index].pause % 1000 != 0 {
      var smaller = self
      smaller.steps[index].pause -= steps[index].pause % 1000
      candidates.append(smaller)
    }
    return candidates
  }

  private func without(_ control: Int, of layout: Int) -> Scenario {
    var smaller = self
    smaller.layouts[layout].controls.remove(at: control)
    guard layouts.count == 1 else { return smaller }
    for index in layouts[0].controls.indices where index > control {
      smaller.layouts[0].controls[index - 1].id = "c\(index - 1)"
    }
    smaller.steps = steps.compactMap { step in
      guard case .reset(let target?) = step.act else { return step }
      var step = step
      if target == control { return nil }
      if target > control { step.act = .reset(control: target - 1) }
      return step
    }
    return smaller
  }
}
