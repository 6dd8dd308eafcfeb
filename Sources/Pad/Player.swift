// SPDX-License-Identifier: MIT

/// One player: a layout's surface at work, and the ledger of what its devices report.
///
/// Every call is one cause. After it, `batch` and `signals` hold what it made; they are emptied by
/// the next. Before a call with a new time, timers due by then have to be fired:
///
///     while let due = player.nextDeadline, due <= now { player.fire(at: due, clock: now) … }
public struct Player: ~Copyable {
  public private(set) var layout: Layout
  /// What the devices have to be told of the last cause.
  public private(set) var batch = EventBatch()
  /// What the clients have to be told of the last cause, in the order in which it arose.
  public private(set) var signals = UniqueArray<Signal>(capacity: 64)
  /// Whether a binding went down or up in the last cause. Kept, since to look into `output` from
  /// outside would copy all of it.
  public private(set) var hasNewEdges = false
  private(set) var surface: Surface
  var output: Output

  public init(_ layout: Layout) {
    self.layout = layout
    output = Output(layout.gamepad)
    surface = Surface(layout, &output)
  }

  /// Whether `signals` are collected at all.
  public var wantsSignals: Bool {
    get { output.wantsSignals }
    set { output.wantsSignals = newValue }
  }

  /// The codes that are down, in ascending order.
  public var heldCodes: [Code] { output.ledger.heldCodes }

  /// What is down, as reported, of the chord that may never be whole.
  public var chord: Chord { output.ledger.chord }

  /// What other players have down of that chord: no key completes it.
  public var chordElsewhere: Chord {
    get { output.ledger.chordElsewhere }
    set { output.ledger.chordElsewhere = newValue }
  }

  /// Whether everything is up, at rest and reported so.
  public var isNeutral: Bool { output.ledger.isNeutral }

  /// The state of each control, in the order of the layout.
  public var states: [ControlState] { surface.states(output) }

  /// When the next timer is due; nil if none is set. Changes nothing, but is entered in place: only to
  /// read a player that an object has copies all of it.
  public var nextDeadline: Instant? { mutating get { output.nextDue } }

  // MARK: Causes

  /// Why a call was refused; nothing has changed then.
  public enum Refusal: Error, Equatable {
    /// The session would have more than 32 live touches.
    case tooManyTouches
    /// The layout has no control of that id.
    case unknownControl(String)
  }

  /// A client's fingers.
  public mutating func handle(
    _ frame: borrowing TouchFrame, of session: SessionID, at now: Instant
  ) throws(Refusal) {
    if surface.liveTouches(of: session) + frame.touches.count > TouchFrame.limit {
      try checkLimit(frame, session)
    }
    begin(now)
    surface.handle(frame, of: session, &output)
    close()
  }

  /// How a client's device is moved.
  public mutating func handle(_ motion: Motion, of session: SessionID, at now: Instant) {
    begin(now)
    surface.handle(motion, of: session, &output)
    close()
  }

  /// Counts the session's touches through the message.
  private func checkLimit(_ frame: borrowing TouchFrame, _ session: SessionID) throws(Refusal) {
    var live = surface.liveIDs(of: session)
    if let kept = frame.live {
      let named = Set(kept).union(frame.touches.map(\.id))
      live.formIntersection(named)
    }
    for touch in frame.touches {
      switch touch.phase {
      case .began: live.insert(touch.id)
      case .moved: break
      case .ended, .cancelled: live.remove(touch.id)
      }
      if live.count > TouchFrame.limit { throw .tooManyTouches }
    }
  }

  /// Cancels every touch of a session.
  public mutating func cancel(_ session: SessionID, at now: Instant) {
    begin(now)
    surface.cancelAll(of: session, &output)
    close()
  }

  /// Puts one control (all, if nil) back to its first state.
  public mutating func reset(_ id: String?, at now: Instant) throws(Refusal) {
    var control: Int?
    if let id {
      control = layout.controls.firstIndex { $0.id == id }
      if control == nil { throw .unknownControl(id) }
    }
    begin(now)
    surface.reset(control, &output)
    close()
  }

  /// A session ends; its touches are cancelled, and what followed its motion goes to rest. The last
  /// one's end (`isLast`) puts every control back to its first state.
  public mutating func leave(_ session: SessionID, isLast: Bool, at now: Instant) {
    begin(now)
    surface.cancelAll(of: session, &output)
    if isLast {
      surface.reset(nil, &output)
    } else {
      surface.leave(session, &output)
    }
    close()
  }

  /// Another layout: everything is let go of, as if all had left; what has to stay down a little
  /// longer does so.
  public mutating func change(to layout: Layout, at now: Instant) {
    begin(now)
    surface.reset(nil, &output)
    output.leaveLayout(for: layout.gamepad)
    self.layout = layout
    surface = Surface(layout, &output)
    close()
  }

  /// Fires the timers due at `due`, the earliest deadline, as one cause. `clock` is the time by the
  /// clock, later where the caller is late: no tap gets shorter by that.
  public mutating func fire(at due: Instant, clock: Instant) {
    begin(due)
    output.clock = max(due, clock)
    while let timer = output.takeDueTimer() {
      if case .gate(let gate) = timer.kind {
        output.gateTimeIsOver(gate, machine: timer.machine)
      } else {
        surface.fire(timer, &output)
      }
    }
    close()
  }

  /// Lets go of everything at once, without waiting for any minimum: for a daemon that stops, or
  /// devices that go away. The surface is as new.
  public mutating func releaseAll() {
    begin(output.now)
    output.releaseAll()
    surface = Surface(layout, &output)
    close()
  }

  /// A device was made anew: nothing was reported to the new one yet. What is still held on the old
  /// one stays there; the new one hears only of later changes.
  public mutating func deviceWasReplaced(_ device: Device) {
    output.ledger.forgetReports(of: device)
  }

  /// The batch of the last cause was written at `late` only, by the clock: how long its presses last
  /// at least, and how far the next ones stay away, counts from then, unless that is next to no
  /// difference. No reader misses a tap for a caller that was held up before its write.
  public mutating func edgesWereTold(at late: Instant) {
    output.edgesWereTold(at: late)
  }

  mutating func begin(_ now: Instant) {
    output.begin(now)
    batch.removeAll()
  }

  mutating func close() {
    output.ledger.close(into: &batch)
    hasNewEdges = !output.moved.isEmpty
    swap(&signals, &output.signals)
  }
}
