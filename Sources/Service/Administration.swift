// SPDX-License-Identifier: MIT

import Evdev
import Glibc
import Pad
import Wire

/// What is asked on admin.sock.
extension Daemon {
  func handle(_ request: Request, from connection: Connection) throws(WireError) {
    switch request {
    case .players:
      encoder.players(seats.map(report))
      return connection.send(&encoder)
    case .swap(let first, let second): try swap(try seat(first), try seat(second))
    case .watch(let number, let interval):
      return try watch(try seat(number), every: interval, for: connection)
    case .drop(let number): try dropPlayer(try seat(number))
    case .identify(let number):
      let seat = try seat(number)
      guard !seat.sessions.isEmpty else { throw nobodyPlays(seat) }
      seat.identify()
    }
    encoder.done()
    connection.send(&encoder)
  }

  /// Tells a connection of a player until it closes, or wants to be told of another one.
  private func watch(
    _ seat: Seat, every interval: Interval, for connection: Connection
  ) throws(WireError) {
    do throws(EventLoop.Failure) {
      connection.watching = try Watching(seat, every: interval) {
        [unowned self, unowned connection] in
        $0.tellView(report($0), to: connection)
      }
    } catch {
      throw WireError(
        .unknownPlayer, "the player cannot be watched: \(String(cString: strerror(error.errno)))")
    }
  }

  private func seat(_ number: Int) throws(WireError) -> Seat {
    guard number <= seats.count else { throw WireError(.unknownPlayer, noSuchPlayer(number)) }
    return seats[number - 1]
  }

  private func nobodyPlays(_ seat: Seat) -> WireError {
    WireError(.unknownPlayer, "nobody plays as player \(seat.number)")
  }

  private func report(_ seat: Seat) -> PlayerReport {
    PlayerReport(
      number: seat.number, layout: seat.layout.layout.name,
      isKept: seat.isKept,
      sessions: seat.sessions.map { session in
        PlayerReport.Session(
          number: session.session, client: session.client.name, user: session.client.user,
          socket: session.client.kind.rawValue, seconds: (loop.now - session.since).seconds)
      },
      devices: seat.devices.nodes.map { PlayerReport.Device(name: $0.device.name, node: $0.node) },
      holds: seat.player.holds.map { hold in
        (basis.configuration.names.name(hold.code) ?? "\(hold.code.number)", hold)
      }, forcedReleases: seat.forcedReleases)
  }

  /// Exchanges those who play as two players. What they hold is let go of first; layouts and devices
  /// stay with the players.
  ///
  /// - Throws: why that cannot be; nothing has changed then.
  private func swap(_ first: Seat, _ second: Seat) throws(WireError) {
    guard first !== second else {
      throw WireError(.badMessage, "with: want another player than player, got the same")
    }
    guard [first, second].contains(where: { !$0.sessions.isEmpty || $0.isKept }) else {
      throw WireError(
        .unknownPlayer, "nobody plays as player \(first.number) or \(second.number)")
    }
    for (seat, other) in [(first, second), (second, first)] {
      for session in seat.sessions { try checkAllowed(other.layout, session) }
    }
    for (seat, other) in [(first, second), (second, first)] where !other.sessions.isEmpty {
      try plugIn(seat)
    }
    let now = loop.now
    for seat in [first, second] {
      seat.player.change(to: seat.layout.layout, at: now)
      seat.report(at: now)
      seat.releaseStrays()
      for session in seat.sessions { seat.stopRumble(of: session) }
    }
    first.swapSessions(with: second)
    basis.store?.remember()
    for seat in [first, second] {
      seat.tellNumber()
      seat.tellLayout()
      for session in seat.sessions {
        if !session.awaitsWelcome { seat.sendRumble(to: session) }
        session.updateEvents()
        // What it had sent may have waited for the devices of the other player.
        devicesSettled(for: session)
      }
      seat.settleUp()
    }
    tellStatus()
    log.info("players \(first.number) and \(second.number) have swapped")
  }

  /// Ends the sessions of a player, or the wait for those who may come back.
  private func dropPlayer(_ seat: Seat) throws(WireError) {
    guard !seat.sessions.isEmpty || seat.isKept else { throw nobodyPlays(seat) }
    for session in seat.sessions {
      // The reason stands last.
      seat.stopRumble(of: session)
      refuse(session, WireError(.dropped, "whoever manages the players has ended this session"))
      drop(session, returns: false)
    }
    seat.keepNoLonger()
    basis.store?.remember()
    log.info("player \(seat.number) is dropped")
  }
}
