// SPDX-License-Identifier: MIT

/// Keeps a binding's edges far enough apart for a game that polls at 30 Hz.
///
///     P  press asked for      R  release asked for      .  waits
///
///     1)  P ... R         out, out                       nothing to keep back
///     2)  P R.            out, out after the minimum     no tap too short
///     3)  P R P. R.       each after the one before      bunched taps are all seen
///     4)  P … (tick) R P. | R     the repeat's press is taken back, its release serves
struct Gate: Sendable {
  /// Down as the devices know it.
  private(set) var isDown = false
  /// How many edges wait; they alternate, the first being the opposite of `isDown`.
  private(set) var waiting = 0
  /// Whether the last waiting edge is the press of a repeat.
  private var endsInRepeat = false
  /// Whether the last press was dropped, so that its release has to be too.
  private var dropsRelease = false
  /// When the last edge went out.
  private var changed = Instant.longAgo
  /// How long it stays down at least.
  let minPress: Interval

  /// How long it stays up at least.
  static let tapGap = Interval(microseconds: 35_000)
  /// So much later does not matter: 33.5 ms are still more than a thirtieth of a second. What is
  /// planned for one instant then stays together.
  static let slack = Interval(microseconds: 1500)
  static let heldMinimum = Interval(microseconds: 35_000)
  static let pulsedMinimum = Interval(microseconds: 50_000)
  /// A press that finds as many edges waiting is dropped.
  static let limit = 15

  init(minPress: Interval) {
    self.minPress = minPress
  }

  /// What to do about an edge that was asked for.
  enum Answer {
    /// It goes out now.
    case out
    /// It is the first to wait.
    case waits(until: Instant)
    /// Nothing waits any longer.
    case takenBack
    /// It waits behind others, or is dropped.
    case none
  }

  /// Whether it is down, or will be once the waiting edges are out.
  private var isAskedDown: Bool { isDown != (waiting & 1 == 1) }

  mutating func press(at now: Instant, isRepeat: Bool = false) -> Answer {
    guard !isAskedDown else { return .none }
    guard waiting < Self.limit else {
      dropsRelease = true
      return .none
    }
    return ask(at: now, isRepeat: isRepeat)
  }

  mutating func release(at now: Instant) -> Answer {
    if dropsRelease {
      dropsRelease = false
      return .none
    }
    if endsInRepeat {
      endsInRepeat = false
      waiting -= 1
      return waiting == 0 ? .takenBack : .none
    }
    guard isAskedDown else { return .none }
    return ask(at: now, isRepeat: false)
  }

  private mutating func ask(at now: Instant, isRepeat: Bool) -> Answer {
    if waiting == 0 {
      let due = nextDue
      if due <= now {
        isDown.toggle()
        changed = now
        return .out
      }
      waiting = 1
      endsInRepeat = isRepeat
      return .waits(until: due)
    }
    waiting += 1
    endsInRepeat = isRepeat
    return .none
  }

  /// When the next edge may go out.
  private var nextDue: Instant { changed + (isDown ? minPress : Self.tapGap) }

  /// Lets the first waiting edge out; says until when the next one has to wait, if there is one.
  mutating func timeIsOver(at now: Instant) -> Instant? {
    isDown.toggle()
    changed = now
    waiting -= 1
    if waiting == 0 { endsInRepeat = false }
    return waiting > 0 ? nextDue : nil
  }

  /// The last edge was told at `late` only; says until when the next one has to wait now, if that
  /// is another time than before.
  mutating func wasTold(at late: Instant) -> Instant? {
    guard changed + Self.slack < late else { return nil }
    changed = late
    return waiting > 0 ? nextDue : nil
  }

  /// Forgets the edges that wait, and asks for the release of what is down.
  mutating func cut(at now: Instant) -> Answer {
    waiting = 0
    endsInRepeat = false
    dropsRelease = false
    return isDown ? ask(at: now, isRepeat: false) : .none
  }
}
