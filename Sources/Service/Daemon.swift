// SPDX-License-Identifier: MIT

import CLinux
import CSystemd
import Evdev
import Glibc
import Layouts
import Pad
import Wire
import Writing

/// `flickpad serve`: one thread that waits for clients, deadlines, games and signals.
public final class Daemon {
  let basis: Basis
  /// The players, in the order of their numbers.
  private(set) var seats: [Seat] = []
  var listeners: [Listener] = []
  var listening: [DescriptorSource] = []
  /// Listens again after a pause.
  var listeningAgain: TimerSource?
  /// What the log has of clients' mistakes.
  var blame = Blame()
  /// The last client could not be accepted; said once.
  var cannotAccept = false
  /// Those with lines that were read but not worked on, in the order of their turns.
  var waiting: [Connection] = []
  /// Gives the first of them its turn, when nobody who plays has anything to do.
  var nextTurn: WorkSource?
  /// When layouts may be read again, those who wait for that, and what gives them their turn.
  var layoutsAgain = Instant(microseconds: 0)
  var postponed: [Connection] = []
  var layoutTurn: TimerSource?
  /// Which of all such turns each player had last; the first is of those who do not play yet.
  var lastLayoutTurns = [Int](repeating: 0, count: Configuration.playerLimit + 1)
  private var signals: [SignalSource] = []
  /// Takes devices away that an earlier daemon has left, and nobody needs.
  var orphans: TimerSource?
  /// Hears of it when the machine goes to sleep.
  private lazy var sleepWatch = SleepWatch(log) { [unowned self] in
    for seat in seats { seat.letGo() }
  }
  var connections: [SessionID: Connection] = [:]
  /// How many of them have come through the pad socket.
  var guestCount = 0
  var nextSession: SessionID = 1
  /// Speaks to those who do not play.
  var encoder = Encoder()
  /// What a player begins with.
  var defaultLayout: LoadedLayout

  var log: Log { basis.log }
  var loop: EventLoop { basis.loop }

  /// Makes the devices and the sockets; the daemon is ready when this returns.
  ///
  /// - Throws: the sentence that says why it cannot start, with the exit status; nothing is left
  ///   behind then.
  public init(_ configuration: Configuration) throws(Failure) {
    Self.raiseDescriptorLimit()
    let log = Log(of: "flickpad", level: configuration.logLevel)
    // Before anything else: what was held when the last daemon ended is held still.
    let handover = Handover.take()
    var inheritance = Inheritance(handover.stored, log: log)
    let loop: EventLoop
    do {
      loop = try EventLoop()
    } catch {
      throw Self.noLoop(error)
    }
    var store: Store?
    if Store.isThere || !handover.stored.isEmpty {
      do {
        store = try Store(inheritance.memory, log: log)
      } catch {
        log.warning(
          "nothing can be kept for the next start: \(error.operation): "
            + String(cString: strerror(error.errno)))
      }
    }
    basis = Basis(configuration: configuration, log: log, loop: loop, store: store)
    do {
      defaultLayout = try configuration.search.layout(
        configuration.layout, names: configuration.names)
    } catch {
      throw Failure(error)
    }
    for warning in defaultLayout.warnings { log.warning(warning.description) }
    if let directory = configuration.recordings { try SessionScript.makeDirectory(directory) }
    let maker: Devices.Maker
    if let makeDevice = configuration.makeDevice {
      maker = makeDevice
    } else {
      maker = try configuration.output.maker(start: loop.now, log: log)
    }
    try listen(handover.sockets)
    do throws(EventLoop.Failure) {
      for number in 1...configuration.players {
        let seat = try Seat(
          number: number, layout: defaultLayout, make: maker, basis: basis,
          whenSettled: { [unowned self] in devicesHaveSettled($0) })
        seat.whenChordChanges = { [unowned self] in chordChanged(at: $0) }
        seats.append(seat)
      }
      try watch()
      try revive(&inheritance)
    } catch {
      throw Self.noLoop(error)
    }
    do throws(EvdevError) {
      try plugInNext()
    } catch {
      // A later start may still have them.
      if store != nil { leaveDevicesBehind() }
      throw Failure(error.description, status: error.exitStatus)
    }
  }

  /// Makes the devices of the next player who has them without anybody playing. One player's after
  /// the other: udev works on several at once, and whoever looks for devices would see them in any
  /// order.
  private func plugInNext() throws(EvdevError) {
    try seats.first { $0.isKeptPlugged && !$0.isPlugged }?.plugIn()
  }

  private func devicesHaveSettled(_ seat: Seat) {
    for session in seat.sessions { devicesSettled(for: session) }
    do throws(EvdevError) {
      try plugInNext()
    } catch {
      log.error("the devices of all players cannot be made: \(error.description)")
    }
  }

  /// No two players together complete what none may: each of the others has to know.
  private func chordChanged(at changed: Seat) {
    for seat in seats where seat !== changed {
      var elsewhere: Chord = []
      for other in seats where other !== seat { elsewhere.formUnion(other.chord) }
      seat.player.chordElsewhere = elsewhere
    }
  }

  private static func noLoop(_ failure: EventLoop.Failure) -> Failure {
    Failure(
      "cannot set up the event loop: \(failure.operation): "
        + String(cString: strerror(failure.errno)), status: EX_OSERR)
  }

  private func watch() throws(EventLoop.Failure) {
    try watchListeners()
    nextTurn = try loop.work(priority: .last) { [unowned self] in workOnBacklog() }
    layoutTurn = try loop.timer { [unowned self] in workOnPostponed() }
    for number in [SIGTERM, SIGINT] {
      signals.append(try loop.signal(number) { [unowned self] in loop.exit(0) })
    }
    signals.append(try loop.signal(SIGHUP) { [unowned self] in reload() })
    // Neither a reader of our output that is gone nor a limit of the size of files is a reason to let
    // go of the players.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    sleepWatch.start(loop)
    loop.feedWatchdog()
  }

  /// Serves until a signal ends it; then everything is let go of and the devices are gone. Gives
  /// back the exit status.
  public func run() -> Int32 {
    let places = listeners.map { $0.path ?? "\($0.kind.rawValue) from systemd" }
    log.info(
      "layout \(defaultLayout.layout.name); listening on \(places.joined(separator: ", "))")
    sd_notify(0, "READY=1\n" + status)
    #if !DEBUG  // It would take the breakpoints of a debugger with it.
      clinux_forget_code()
    #endif
    let status = loop.run()
    sd_notify(0, "STOPPING=1")
    log.info("stopping; everything is let go of")
    for seat in seats {
      seat.player.releaseAll()
      seat.report(at: loop.now)
      for session in seat.sessions {
        seat.stopRumble(of: session)
        seat.endScript(of: session)
        session.flush()
      }
      seat.forceFeedback = nil
    }
    leaveDevicesBehind()
    for connection in connections.values { connection.seat = nil }
    for seat in seats { seat.sessions.removeAll() }
    connections.removeAll()
    if status < 0 {
      log.error("the event loop failed: \(String(cString: strerror(-status)))")
      return EX_SOFTWARE
    }
    return status
  }

  /// Takes all devices away, or leaves them to the store: systemd closes them unless it starts another
  /// daemon.
  private func leaveDevicesBehind() {
    Devices.unplug(
      seats.flatMap { $0.devices.giveUpAll() }, leavingBehind: basis.store != nil)
  }

  /// What systemctl status shows.
  private var status: String {
    let count = seats.count { !$0.sessions.isEmpty }
    return "STATUS=\(count) of \(seats.count) players \(count == 1 ? "plays" : "play")"
  }

  func tellStatus() { sd_notify(0, status) }

  /// SIGHUP: reads the layouts in use anew. A bad one is refused, and the old one stays.
  private func reload() {
    sd_notify(0, "RELOADING=1")
    defer { sd_notify(0, "READY=1") }
    let (search, names) = (basis.configuration.search, basis.configuration.names)
    var isBad = false
    do {
      defaultLayout = try search.layout(basis.configuration.layout, names: names)
    } catch {
      isBad = true
      complain("\(error)", keeping: "the default layout")
    }
    // Whoever is swapped into a place without devices finds the new one there.
    for seat in seats where !seat.isPlugged { seat.useUnplugged(defaultLayout) }
    for seat in seats where seat.isPlugged {
      // A layout that a client has sent has no file.
      if case .sent = seat.origin { continue }
      if isBad && seat.origin == .start { continue }
      do throws(WireError) {
        let new = try layout(from: seat.origin)
        try checkAllowedToAll(of: seat, new)
        try change(seat, to: new, from: seat.origin)
        for warning in new.warnings { log.warning(warning.description) }
        log.info("player \(seat.number): layout \(new.layout.name) is read anew")
      } catch {
        complain(error.message, keeping: "the layout of player \(seat.number)")
      }
      seat.settleUp()
    }
  }

  private func complain(_ reason: String, keeping layout: String) {
    for line in reason.split(separator: "\n") { log.error("\(layout) stays as it is: \(line)") }
  }
}
