// SPDX-License-Identifier: MIT

import CLinux
import CSystemd
import Glibc
import Pad
import Wire
import Writing

/// Clients come in, are read, and go.
extension Daemon {
  /// More clients at once than this are turned away.
  static let connectionLimit = 2048
  /// So many of them may have come through the pad socket: guests do not shut the owner out.
  static let guestLimit = 1536
  /// Descriptors besides those of connections: devices, listeners, the loop's own.
  private static let otherDescriptors = 256
  /// How long clients wait when one cannot be accepted.
  private static let acceptPause = Interval(microseconds: 100_000)
  /// So many lines of a client are worked on in a turn; fewer where one of them has a layout read.
  private static let turn = 256
  /// Of those who do not play: fewer, since players wait for the end of a turn.
  private static let guestTurn = 16

  /// Has the kernel allow as many descriptors as clients may need, as far as it may be asked to.
  static func raiseDescriptorLimit() {
    var limit = rlimit()
    let wanted = rlim_t(connectionLimit + otherDescriptors)
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < wanted
    else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  func listen(_ sockets: [Handover.Item]) throws(Failure) {
    listeners = try Listener.activated(sockets)
    if listeners.isEmpty {
      let places = try SocketPlaces.forDaemon(basis.configuration.socket)
      for kind in SocketKind.allCases { listeners.append(try Listener.bind(places[kind]!, kind)) }
    } else if let socket = basis.configuration.socket {
      log.warning("systemd has handed over the sockets; --socket \(socket) is not used")
    }
  }

  func watchListeners() throws(EventLoop.Failure) {
    for listener in listeners {
      listening.append(
        try loop.watch(listener.descriptor, EPOLLIN.rawValue, priority: .last) { [unowned self] _ in
          accept(from: listener)
        })
    }
    listeningAgain = try loop.timer { [unowned self] in
      let all = listening.map { $0.setEvents(EPOLLIN.rawValue) }
      if all.contains(false) { listeningAgain?.set(loop.now + Self.acceptPause) }
    }
  }

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
      descriptor: descriptor, client: Client(user: user, kind: listener.kind),
      session: nextSession,
      saves: listener.kind == .full && basis.configuration.saved != nil)
    nextSession &+= 1
    // Whatever became of the file's rights.
    if listener.kind == .admin && user != 0 && user != geteuid() {
      log.warning("user \(user) may not manage players, and is turned away")
      return turnAway(
        connection, WireError(.notAllowed, "only root and the daemon's user manage players"))
    }
    if let limit = limitReached(by: listener.kind) {
      logMistake(.warning, "a client of user \(user) is turned away: \(limit)")
      return turnAway(connection, WireError(.noFreePlayer, limit))
    }
    do throws(EventLoop.Failure) {
      connection.source = try loop.watch(
        descriptor, EPOLLIN.rawValue, priority: connection.priority
      ) { [unowned self, unowned connection] events in ready(connection, events) }
      connection.source?.whenLost = { [unowned self, unowned connection] in
        isLost(connection, $0)
      }
      connections[connection.session] = connection
      if listener.kind == .pad { guestCount += 1 }
      log.debug("session \(connection.session): process \(process) of user \(user) connects")
    } catch {
      log.warning("cannot watch a client: \(String(cString: strerror(error.errno)))")
    }
  }

  /// Says that there are too many clients for one more; nil where there are not. Whoever manages the
  /// players is let in however many there are.
  private func limitReached(by kind: SocketKind) -> String? {
    if kind == .pad && guestCount >= Self.guestLimit {
      return "\(guestCount) clients are at \(kind.rawValue) already"
    }
    guard connections.count >= Self.connectionLimit && kind != .admin else { return nil }
    return "\(connections.count) clients are here already"
  }

  private func turnAway(_ connection: Connection, _ error: WireError) {
    refuse(connection, error)
    _ = connection.outbox.flush(to: connection.descriptor)
  }

  /// Clients cannot be accepted, most likely since there are no descriptors left: they wait a
  /// moment, without keeping the loop busy.
  private func pauseListening(_ reason: Int32) {
    if !cannotAccept {
      cannotAccept = true
      logMistake(
        .warning,
        "cannot accept a client: \(String(cString: strerror(reason))); it waits until one leaves")
    }
    for source in listening { source.setEvents(0) }
    listeningAgain?.set(loop.now + Self.acceptPause)
  }

  private func ready(_ connection: Connection, _ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { connection.flush() }
    // Who is gone does not wait: what it held goes up at once.
    if connection.isPostponed && events & EPOLLHUP.rawValue != 0 {
      return drop(connection, returns: connection.saidHello)
    }
    guard events & ~EPOLLOUT.rawValue != 0, !connection.isClosed, !connection.isHeld
    else { return }
    if !connection.hasBacklog { connection.inbox.receive(from: connection.descriptor) }
    readLines(connection)
  }

  /// The loop cannot do for a client what it has to: it would be heard no more, or told nothing.
  private func isLost(_ connection: Connection, _ reason: Int32) {
    log.warning(
      "session \(connection.session) has to go, as it cannot be watched any more: "
        + String(cString: strerror(reason)))
    drop(connection, returns: connection.saidHello)
  }

  /// Goes on with the lines of one who had sent more than a turn's.
  func workOnBacklog() {
    if let next = waiting.firstIndex(where: \.hasBacklog) {
      let connection = waiting[next]
      waiting.removeFirst(next + 1)
      readLines(connection)
    } else {
      waiting.removeAll()
    }
    if !waiting.isEmpty { nextTurn?.ask() }
  }

  /// Works on the lines that are there, until one has to wait for the devices or it is the turn of
  /// others.
  func readLines(_ connection: Connection) {
    // Timers due by now come first, as causes of their own.
    let now = loop.now
    connection.seat?.fire(upTo: now)
    var turn = Turn(lines: connection.seat == nil ? Self.guestTurn : Self.turn, from: now)
    while !turn.isOver && !connection.isClosed && !connection.isHeld {
      do throws(WireError) {
        guard try workOnLine(of: connection, at: now, &turn) else { break }
      } catch {
        complain(to: connection, error)
      }
    }
    connection.hasBacklog = turn.isOver && !connection.isClosed && !connection.isHeld
    connection.count(turn.taken, at: now)
    if connection.hasBacklog && !waiting.contains(where: { $0 === connection }) {
      waiting.append(connection)
      nextTurn?.ask()
    }
    let hasMore = connection.hasBacklog || connection.isHeld
    if connection.inbox.hasEnded && !hasMore { drop(connection, returns: connection.saidHello) }
    if !connection.outbox.isEmpty { connection.flushUnlessBusy() }
    connection.seat?.settleUp()
  }

  /// Works on the next line, or on the next few where they are touches; false if none is there.
  private func workOnLine(
    of connection: Connection, at now: Instant, _ turn: inout Turn
  ) throws(WireError) -> Bool {
    let message: Message?
    if let seat = connection.seat {
      message = try seat.play(&connection.inbox, of: connection.session, at: now, &turn)
    } else if connection.client.kind == .admin {
      turn.takeLine()
      guard let request = try connection.inbox.nextRequest() else { return false }
      try handle(request, from: connection)
      return true
    } else {
      turn.takeLine()
      message = try connection.inbox.next()
    }
    guard let message, !postpones(message, of: connection) else { return false }
    if message.readsLayouts { turn.finish() }
    defer { turn.look() }
    try handle(message, from: connection, at: now)
    return true
  }

  /// Tells a client what is wrong with its line, and closes after too many, or a line too long.
  func complain(to connection: Connection, _ error: WireError) {
    let isLast = connection.countError()
    if error.code.isClientBug { connection.priority = .last }
    // The reason stands last.
    if isLast || error.code == .lineTooLong { connection.seat?.stopRumble(of: connection) }
    refuse(connection, error)
    if connection.isFirstError {
      let kind = error.code.isClientBug ? "client bug" : "refused"
      logMistake(
        .info, "\(kind): session \(connection.session): \(error.code.rawValue): \(error.message)")
    }
    if error.code == .lineTooLong {
      drop(connection, returns: connection.saidHello)
    } else if isLast {
      refuse(
        connection,
        WireError(error.code, "\(Connection.errorLimit) wrong lines; the connection is closed"))
      drop(connection, returns: connection.saidHello)
    }
  }

  /// Logs what a client did wrong, unless there is too much of that.
  private func logMistake(_ level: Log.Level, _ line: @autoclosure () -> String) {
    let (isTold, untold) = blame.takeTurn(at: loop.now)
    if untold > 0 { log.warning("\(untold) more mistakes of clients are not in this log") }
    if isTold { log.write(level, line) }
  }

  func refuse(_ connection: Connection, _ error: WireError) {
    encoder.error(error, line: connection.inbox.lineNumber)
    connection.send(&encoder)
  }

  /// A session ends: it lets go of everything it holds. Where it `returns` its place is kept.
  func drop(_ connection: Connection, returns: Bool) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    log.debug("session \(connection.session) ends")
    if let seat = connection.seat {
      seat.leave(connection, returns: returns)
      basis.store?.remember()
      seat.settleUp()
      tellStatus()
    }
    _ = connection.outbox.flush(to: connection.descriptor)
    connection.source = nil
    connection.watching = nil
    let known = connections.removeValue(forKey: connection.session)
    if known?.client.kind == .pad { guestCount -= 1 }
  }
}
