// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Wire

/// A player at the daemon: the core at work, its devices, who plays, and who may come back.
final class Seat {
  /// From 1.
  let number: Int
  let basis: Basis
  var player: Player
  /// The layout as its file has it.
  private(set) var layout: LoadedLayout
  var origin = LayoutOrigin.start
  var devices: Devices
  /// In the order in which they came.
  var sessions: [Connection] = []
  /// By which clients come back.
  var tokens = Tokens()
  /// Who played last, where the place is kept for them as long as a token is good.
  var lastClient: Client?
  /// Speaks of the controls of the layout.
  var encoder = Encoder()
  /// Whether new devices are still unknown to those who wait for them.
  private(set) var isSettling = false
  /// Watches the gamepad for requests of force feedback.
  var forceFeedback: DescriptorSource?
  /// Counts while somebody watches.
  var watch: Watch?
  /// What the player has down of the chord that may never be whole, which nobody can ask a player who
  /// is at work; and who has to know when that changes.
  private(set) var chord: Chord = []
  var whenChordChanges: ((Seat) -> Void)?
  /// How many codes were held by nobody and had to be released; 0 but for mistakes of ours.
  private(set) var forcedReleases = 0
  /// Says what ends of the rumble.
  var rumble: TimerSource?

  /// Fires the player's timers.
  private var deadline: TimerSource?
  /// Looks whether new devices have settled.
  private var settling: TimerSource?
  /// Takes devices away that have said farewell.
  private var farewell: TimerSource?
  /// Ends the time for which the place is kept.
  var grace: TimerSource?
  /// Has a session welcomed, and what it sent meanwhile worked on, once the devices have settled.
  private let whenSettled: (Seat) -> Void

  /// How often to look whether udev has done with a new device.
  private static let settleCheck = Interval(microseconds: 10_000)

  init(
    number: Int, layout: LoadedLayout, make: @escaping Devices.Maker, basis: Basis,
    whenSettled: @escaping (Seat) -> Void
  ) throws(EventLoop.Failure) {
    self.number = number
    self.layout = layout
    self.basis = basis
    self.whenSettled = whenSettled
    devices = Devices(log: basis.log, store: basis.store, make: make)
    player = Player(layout.layout)
    player.wantsSignals = false
    encoder.use(layout.layout)
    let loop = basis.loop
    deadline = try loop.timer { [unowned self] in
      fire(upTo: loop.now)
      settleUp()
    }
    settling = try loop.timer { [unowned self] in checkSettling() }
    farewell = try loop.timer { [unowned self] in
      farewell?.set(devices.dismiss(at: loop.now))
    }
    rumble = try loop.timer { [unowned self] in rumbleIsDue() }
    grace = try loop.timer { [unowned self] in graceIsOver() }
  }

  // MARK: Who

  /// Who played last, while the place is kept for them.
  private var keeper: Client? { tokens.areGood(at: basis.loop.now) ? lastClient : nil }

  /// Whether nobody plays, but somebody may come back.
  var isKept: Bool { keeper != nil }

  /// Whether a client can have it: nobody plays, and it is kept for nobody else. Who is of the same
  /// user, by the same socket and under the same name, is the same program started again.
  func isFree(for client: Client) -> Bool {
    sessions.isEmpty && (keeper == nil || keeper == client)
  }

  /// Whether a client may join, who asks for it by its number: only its own user's, and nobody
  /// joins those who are let play gamepads only.
  func mayJoin(_ client: Client) -> Bool {
    guard let owner = sessions.first?.client ?? keeper else { return true }
    return owner.user == client.user && owner.kind == .full || isFree(for: client)
  }

  /// The sessions that want to hear of events.
  var hasListeners: Bool { sessions.contains { $0.wantsFeedback } }

  /// A session plays from now on.
  func add(_ session: Connection) {
    sessions.append(session)
    session.seat = self
    session.priority = .normal
    record(session)
    lastClient = nil
    grace?.set(nil)
    sessionsHaveChanged()
  }

  private func sessionsHaveChanged() {
    player.wantsSignals = hasListeners
    if sessions.isEmpty { grace?.set(basis.loop.now + basis.configuration.grace) }
  }

  /// Nobody may come back any more, and nothing is kept for them.
  func keepNoLonger() {
    tokens.removeAll()
    grace?.set(basis.loop.now)
  }

  /// A session ends, and lets go of everything it holds. Who `returns` has the place kept.
  func leave(_ session: Connection, returns: Bool) {
    let now = basis.loop.now
    sessions.removeAll { $0 === session }
    session.seat = nil
    endScript(of: session)
    player.leave(session.session, isLast: sessions.isEmpty, at: now)
    report(at: now)
    releaseStrays()
    stopRumble(of: session)
    tokens.leave(session.token, until: returns ? now + basis.configuration.grace : nil)
    if sessions.isEmpty { lastClient = session.client }
    sessionsHaveChanged()
  }

  /// Nobody came back.
  private func graceIsOver() {
    guard sessions.isEmpty else { return }
    tokens.removeAll()
    basis.store?.remember()
    guard !isKeptPlugged, isPlugged else { return }
    // A tap that came last still has its time.
    if let due = player.nextDeadline {
      grace?.set(due + Self.settleCheck)
    } else {
      unplug()
    }
  }

  /// Exchanges those who play, and those who may come back, for another seat's.
  func swapSessions(with other: Seat) {
    swap(&sessions, &other.sessions)
    swap(&tokens, &other.tokens)
    swap(&lastClient, &other.lastClient)
    for seat in [self, other] {
      for session in seat.sessions {
        session.seat = seat
        seat.noteLayout(of: session)
      }
      seat.grace?.set(nil)
      seat.sessionsHaveChanged()
    }
  }

  // MARK: Devices and layout

  /// Whether the devices are there while nobody plays.
  var isKeptPlugged: Bool {
    switch basis.configuration.plug {
    case .all: true
    case .first: number == 1
    case .demand: false
    }
  }

  var isPlugged: Bool { !devices.isEmpty }

  /// Makes the devices of the layout, where they are not there.
  ///
  /// - Throws: the kernel's refusal to make a device; the devices are then as before.
  func plugIn() throws(EvdevError) {
    try plugIn(layout.layout)
  }

  /// What the devices of a layout are made of.
  func descriptions(of layout: Layout) -> [DeviceDescription] {
    DeviceDescription.devices(for: layout, player: number, ids: basis.configuration.ids)
  }

  private func plugIn(_ layout: Layout) throws(EvdevError) {
    let now = basis.loop.now
    let old = devices.gamepad
    let new = try devices.fit(descriptions(of: layout), at: now)
    for device in new { player.deviceWasReplaced(device) }
    if devices.gamepad !== old { gamepadChanged() }
    farewell?.set(devices.dismiss(at: now))
    guard !new.isEmpty else { return }
    isSettling = true
    for session in sessions { session.updateEvents() }
    // Not at once: the message that is worked on has to be finished before the next one.
    settling?.set(now)
  }

  /// Takes over a device that an earlier daemon has made for this layout.
  ///
  /// - Throws: where that is no device; it is left alone then.
  func adopt(_ device: InheritedDevice, _ description: DeviceDescription) throws(EvdevError) {
    let now = basis.loop.now
    let effects = description.hasForceFeedback ? basis.store?.memory.effects(ofPlayer: number) : nil
    try devices.adopt(device, description, effects: effects, at: now)
    if description.hasForceFeedback {
      gamepadChanged()
      // A game may have played something meanwhile.
      rumbleIsDue()
    }
    isSettling = true
    settling?.set(now)
  }

  /// Takes the devices away, after they were told to be neutral.
  func unplug() {
    let old = devices.gamepad
    devices.retireAll(at: basis.loop.now)
    if old != nil { gamepadChanged() }
    isSettling = false
    settling?.set(nil)
    farewell?.set(devices.dismiss(at: basis.loop.now))
  }

  /// Another layout: everything held is let go of and reported, then the devices are changed to
  /// what it needs.
  ///
  /// - Throws: the kernel's refusal to make a device; layout and devices are then as before, with
  ///   everything let go of.
  func use(_ new: LoadedLayout, from origin: LayoutOrigin) throws(EvdevError) {
    let now = basis.loop.now
    player.change(to: new.layout, at: now)
    report(at: now)
    releaseStrays()
    do {
      try plugIn(new.layout)
    } catch {
      player.change(to: layout.layout, at: now)
      throw error
    }
    begin(with: new, from: origin)
  }

  /// Another layout, while the devices are not there.
  func useUnplugged(_ new: LoadedLayout, from origin: LayoutOrigin = .start) {
    player.change(to: new.layout, at: basis.loop.now)
    report(at: basis.loop.now)
    begin(with: new, from: origin)
  }

  private func begin(with new: LoadedLayout, from origin: LayoutOrigin) {
    layout = new
    self.origin = origin
    encoder.use(new.layout)
    for session in sessions { noteLayout(of: session) }
    basis.store?.remember()
  }

  private func checkSettling() {
    let now = basis.loop.now
    guard devices.isSettled(at: now) else {
      settling?.set(now + Self.settleCheck)
      return
    }
    isSettling = false
    whenSettled(self)
    settleUp()
  }

  // MARK: Output

  /// Works on a client's touches, each message a cause of its own, until something else comes,
  /// which is given back; nil where no more can be read for now, or the turn is over.
  func play(
    _ inbox: inout Inbox, of session: SessionID, at now: Instant, _ turn: inout Turn
  ) throws(WireError) -> Message? {
    defer { tell() }
    return try play(&inbox, of: session, as: &player, on: &devices, &encoder, at: now, &turn)
  }

  /// This is where the daemon spends its time: what belongs to objects is entered once for all.
  private func play(
    _ inbox: inout Inbox, of session: SessionID, as player: inout Player,
    on devices: inout Devices, _ encoder: inout Encoder, at now: Instant, _ turn: inout Turn
  ) throws(WireError) -> Message? {
    while !turn.isOver {
      turn.takeLine()
      guard let message = try inbox.next() else { return nil }
      guard case .touch = message else { return message }
      do throws(Player.Refusal) {
        try player.handle(inbox.frame, of: session, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
      inbox.record(.touch, at: now)
      report(&player, on: &devices, &encoder, at: now)
    }
    return nil
  }

  /// Releases what nobody holds, and says so.
  func releaseStrays() {
    let now = basis.loop.now
    let strays = player.releaseStrays(at: now)
    guard !strays.isEmpty else { return }
    report(at: now)
    forcedReleases += strays.count
    let names = strays.map { basis.configuration.names.name($0) ?? "\($0.number)" }
    basis.log.error(
      "player \(number): nobody held \(names.joined(separator: ", ")) any more, so that is released; "
        + "this is a mistake of Flickpad's, please report it")
  }

  /// Reports the last cause to the devices and the clients.
  func report(at now: Instant) {
    report(&player, on: &devices, &encoder, at: now)
    tell()
  }

  /// Writes the batch of the last cause to the devices, tells the player when, and writes its signals
  /// to the encoder.
  private func report(
    _ player: inout Player, on devices: inout Devices, _ encoder: inout Encoder, at now: Instant
  ) {
    // The clock before the write: it is at its beginning that the kernel stamps the events.
    if player.hasNewEdges { player.edgesWereTold(at: EventLoop.clock) }
    devices.write(player.batch, at: now)
    if player.chord != chord {
      chord = player.chord
      whenChordChanges?(self)
    }
    if let watch { watch.note(player.batch, since: now) }
    for code in player.batch.barred {
      let name = basis.configuration.names.name(code) ?? "\(code.number)"
      basis.log.warning(
        "\(name) is kept back: with Ctrl and Alt it would leave or end the desktop")
    }
    for index in player.signals.indices { encoder.signal(player.signals[index]) }
  }

  /// Gives the clients what the encoder has of events.
  private func tell() {
    guard encoder.lines.count > 0 else { return }
    for session in sessions where session.wantsFeedback && !session.awaitsWelcome {
      encoder.lines.withBytes { session.outbox.append($0) }
    }
    encoder.removeAll()
  }

  /// Fires what is due, each instant as a cause of its own.
  func fire(upTo now: Instant) {
    while let due = player.nextDeadline, due <= now {
      player.fire(at: due, clock: now)
      report(at: now)
    }
  }

  /// What ends every round of work: lines go out, the next deadline is set.
  func settleUp() {
    if player.isHoldingAlone { releaseStrays() }
    for session in sessions where !session.outbox.isEmpty { session.flushUnlessBusy() }
    deadline?.set(player.nextDeadline)
  }

  /// Everything held is let go of at once, without waiting for any minimum, and rumble stops: nobody
  /// plays while the machine sleeps. Fingers that are down count no more, as after a reset.
  func letGo() {
    player.releaseAll()
    report(at: basis.loop.now)
    // As with a layout that is new, nothing is left of touches and of what controls were at.
    for session in sessions { noteLayout(of: session) }
    endRumble()
    tellLayout()
    settleUp()
  }
}
