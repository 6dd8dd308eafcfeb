// SPDX-License-Identifier: MIT

import CLinux
import CSystemd
import Glibc
import Pad
import Wire

/// Who is at the other end of a connection.
struct Client: Equatable {
  let user: uid_t
  /// The socket it came through.
  let kind: SocketKind
  /// What it calls itself.
  private(set) var name = "a client"

  /// Takes a client's word for its name, as far as a line of a log can bear it.
  mutating func call(_ name: String) {
    // A single Character may have any length.
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
  }
}

/// A client's connection: its lines in, its lines out, and which player it plays as.
final class Connection {
  let descriptor: Int32
  /// Who is at the other end.
  var client: Client
  let session: SessionID
  /// Whether it may have layouts kept.
  let saves: Bool

  var inbox: Inbox
  var outbox = Outbox()
  var source: DescriptorSource?
  /// The player's seat, from `welcome` on or, while the devices settle, before it.
  var seat: Seat?
  /// The token it may come back with.
  var token = ""
  var wantsFeedback = true
  /// It has introduced itself, so it can know its token.
  var saidHello = false
  /// When it came to play.
  var since = Instant(microseconds: 0)
  /// A welcome is still owed: nothing is read until the devices have settled.
  var awaitsWelcome = false
  /// The last that it was told of rumble was no stop.
  var rumbles = false
  /// Of admin.sock: whom it watches.
  var watching: Watching?
  /// A message that came before the welcome, or is postponed, to be acted on first after that.
  var early: Message?
  /// Its last message has to wait for a layout to be read.
  var isPostponed = false { didSet { updateEvents() } }
  /// Lines were read that wait for its next turn, after all who have none waiting; until then no
  /// more are.
  var hasBacklog = false {
    didSet { if hasBacklog != oldValue { updatePriority() } }
  }
  /// It sends so much that it goes after others: whoever is served after players would never be.
  private var isBusy = false {
    didSet { if isBusy != oldValue { updatePriority() } }
  }
  /// Its lines in the present span of time, and when that began.
  private var lines = 0
  private var spanBegin = Instant(microseconds: 0)
  /// When it goes among others, as long as it has no backlog and is not busy.
  var priority: EventLoop.Priority {
    didSet { updatePriority() }
  }
  var isClosed = false
  private var errors = 0
  private var watchesOutput = false

  /// In a span of time no player has so many lines to send.
  private static let busyLines = 200
  private static let span = Interval(microseconds: 100_000)
  /// So many wrong lines are answered; then the connection is closed.
  static let errorLimit = 100

  /// - Parameter saves: whether it may have layouts kept.
  init(descriptor: Int32, client: Client, session: SessionID, saves: Bool) {
    priority = client.kind == .admin ? .normal : .last
    self.descriptor = descriptor
    self.client = client
    self.session = session
    self.saves = saves
    inbox = Inbox(saves: saves)
  }

  deinit {
    // The loop has to forget the descriptor before it may become another's.
    source = nil
    close(descriptor)
  }

  /// Counts lines that were worked on.
  func count(_ lines: Int, at now: Instant) {
    self.lines += lines
    let isOver = now - spanBegin >= Self.span
    if isOver || self.lines > Self.busyLines { isBusy = self.lines > Self.busyLines }
    if isOver { (self.lines, spanBegin) = (0, now) }
  }

  /// Counts a wrong line; says whether it was one too many.
  func countError() -> Bool {
    errors += 1
    return errors >= Self.errorLimit
  }

  var isFirstError: Bool { errors == 1 }

  /// Moves what an encoder has to the outbox.
  func send(_ encoder: inout Encoder) {
    encoder.lines.withBytes { outbox.append($0) }
    encoder.removeAll()
  }

  /// Sends what waits, or has the loop say when that is possible again.
  func flush() {
    guard !isClosed else { return }
    switch outbox.flush(to: descriptor) {
    case .blocked: watch(output: true)
    case .sent:
      watch(output: false)
      if outbox.hearsAgain(), let seat {
        seat.repeatRumble(to: self)
        seat.sendLayout(to: self)
      }
    }
  }

  /// Sends what waits; to a client that has sent much, when that has been worked on or there is
  /// much.
  func flushUnlessBusy() {
    if !hasBacklog || outbox.waiting >= Outbox.comfortable { flush() }
  }

  /// Watches for what there is to do: reading, unless the player's devices are still settling, and
  /// writing while lines wait.
  func watch(output: Bool) {
    watchesOutput = output
    updateEvents()
  }

  /// Whether what it sends has to wait, as a rule for devices that are still settling.
  var isHeld: Bool { isPostponed || seat?.isSettling ?? false }

  func updateEvents() {
    source?.setEvents(
      (isHeld ? 0 : EPOLLIN.rawValue) | (watchesOutput ? EPOLLOUT.rawValue : 0))
  }

  private func updatePriority() { source?.setPriority(hasBacklog || isBusy ? .last : priority) }
}

extension Message {
  /// Whether a layout is read for it, which takes as long as many touches.
  var readsLayouts: Bool {
    switch self {
    case .hello(let hello): hello.layout != nil
    case .layout, .use, .save: true
    default: false
    }
  }
}
