// SPDX-License-Identifier: MIT

import Pad

/// What a player did wrong, and at which step (the number of steps: after the last one).
public struct Complaint: Error, Equatable, Sendable {
  public var step: Int
  public var message: String
}

/// Plays a scenario on a player, and holds it against what is expected:
///
/// - devices: keys go down and up in turn, each once a batch, none shorter than its minimum; axes
///   keep to their ranges;
/// - after every cause, the keys that are down are those that the fingers, the controls and the
///   gates account for, so that no press is lost and none is longer than its hold (but where the
///   caller is late, which only the player knows how to make up for), and the watchdog finds nothing;
/// - controls that no finger is on are at rest;
/// - once all have left and a pulse's time is over, no timer is set and nothing is held.
public struct Rehearsal: ~Copyable {
  private let scenario: Scenario
  var player: Player
  /// Does the same and tells nobody: its devices have to be told the same.
  var deaf: Player
  var expected: Expectation
  var coverage = Coverage()
  var now: Int64 = 0
  private var step = 0
  private var present: Set<SessionID> = []
  var lastMotion: Int64 = .min / 2
  /// Whether the caller is always in time, so that each edge is known.
  var isExact: Bool
  /// Whether no write is late: the player is asked for strays between a cause and its being told.
  let isPunctual: Bool
  /// What devices were told of keys and axes, and since when.
  var told: [Code: (value: Int32, since: Int64)] = [:]
  var isCutShort = false

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    player = Player(scenario.layouts[0])
    deaf = Player(scenario.layouts[0])
    deaf.wantsSignals = false
    expected = Expectation(scenario.layouts[0])
    isPunctual = scenario.steps.allSatisfy { $0.lag == 0 }
    isExact = isPunctual
  }

  /// Plays a scenario.
  ///
  /// - Throws: the first thing that the player does wrong.
  public static func play(_ scenario: Scenario, _ coverage: inout Coverage) throws(Complaint) {
    var rehearsal = Rehearsal(scenario)
    do throws(Complaint) {
      try rehearsal.play()
    } catch {
      coverage.add(rehearsal.coverage)
      throw error
    }
    coverage.add(rehearsal.coverage)
  }

  /// What is wrong, if anything.
  public static func complaint(_ scenario: Scenario) -> Complaint? {
    var coverage = Coverage()
    do throws(Complaint) {
      try play(scenario, &coverage)
      return nil
    } catch {
      return error
    }
  }

  private mutating func play() throws(Complaint) {
    for (index, next) in scenario.steps.enumerated() {
      step = index
      try pass(next.pause, lag: next.lag)
      try act(next.act)
      if next.lag > 0 {
        // The write, too, is late.
        now += next.lag / 2
        player.edgesWereTold(at: Instant(microseconds: now))
        deaf.edgesWereTold(at: Instant(microseconds: now))
      }
    }
    step = scenario.steps.count
    for session in present.sorted() { try act(.leave(session)) }
    // Somebody who has never touched anything may be the last one.
    try act(.leave(9))
    // A pulse that was told late has its time from then.
    try pass(100_000, lag: 0)
    try check(player.nextDeadline == nil, "a timer is left when all have gone")
    try check(player.isNeutral, "the ledger is not empty when all have gone")
    try check(player.holds.isEmpty && player.heldCodes.isEmpty, "\(player.holds) is held")
    for (code, last) in told {
      let rest = code.type == .abs ? code.rest : 0
      try check(last.value == rest, "\(name(code)) ends at \(last.value)")
    }
  }

  // MARK: Time

  private mutating func pass(_ pause: Int64, lag: Int64) throws(Complaint) {
    let end = now + pause + lag
    while let due = player.nextDeadline?.microseconds, due <= end {
      if isExact, let next = expected.nextDue, next < due {
        throw complaint("an edge that was due at \(seconds(next)) is not out yet")
      }
      let states = player.states
      expected.begin(states)
      try check(due >= now || lag > 0 || !isExact, "a deadline of the past, \(seconds(due))")
      let clock = lag > 0 ? end : max(due, now)
      now = max(now, lag > 0 ? end : due)
      player.fire(at: Instant(microseconds: due), clock: Instant(microseconds: clock))
      deaf.fire(at: Instant(microseconds: due), clock: Instant(microseconds: clock))
      try note(timer: states)
    }
    now = end
    if isExact, let next = expected.nextDue, next <= now {
      throw complaint("an edge that was due at \(seconds(next)) is not out yet")
    }
  }

  private mutating func note(timer states: [ControlState]) throws(Complaint) {
    let signals = player.signals.indices.map { player.signals[$0] }
    if isExact { expected.passTime(now, before: signals, &coverage) }
    for signal in signals {
      expected.hear(signal, isReset: false, at: now, &coverage)
      guard let event = Self.timer(of: signal, player.layout.controls[signal.control].kind) else {
        continue
      }
      // The thumb of a finished slide goes back with its reset.
      if case .slide(_, true) = states[signal.control], event == "spring" { continue }
      note(states, signal.control, nil, event)
    }
    if isExact { expected.passRest(now, &coverage) }
    try settle()
  }

  /// What a timer's signal says of it.
  private static func timer(of signal: Signal, _ kind: Layout.Kind) -> String? {
    switch signal.kind {
    case .padRepeat, .buttonRepeat: "tick"
    case .componentsDidAppear: "longPress"
    case .lingerDidEnd: "linger"
    case .didReset: "rearm"
    case .position: "spring"
    case .stick: "silence"
    default: nil
    }
  }

  // MARK: Causes

  private mutating func act(_ act: Act) throws(Complaint) {
    let states = player.states
    let time = Instant(microseconds: now)
    expected.begin(states)
    var cut: (Int) -> Bool = { _ in false }
    switch act {
    case .touch(let session, let touches, let live):
      present.insert(session)
      let frame = TouchFrame(touches: touches, live: live)
      do throws(Player.Refusal) {
        try player.handle(frame, of: session, at: time)
        try deaf.handle(frame, of: session, at: time)
      } catch {
        throw complaint("\(error)")
      }
      let isSingle = touches.count == 1
      var met: [(String, Int)] = []
      expected.touch(session, touches, live: live, at: now, &coverage) { event, part in
        met.append((event.rawValue, part))
      }
      if isSingle && met.count == 1 {
        let part = expected.surface.parts[met[0].1]
        note(states, part.control, part.item, met[0].0)
      }
    case .motion(let session, let motion):
      present.insert(session)
      lastMotion = now
      for (index, control) in player.layout.controls.enumerated() {
        if case .tilt = control.kind { note(states, index, nil, "motion") }
      }
      player.handle(motion, of: session, at: time)
      deaf.handle(motion, of: session, at: time)
    case .cancel(let session):
      player.cancel(session, at: time)
      deaf.cancel(session, at: time)
      expected.cancel(at: now, &coverage) { $0.session == session }
    case .reset(let control):
      // A layout may have changed to one of fewer controls, where steps were left out.
      if let control, control >= player.layout.controls.count { return }
      let id = control.map { player.layout.controls[$0].id }
      do throws(Player.Refusal) {
        try player.reset(id, at: time)
        try deaf.reset(id, at: time)
      } catch {
        throw complaint("\(error)")
      }
      note(states, control, "reset")
      cut = { control == nil || control == $0 }
      let before = expected
      expected.cancel(at: now, &coverage) { finger in
        player.layout.controls.indices.contains { cut($0) && before.isOn($0, finger) }
      }
    case .leave(let session):
      present.remove(session)
      let isLast = present.isEmpty
      if isLast {
        note(states, nil, "leave")
      } else {
        for (index, control) in player.layout.controls.enumerated() {
          if case .tilt = control.kind { note(states, index, nil, "left") }
        }
      }
      player.leave(session, isLast: isLast, at: time)
      deaf.leave(session, isLast: isLast, at: time)
      expected.cancel(at: now, &coverage) { $0.session == session }
      if isLast { cut = { _ in true } }
    case .change(let index):
      try change(to: scenario.layouts[index], states)
      return
    case .releaseAll:
      player.releaseAll()
      deaf.releaseAll()
      expected.releaseAll()
      isCutShort = true
    case .replaceGamepad:
      try change(to: player.layout, states)
      player.deviceWasReplaced(.gamepad)
      deaf.deviceWasReplaced(.gamepad)
      told = told.filter { $0.key.device != .gamepad }
      // What is still down on the old one is not on the new one.
      isExact = false
      return
    }
    let signals = player.signals.indices.map { player.signals[$0] }
    for signal in signals {
      expected.hear(signal, isReset: cut(signal.control), at: now, &coverage)
    }
    for control in player.layout.controls.indices where cut(control) {
      expected.cut(control, at: now, &coverage)
    }
    try settle()
    isCutShort = false
    if case .releaseAll = act {
      try check(player.isNeutral && player.nextDeadline == nil, "not all is released")
    }
  }

  private mutating func change(to layout: Layout, _ states: [ControlState]) throws(Complaint) {
    note(states, nil, "change")
    player.change(to: layout, at: Instant(microseconds: now))
    deaf.change(to: layout, at: Instant(microseconds: now))
    // Of the layout that is left.
    for index in player.signals.indices {
      expected.hear(player.signals[index], isReset: true, at: now, &coverage)
    }
    expected.cancel(at: now, &coverage) { _ in true }
    expected.change(to: layout, at: now, &coverage)
    try settle()
  }

  // MARK: Complaints

  func check(
    _ isRight: Bool, _ message: @autoclosure () -> String
  ) throws(Complaint) {
    if !isRight { throw complaint(message()) }
  }

  func complaint(_ message: String) -> Complaint {
    Complaint(step: step, message: "at \(seconds(now)): \(message)")
  }
}
