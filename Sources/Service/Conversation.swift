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
      let new = try find(name)
      try checkAllowed(new, connection)
      try checkAllowedToAll(of: seat, new)
      return try change(seat, to: new, named: name)
    case .ping(let id):
      encoder.pong(id: connection.inbox.bytes(id ?? 0..<0).span)
      return connection.send(&encoder)
    case .bye: return drop(connection, returns: false)
    case .hello: throw .helloAgain
    case .save: throw .saveIsOff
    case .motion: seat.player.handle(connection.inbox.motion, of: connection.session, at: now)
    }
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
    var name = seat.layoutName
    if let wanted = hello.layout {
      new = try find(wanted)
      name = wanted
    } else if !returns && seat.isFree(for: client) {
      new = defaultLayout
      name = nil
    }
    try checkAllowed(new, connection)
    if new != seat.layout { try checkAllowedToAll(of: seat, new) }
    do throws(WireError) {
      if new != seat.layout {
        try change(seat, to: new, named: name)
      } else {
        try plugIn(seat)
        seat.layoutName = name
      }
    } catch {
      log.warning("player \(seat.number) stays as it was: \(error.message)")
      throw error
    }
    if returns { takeOver(hello.resume, of: seat) }
    connection.wantsFeedback = hello.wantsFeedback
    connection.client = client
    connection.since = loop.now
    connection.awaitsWelcome = true
    connection.token = seat.tokens.make(for: connection.client.user)
    seat.add(connection)
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
    connection.updateEvents()
    if let early = connection.early {
      connection.early = nil
      do throws(WireError) {
        try handle(early, from: connection, at: loop.now)
      } catch {
        complain(to: connection, error)
      }
    }
    readLines(connection)
  }

  // MARK: Layouts

  private func find(_ name: String) throws(WireError) -> LoadedLayout {
    do {
      return try basis.configuration.search.layout(
        named: name, names: basis.configuration.names)
    } catch {
      if case .bad(let layout) = error { throw WireError(.badLayout, layout.description) }
      throw WireError(.unknownLayout, error.description)
    }
  }

  /// Gives a player another layout, and the devices that it needs. `name` is how a client asked for
  /// it; nil is the layout that players begin with.
  ///
  /// - Throws: the kernel's refusal; layout and devices are then as before.
  func change(_ seat: Seat, to new: LoadedLayout, named name: String?) throws(WireError) {
    do throws(EvdevError) {
      try seat.use(new, named: name)
    } catch {
      log.error("the devices of layout \(new.layout.name) cannot be made: \(error.description)")
      throw WireError(
        .badLayout, "the devices of layout \(new.layout.name) cannot be made: \(error.description)")
    }
    seat.tellLayout()
  }

  /// Makes the devices of a player who had none.
  func plugIn(_ seat: Seat) throws(WireError) {
    do throws(EvdevError) {
      if !seat.isPlugged { try seat.plugIn() }
    } catch {
      throw WireError(
        .noFreePlayer, "player \(seat.number)'s devices cannot be made: \(error.description)")
    }
  }
}
