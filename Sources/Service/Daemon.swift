// SPDX-License-Identifier: MIT

import CLinux
import CSystemd
import Evdev
import Glibc
import Layouts
import Pad
import Wire

/// What a daemon is told at its start.
public struct Configuration {
  /// The layout that a player begins with: a name or a file.
  public var layout = "gamepad"
  /// Where the full socket lies; nil is the usual place.
  public var socket: String?
  public var output = OutputKind.uinput
  /// What makes a player's devices; nil is what `output` says.
  public var makeDevice: Devices.Maker?
  public var logLevel = Log.Level.info
  /// Vendor and product of generic gamepads, keyboards and mice.
  public var ids = DeviceDescription.IDs.own
  /// Where layouts are looked for.
  public var search: LayoutSearch
  /// How codes are called.
  public var names: CodeNames

  public init(search: LayoutSearch, names: CodeNames) {
    self.search = search
    self.names = names
  }
}

/// `flickpad serve`: one thread that waits for clients, deadlines, games and signals.
public final class Daemon {
  let configuration: Configuration
  let log: Log
  let loop: EventLoop
  let seat: Seat
  private var listeners: [Listener] = []
  private var listening: [DescriptorSource] = []
  /// Listens again after a pause.
  private var listeningAgain: TimerSource?
  /// The last client could not be accepted; said once.
  private var cannotAccept = false
  /// Goes on with lines that were read but not worked on.
  private var backlog: DeferredSource?
  private var signals: [SignalSource] = []
  var connections: [SessionID: Connection] = [:]
  private var nextSession: SessionID = 1
  /// Fires the player's timers.
  private var deadline: TimerSource?
  /// Looks whether new devices have settled.
  private var settling: TimerSource?
  /// Takes devices away that have said farewell.
  private var farewell: TimerSource?
  /// Says what ends of the rumble.
  var rumble: TimerSource?
  var encoder = Encoder()
  /// What a player begins with.
  var defaultLayout: LoadedLayout
  /// The tokens of the last welcomes that were not used yet, and whose they are.
  var tokens: [(token: String?, user: uid_t)] = []

  /// So many tokens are kept.
  static let tokenLimit = 64
  /// More clients at once than this are turned away.
  static let connectionLimit = 128
  /// How long clients wait when one cannot be accepted.
  private static let acceptPause = Interval(microseconds: 100_000)
  /// So many lines of a client are worked on before it is the turn of others; fewer where one of
  /// them has layout files read.
  private static let turn = 128
  /// How often to look whether udev has done with a new device.
  private static let settleCheck = Interval(microseconds: 10_000)

  /// Makes the devices and the sockets; the daemon is ready when this returns.
  ///
  /// - Throws: the sentence that says why it cannot start, with the exit status; nothing is left
  ///   behind then.
  public init(_ configuration: Configuration) throws(Failure) {
    self.configuration = configuration
    log = Log(level: configuration.logLevel)
    do {
      loop = try EventLoop()
    } catch {
      throw Self.noLoop(error)
    }
    let layout = try Self.layout(configuration.layout, configuration)
    for warning in layout.warnings { log.warning(warning.description) }
    defaultLayout = layout
    encoder.use(layout.layout)
    let maker: Devices.Maker
    if let makeDevice = configuration.makeDevice {
      maker = makeDevice
    } else {
      maker = try configuration.output.maker(start: loop.now, log: log)
    }
    seat = Seat(
      number: 1, layout: layout, devices: Devices(log: log, make: maker), ids: configuration.ids)
    try listen()
    do {
      _ = try seat.plugIn(at: loop.now)
    } catch {
      throw Failure(error.description, status: error.exitStatus)
    }
    try watch()
    devicesAreNew()
  }

  private static func noLoop(_ failure: EventLoop.Failure) -> Failure {
    Failure(
      "cannot set up the event loop: \(failure.operation): "
        + String(cString: strerror(failure.errno)), status: EX_OSERR)
  }

  private static func layout(
    _ argument: String, _ configuration: Configuration
  ) throws(Failure) -> LoadedLayout {
    do {
      return try configuration.search.layout(argument, names: configuration.names)
    } catch {
      throw Failure(error)
    }
  }

  private func listen() throws(Failure) {
    listeners = try Listener.activated()
    if listeners.isEmpty {
      let places = try SocketPlaces.forDaemon(configuration.socket)
      for kind in SocketKind.allCases { listeners.append(try Listener.bind(places[kind]!, kind)) }
    } else if let socket = configuration.socket {
      log.warning("systemd has handed over the sockets; --socket \(socket) is not used")
    }
  }

  private func watch() throws(Failure) {
    do throws(EventLoop.Failure) {
      for listener in listeners {
        listening.append(
          try loop.watch(listener.descriptor, EPOLLIN.rawValue) { [unowned self] _ in
            accept(from: listener)
          })
      }
      listeningAgain = try loop.timer { [unowned self] in
        for source in listening { source.setEvents(EPOLLIN.rawValue) }
      }
      backlog = try loop.deferred { [unowned self] in workOnBacklog() }
      deadline = try loop.timer { [unowned self] in fireTimers() }
      settling = try loop.timer { [unowned self] in checkSettling() }
      farewell = try loop.timer { [unowned self] in
        farewell?.set(seat.devices.dismiss(at: loop.now))
      }
      rumble = try loop.timer { [unowned self] in rumbleIsDue() }
      for number in [SIGTERM, SIGINT] {
        signals.append(try loop.signal(number) { [unowned self] in loop.exit(0) })
      }
      signals.append(try loop.signal(SIGHUP) { [unowned self] in reload() })
    } catch {
      throw Self.noLoop(error)
    }
    // A reader of our output that is gone is no reason to let go of the players.
    signal(SIGPIPE, SIG_IGN)
    loop.feedWatchdog()
  }

  /// Serves until a signal ends it; then everything is let go of and the devices are gone. Gives
  /// back the exit status.
  public func run() -> Int32 {
    let places = listeners.map { $0.path ?? "\($0.kind.rawValue) from systemd" }
    log.info("layout \(seat.layout.layout.name); listening on \(places.joined(separator: ", "))")
    sd_notify(0, "READY=1\nSTATUS=Player 1 is free")
    let status = loop.run()
    sd_notify(0, "STOPPING=1")
    log.info("stopping; everything is let go of")
    seat.player.releaseAll()
    report(at: loop.now)
    flushAll()
    seat.forceFeedback = nil
    seat.devices.unplugAll()
    for connection in connections.values { connection.seat = nil }
    seat.sessions.removeAll()
    connections.removeAll()
    if status < 0 {
      log.error("the event loop failed: \(String(cString: strerror(-status)))")
      return EX_SOFTWARE
    }
    return status
  }

  // MARK: Clients

  private func accept(from listener: Listener) {
    let descriptor = clinux_accept(listener.descriptor)
    guard descriptor >= 0 else {
      if errno != EAGAIN && errno != ECONNABORTED && errno != EINTR { pauseListening(errno) }
      return
    }
    cannotAccept = false
    var user = uid_t.max
    var process: pid_t = 0
    clinux_peer(descriptor, &user, &process)
    let connection = Connection(
      descriptor: descriptor, kind: listener.kind, user: user, session: nextSession)
    nextSession &+= 1
    guard connections.count < Self.connectionLimit else {
      log.warning("a client of user \(user) is turned away: \(Self.connectionLimit) are here")
      refuse(
        connection, WireError(.noFreePlayer, "\(Self.connectionLimit) clients are here already"))
      _ = connection.outbox.flush(to: descriptor)
      return
    }
    do throws(EventLoop.Failure) {
      connection.source = try loop.watch(descriptor, EPOLLIN.rawValue) {
        [unowned self, unowned connection] events in ready(connection, events)
      }
      connections[connection.session] = connection
      log.debug("session \(connection.session): process \(process) of user \(user) connects")
    } catch {
      log.warning("cannot watch a client: \(String(cString: strerror(error.errno)))")
    }
  }

  /// Clients cannot be accepted, most likely since there are no descriptors left: they wait a
  /// moment, without keeping the loop busy.
  private func pauseListening(_ reason: Int32) {
    if !cannotAccept {
      cannotAccept = true
      log.warning(
        "cannot accept a client: \(String(cString: strerror(reason))); it waits until one leaves")
    }
    for source in listening { source.setEvents(0) }
    listeningAgain?.set(loop.now + Self.acceptPause)
  }

  private func ready(_ connection: Connection, _ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { flush(connection) }
    guard events & ~EPOLLOUT.rawValue != 0, !connection.isClosed, !connection.isHeld,
      !connection.hasBacklog
    else { return }
    connection.inbox.receive(from: connection.descriptor)
    readLines(connection)
  }

  /// Goes on with the lines of those who had sent more than a turn's.
  private func workOnBacklog() {
    for connection in connections.values where connection.hasBacklog { readLines(connection) }
  }

  /// Works on the lines that are there, until one has to wait for the devices or it is the turn of
  /// others.
  func readLines(_ connection: Connection) {
    // Timers due by now come first, as causes of their own.
    let now = loop.now
    fire(upTo: now)
    var left = Self.turn
    while left > 0 && !connection.isClosed && !connection.isHeld {
      do throws(WireError) {
        guard let message = try nextMessage(from: connection, at: now, &left) else { break }
        if message.readsFiles { left = 0 }
        try handle(message, from: connection, at: now)
      } catch {
        complain(to: connection, error)
      }
    }
    connection.hasBacklog = left == 0 && !connection.isClosed && !connection.isHeld
    if connection.hasBacklog { backlog?.enable() }
    let hasMore = connection.hasBacklog || connection.isHeld
    if connection.inbox.hasEnded && !hasMore && !connection.isClosed { drop(connection) }
    settleUp()
  }

  /// The next message of a client, but for the touches of one who plays: they are worked on here.
  /// nil where no more can be read for now, or `left`, which counts lines, is 0.
  private func nextMessage(
    from connection: Connection, at now: Instant, _ left: inout Int
  ) throws(WireError) -> Message? {
    guard let seat = connection.seat else {
      left -= 1
      return try connection.inbox.next()
    }
    defer { tell() }
    return try play(
      &connection.inbox, of: connection.session, as: &seat.player, on: seat.devices, &encoder,
      at: now, &left)
  }

  /// Works on touches, each message a cause of its own, until something else comes. What they make
  /// for clients is in the encoder then.
  ///
  /// This is where the daemon spends its time: what belongs to objects is entered once for all.
  private func play(
    _ inbox: inout Inbox, of session: SessionID, as player: inout Player, on devices: Devices,
    _ encoder: inout Encoder, at now: Instant, _ left: inout Int
  ) throws(WireError) -> Message? {
    while left > 0 {
      left -= 1
      guard let message = try inbox.next() else { return nil }
      guard case .touch = message else { return message }
      do throws(Player.Refusal) {
        try player.handle(inbox.frame, of: session, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
      report(&player, on: devices, &encoder, at: now)
    }
    return nil
  }

  /// Tells a client what is wrong with its line, and closes after too many, or a line too long.
  func complain(to connection: Connection, _ error: WireError) {
    refuse(connection, error)
    let isLast = connection.countError()
    if connection.isFirstError {
      let blame = error.code.isClientBug ? "client bug" : "refused"
      log.info("\(blame): session \(connection.session): \(error.code.rawValue): \(error.message)")
    }
    if error.code == .lineTooLong {
      drop(connection)
    } else if isLast {
      refuse(
        connection,
        WireError(error.code, "\(Connection.errorLimit) wrong lines; the connection is closed"))
      drop(connection)
    }
  }

  func refuse(_ connection: Connection, _ error: WireError) {
    encoder.error(error, line: connection.inbox.lineNumber)
    send(to: connection)
  }

  /// Moves what the encoder has to a client's outbox.
  func send(to connection: Connection) {
    encoder.lines.withBytes { connection.outbox.append($0) }
    encoder.removeAll()
  }

  /// A session ends: it lets go of everything it holds.
  func drop(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    log.debug("session \(connection.session) ends")
    if let seat = connection.seat {
      seat.sessions.removeAll { $0 === connection }
      connection.seat = nil
      seat.player.leave(connection.session, isLast: seat.sessions.isEmpty, at: loop.now)
      report(at: loop.now)
      seat.player.wantsSignals = seat.hasListeners
      if seat.sessions.isEmpty { sd_notify(0, "STATUS=Player 1 is free") }
    }
    _ = connection.outbox.flush(to: connection.descriptor)
    connection.source = nil
    connections[connection.session] = nil
  }

  // MARK: The player's output

  /// Reports the last cause to the devices and the clients.
  func report(at now: Instant) {
    report(&seat.player, on: seat.devices, &encoder, at: now)
    tell()
  }

  /// Writes the batch of the last cause to the devices, tells the player when, and writes its signals
  /// to the encoder.
  private func report(
    _ player: inout Player, on devices: Devices, _ encoder: inout Encoder, at now: Instant
  ) {
    devices.write(player.batch, at: now)
    if player.hasNewEdges { player.edgesWereTold(at: EventLoop.clock) }
    for code in player.batch.barred {
      let name = configuration.names.name(code) ?? "\(code.number)"
      log.warning("\(name) is kept back: with Ctrl and Alt it would leave or end the desktop")
    }
    for index in player.signals.indices { encoder.signal(player.signals[index]) }
  }

  /// Gives the clients what the encoder has of events.
  private func tell() {
    guard encoder.lines.count > 0 else { return }
    for session in seat.sessions where session.wantsFeedback && !session.awaitsWelcome {
      encoder.lines.withBytes { session.outbox.append($0) }
    }
    encoder.removeAll()
  }

  func flush(_ connection: Connection) {
    guard !connection.isClosed else { return }
    switch connection.outbox.flush(to: connection.descriptor) {
    case .blocked: connection.watch(output: true)
    case .sent:
      connection.watch(output: false)
      if connection.outbox.hearsAgain(), connection.seat != nil { sendLayout(to: connection) }
    }
  }

  /// Sends what waits; to a client that has sent much, when it has been worked on or there is much.
  func flushAll() {
    for connection in connections.values where !connection.outbox.isEmpty {
      if connection.hasBacklog && connection.outbox.waiting < Outbox.comfortable { continue }
      flush(connection)
    }
  }

  /// What ends every round of work: lines go out, the next deadline is set.
  func settleUp() {
    flushAll()
    deadline?.set(seat.player.nextDeadline)
  }

  // MARK: Time

  private func fireTimers() {
    fire(upTo: loop.now)
    settleUp()
  }

  /// Fires what is due, each instant as a cause of its own.
  private func fire(upTo now: Instant) {
    while let due = seat.player.nextDeadline, due <= now {
      seat.player.fire(at: due, clock: now)
      report(at: now)
    }
  }

  /// Devices were made: what clients send waits until they have settled.
  func devicesAreNew() {
    watchForceFeedback()
    farewell?.set(seat.devices.dismiss(at: loop.now))
    seat.isSettling = true
    for session in seat.sessions { session.updateEvents() }
    // Not at once: the message that is worked on has to be finished before the next one.
    settling?.set(loop.now)
  }

  private func checkSettling() {
    guard seat.devices.isSettled(at: loop.now) else {
      settling?.set(loop.now + Self.settleCheck)
      return
    }
    seat.isSettling = false
    for connection in seat.sessions { devicesSettled(for: connection) }
    settleUp()
  }
}
