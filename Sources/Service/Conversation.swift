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
    guard connection.seat != nil else {
      if case .hello(let hello) = message { return try seat(connection, hello) }
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
    case .layout(let name): return try changeLayout(name, for: connection, at: now)
    case .ping(let id):
      encoder.pong(id: connection.inbox.bytes(id ?? 0..<0).span)
      return send(to: connection)
    case .bye: return drop(connection)
    case .hello: throw .helloAgain
    case .save: throw .saveIsOff
    case .motion: seat.player.handle(connection.inbox.motion, of: connection.session, at: now)
    }
    report(at: now)
  }

  // MARK: Coming in

  /// Gives a client its player, as it asks for in `hello`. It is welcome when the devices have
  /// settled.
  private func seat(_ connection: Connection, _ hello: Hello) throws(WireError) {
    let returns = tokens.contains { $0 == (hello.resume, connection.user) }
    // Its player may be somebody else's by now, whom it has no more right to join than others.
    if returns && !seat.sessions.contains(where: { $0.token == hello.resume }) {
      try checkFree(seat.number, connection)
    } else if !returns {
      try checkFree(hello.player, connection)
    }
    var new: LoadedLayout?
    if let name = hello.layout {
      new = try find(name)
    } else if seat.sessions.isEmpty && !returns {
      new = defaultLayout
    }
    try checkAllowed(new ?? seat.layout, connection)
    if let new { try checkAllowedToAll(new) }
    if returns { takeOver(hello.resume) }
    connection.seat = seat
    connection.wantsFeedback = hello.wantsFeedback
    connection.awaitsWelcome = true
    connection.token = Self.newToken()
    tokens.append((connection.token, connection.user))
    if tokens.count > Self.tokenLimit { tokens.removeFirst() }
    seat.sessions.append(connection)
    if let new, new != seat.layout {
      do throws(WireError) {
        try use(new, named: hello.layout)
      } catch {
        seat.sessions.removeAll { $0 === connection }
        connection.seat = nil
        connection.awaitsWelcome = false
        throw error
      }
      tellLayout()
    }
    seat.player.wantsSignals = seat.hasListeners
    sd_notify(0, "STATUS=Player 1 plays")
    log.info("player 1: \(hello.client?.prefix(64) ?? "a client") of user \(connection.user) plays")
    if seat.isSettling { connection.updateEvents() } else { welcome(connection) }
  }

  /// Whether a client may have the player it asks for.
  private func checkFree(_ wanted: Int?, _ connection: Connection) throws(WireError) {
    if let wanted, wanted != seat.number {
      throw WireError(
        .noFreePlayer, "player \(wanted): this Flickpad has player 1 only; leave player out")
    }
    guard let first = seat.sessions.first else { return }
    guard wanted != nil else {
      throw WireError(
        .noFreePlayer, "player 1 is taken, and there is no other; ask again when it is free")
    }
    guard first.user == connection.user && first.kind == .full else {
      throw WireError(.playerTaken, "player 1 is taken by somebody else")
    }
  }

  /// A client that came through the pad socket plays gamepads and nothing else.
  private func checkAllowed(
    _ layout: LoadedLayout, _ connection: Connection
  ) throws(WireError) {
    guard connection.kind == .pad else { return }
    let devices = Set(layout.layout.codes.compactMap(\.device)).subtracting([.gamepad])
    guard let other = Device.allCases.first(where: devices.contains) else { return }
    throw WireError(
      .notAllowed,
      "the layout \(layout.layout.name) needs a \(other.name); through \(SocketKind.pad.rawValue) "
        + "only gamepads can be played")
  }

  private func checkAllowedToAll(_ layout: LoadedLayout) throws(WireError) {
    for session in seat.sessions { try checkAllowed(layout, session) }
  }

  /// A client came back with its token: its old connection ends, and the token is spent.
  private func takeOver(_ token: String?) {
    tokens.removeAll { $0.token == token }
    for old in seat.sessions where old.token == token {
      refuse(old, WireError(.takenOver, "the client has come back on another connection"))
      drop(old)
    }
  }

  private static func newToken() -> String {
    var id = sd_id128_t()
    sd_id128_randomize(&id)
    var text = [CChar](repeating: 0, count: 33)
    sd_id128_to_string(id, &text)
    return String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func welcome(_ connection: Connection) {
    guard connection.awaitsWelcome else { return }
    connection.awaitsWelcome = false
    let json = seat.layout.json
    encoder.welcome(
      player: seat.number, resume: connection.token, layout: json.span,
      layouts: configuration.search.names, states: seat.player.states)
    send(to: connection)
    sendRumble(to: connection)
  }

  /// The devices have settled: a client is welcomed, and what it has sent is worked on.
  func devicesSettled(for connection: Connection) {
    welcome(connection)
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
      return try configuration.search.layout(named: name, names: configuration.names)
    } catch {
      if case .bad(let layout) = error { throw WireError(.badLayout, layout.description) }
      throw WireError(.unknownLayout, error.description)
    }
  }

  private func changeLayout(
    _ name: String, for connection: Connection, at now: Instant
  ) throws(WireError) {
    let new = try find(name)
    try checkAllowed(new, connection)
    try checkAllowedToAll(new)
    try use(new, named: name)
    tellLayout()
  }

  /// Gives the player another layout, and the devices that it needs. `name` is how a client asked
  /// for it; nil is the layout that players begin with.
  private func use(_ new: LoadedLayout, named name: String?) throws(WireError) {
    let now = loop.now
    let gamepad = seat.devices.gamepad
    do throws(EvdevError) {
      let isNew = try seat.change(to: new, at: now, report: { report(at: now) })
      seat.layoutName = name
      encoder.use(new.layout)
      if seat.devices.gamepad !== gamepad, let gamepad { endRumble(of: gamepad) }
      if isNew { devicesAreNew() }
    } catch {
      log.error("the devices of layout \(new.layout.name) cannot be made: \(error.description)")
      throw WireError(
        .badLayout, "the devices of layout \(new.layout.name) cannot be made: \(error.description)")
    }
  }

  /// Tells every client of the player which layout it has now.
  func tellLayout() {
    for session in seat.sessions where !session.awaitsWelcome { sendLayout(to: session) }
  }

  func sendLayout(to connection: Connection) {
    let json = seat.layout.json
    encoder.layout(json.span, states: seat.player.states)
    send(to: connection)
    flush(connection)
  }

  /// SIGHUP: reads the layouts in use anew. A bad one is refused, and the old one stays.
  func reload() {
    sd_notify(0, "RELOADING=1")
    defer { sd_notify(0, "READY=1") }
    do {
      let search = configuration.search
      defaultLayout = try search.layout(configuration.layout, names: configuration.names)
      var new = defaultLayout
      if let name = seat.layoutName {
        new = try search.layout(named: name, names: configuration.names)
      }
      try checkAllowedToAll(new)
      try use(new, named: seat.layoutName)
      for warning in new.warnings { log.warning(warning.description) }
      log.info("layout \(new.layout.name) is read anew")
      tellLayout()
    } catch {
      let reason = (error as? WireError)?.message ?? "\(error)"
      for line in reason.split(separator: "\n") {
        log.error("the layout stays as it is: \(line)")
      }
    }
    settleUp()
  }
}
