// SPDX-License-Identifier: MIT

import CSystemd
import Evdev
import Glibc
import Layouts
import Pad
import Wire

/// What clients say, and what they are told.
extension Daemon {
  func handle(
    _ message: Message, from connection: Connection, at now: Instant
  ) throws(WireError) {
    guard let seat = connection.seat else {
      if case .hello(let hello) = message {
        connection.saidHello = true
        return try seat(connection, hello)
      }
      try seat(connection, Hello())
      if connection.awaitsWelcome {
        connection.early = message
        return
      }
      return try handle(message, from: connection, at: now)
    }
    switch message {
    case .touch:
      do throws(Player.Refusal) {
        try seat.player.handle(connection.inbox.frame, of: connection.session, at: now)
      } catch {
        throw WireError(error, in: seat.layout.layout)
      }
    case .cancel: seat.player.cancel(connection.session, at: now)
    case .reset(let control):
      do throws(Player.Refusal) {
        try seat.player.reset(control, at: now)
      } catch {
        throw WireError(error, in: seat.layout.layout)
      }
    case .layout(let name):
      return try change(seat, to: try find(name), from: .named(name), for: connection)
    case .use(let range):
      let new = try read(connection.inbox.bytes(range))
      return try change(seat, to: new, from: .sent(new.json), for: connection)
    case .save(let range):
      return try save(connection.inbox.bytes(range), of: connection, at: seat)
    case .codes:
      let devices: Set<Device> = connection.client.kind == .pad ? [.gamepad] : Set(Device.allCases)
      encoder.codes(LayoutFile.codes(of: devices, names: basis.configuration.names))
      return connection.send(&encoder)
    case .ping(let id):
      encoder.pong(id: connection.inbox.bytes(id ?? 0..<0).span)
      return connection.send(&encoder)
    case .bye: return drop(connection, returns: false)
    case .hello: throw .helloAgain
    case .motion: seat.player.handle(connection.inbox.motion, of: connection.session, at: now)
    }
    connection.inbox.record(message, at: now)
    seat.report(at: now)
  }

  // MARK: Coming in

  /// Gives a client its player, as it asks for in `hello`. It is welcome when the devices have
  /// settled.
  ///
  /// - Throws: why it cannot have it; nothing has changed then.
  private func seat(_ connection: Connection, _ hello: Hello) throws(WireError) {
    var client = connection.client
    if let name = hello.client, !name.isEmpty { client.call(name) }
    let (seat, returns) = try place(for: client, hello)
    var new = seat.layout
    var origin = seat.origin
    if let wanted = hello.layout {
      new = try find(wanted)
      origin = .named(wanted)
    } else if !returns && seat.isFree(for: client) {
      new = defaultLayout
      origin = .start
    }
    try checkAllowed(new, connection)
    if new != seat.layout { try checkAllowedToAll(of: seat, new) }
    do throws(WireError) {
      if new != seat.layout {
        try change(seat, to: new, from: origin)
      } else {
        try plugIn(seat)
        seat.origin = origin
      }
    } catch {
      log.warning("player \(seat.number) stays as it was: \(error.message)")
      throw error
    }
    // Before the old one is spent: at no time is there none by which the client can come back.
    connection.token = seat.tokens.make(
      for: connection.client.user, after: returns ? hello.resume : nil)
    if returns { takeOver(hello.resume, of: seat) }
    connection.wantsFeedback = hello.wantsFeedback
    connection.client = client
    connection.since = loop.now
    connection.awaitsWelcome = true
    seat.add(connection)
    basis.store?.remember()
    tellStatus()
    log.info("player \(seat.number): \(client.name) of user \(client.user) plays")
    if seat.isSettling { connection.updateEvents() } else { seat.welcome(connection) }
  }

  /// Which player a client can have: its old one, the one that it asks for, or the next free one.
  private func place(
    for client: Client, _ hello: Hello
  ) throws(WireError) -> (seat: Seat, returns: Bool) {
    if let token = hello.resume,
      let seat = seats.first(where: {
        $0.tokens.contains(token, of: client.user, at: loop.now)
      })
    {
      return (seat, true)
    }
    if let number = hello.player {
      guard number <= seats.count else {
        throw WireError(.noFreePlayer, noSuchPlayer(number))
      }
      let seat = seats[number - 1]
      guard seat.mayJoin(client) else {
        throw WireError(
          .playerTaken,
          "player \(number) is "
            + (seat.sessions.isEmpty ? "kept for somebody else" : "taken by somebody else"))
      }
      return (seat, false)
    }
    guard let free = seats.first(where: { $0.isFree(for: client) }) else {
      let kept = seats.count(where: \.isKept)
      throw WireError(
        .noFreePlayer,
        "all \(seats.count) players are taken"
          + (kept == 0 ? "" : ", \(kept) of them by clients that may come back")
          + "; ask again when one is free")
    }
    return (free, false)
  }

  func noSuchPlayer(_ number: Int) -> String {
    "there is no player \(number); this Flickpad has "
      + (seats.count == 1 ? "player 1 only" : "players 1 to \(seats.count)")
  }

  /// A client that came through the pad socket plays gamepads and nothing else.
  func checkAllowed(_ layout: LoadedLayout, _ connection: Connection) throws(WireError) {
    guard connection.client.kind == .pad else { return }
    let devices = Set(layout.layout.codes.compactMap(\.device)).subtracting([.gamepad])
    guard let other = Device.allCases.first(where: devices.contains) else { return }
    throw WireError(
      .notAllowed,
      "the layout \(layout.layout.name) needs a \(other.name); through \(SocketKind.pad.rawValue) "
        + "only gamepads can be played")
  }

  func checkAllowedToAll(of seat: Seat, _ layout: LoadedLayout) throws(WireError) {
    for session in seat.sessions { try checkAllowed(layout, session) }
  }

  /// A client came back with its token: its old connection ends, and the token is spent.
  private func takeOver(_ token: String?, of seat: Seat) {
    guard let token else { return }
    for old in seat.sessions where old.token == token {
      // The reason stands last.
      seat.stopRumble(of: old)
      refuse(old, WireError(.takenOver, "the client has come back on another connection"))
      drop(old, returns: false)
    }
    seat.tokens.remove(token)
  }

  /// The devices have settled: a client is welcomed, and what it has sent is worked on.
  func devicesSettled(for connection: Connection) {
    // Another one's message may have changed them again.
    guard !connection.isHeld else { return }
    connection.seat?.welcome(connection)
    goOn(with: connection)
  }

  /// Works on what a client has sent while it had to wait.
  func goOn(with connection: Connection) {
    guard !connection.isClosed, !connection.isHeld else { return }
    connection.updateEvents()
    if let early = connection.early {
      connection.early = nil
      do throws(WireError) {
        try handle(early, from: connection, at: loop.now)
      } catch {
        complain(to: connection, error)
      }
      // There is room for the answers to what comes next.
      connection.flush()
    }
    readLines(connection)
  }
}
