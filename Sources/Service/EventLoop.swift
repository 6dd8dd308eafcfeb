// SPDX-License-Identifier: MIT

import CSystemd
import Glibc
import Pad

/// sd-event: one thread waits for descriptors, the time and signals.
final class EventLoop {
  /// A failure to set up the loop: what, and errno.
  struct Failure: Error {
    var operation: StaticString
    var errno: Int32
  }

  private let event: OpaquePointer

  init() throws(Failure) {
    var event: OpaquePointer?
    try Self.check(sd_event_new(&event), "sd_event_new")
    self.event = event!
  }

  deinit {
    sd_event_unref(event)
  }

  fileprivate static func check(_ result: Int32, _ operation: StaticString) throws(Failure) {
    if result < 0 { throw Failure(operation: operation, errno: -result) }
  }

  /// CLOCK_MONOTONIC at the last wake-up.
  var now: Instant {
    var time: UInt64 = 0
    sd_event_now(event, CLOCK_MONOTONIC, &time)
    return Instant(microseconds: Int64(time))
  }

  /// CLOCK_MONOTONIC this moment.
  static var clock: Instant { instant(CLOCK_MONOTONIC) }

  /// How long this thread has worked, as opposed to waited for a processor.
  static var timeAtWork: Instant { instant(CLOCK_THREAD_CPUTIME_ID) }

  private static func instant(_ clock: clockid_t) -> Instant {
    var time = timespec()
    clock_gettime(clock, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Runs until `exit`; gives back its status.
  func run() -> Int32 { sd_event_loop(event) }

  func exit(_ status: Int32) { sd_event_exit(event, status) }

  /// Has systemd's watchdog fed while the loop turns, if the unit asks for it.
  func feedWatchdog() { sd_event_set_watchdog(event, 1) }

  /// Has the loop work on what a connection to a message bus (sd-bus) brings.
  func attach(bus: OpaquePointer) throws(Failure) {
    try Self.check(
      sd_bus_attach_event(bus, event, Int32(Priority.normal.rawValue)), "sd_bus_attach_event")
  }

  /// Which sources go first when several are ready.
  enum Priority: Int64 {
    /// Force feedback: a game that waits for its answer is frozen.
    case first = -100
    /// Players, deadlines, and whoever manages the players.
    case normal = 0
    /// Those who do not play, or send what they should not: they get what time is left.
    case last = 100
  }

  /// Calls back while one of `events` (EPOLLIN and so on) is ready on the descriptor, which stays
  /// the caller's. The source ends with the last reference to it.
  func watch(
    _ descriptor: Int32, _ events: UInt32, priority: Priority = .normal,
    _ handler: @escaping (UInt32) -> Void
  ) throws(Failure) -> DescriptorSource {
    let source = DescriptorSource(handler)
    try Self.check(
      sd_event_add_io(
        event, &source.source, descriptor, events,
        { _, _, ready, context in
          Unmanaged<DescriptorSource>.fromOpaque(context!).takeUnretainedValue().handler(ready)
          return 0
        }, Unmanaged.passUnretained(source).toOpaque()), "sd_event_add_io")
    source.setPriority(priority)
    return source
  }

  /// A timer that is off until it is set.
  func timer(
    priority: Priority = .normal, _ handler: @escaping () -> Void
  ) throws(Failure) -> TimerSource {
    let source = TimerSource(handler)
    // An accuracy of 0 would mean sd-event's default, a quarter of a second.
    try Self.check(
      sd_event_add_time(
        event, &source.source, CLOCK_MONOTONIC, UInt64.max, 1,
        { _, _, context in
          let timer = Unmanaged<TimerSource>.fromOpaque(context!).takeUnretainedValue()
          timer.due = nil
          timer.handler()
          return 0
        }, Unmanaged.passUnretained(source).toOpaque()), "sd_event_add_time")
    sd_event_source_set_priority(source.source, priority.rawValue)
    sd_event_source_set_enabled(source.source, Int32(SD_EVENT_OFF))
    return source
  }

  /// A piece of work that is off until it is asked for.
  func work(
    priority: Priority, _ handler: @escaping () -> Void
  ) throws(Failure) -> WorkSource {
    try WorkSource(event, priority, handler)
  }

  /// Calls back in the loop for a signal, which is blocked for the whole process from now on.
  func signal(_ number: Int32, _ handler: @escaping () -> Void) throws(Failure) -> SignalSource {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_BLOCK, &set, nil)
    let source = SignalSource(handler)
    try Self.check(
      sd_event_add_signal(
        event, &source.source, number,
        { _, _, context in
          Unmanaged<SignalSource>.fromOpaque(context!).takeUnretainedValue().handler()
          return 0
        }, Unmanaged.passUnretained(source).toOpaque()), "sd_event_add_signal")
    return source
  }
}

/// A descriptor that the loop watches, until the object is let go.
final class DescriptorSource {
  fileprivate var source: OpaquePointer?
  private var priority = EventLoop.Priority.normal
  fileprivate let handler: (UInt32) -> Void
  private var notice: WorkSource?

  /// Called, by the loop's next turn, where what is watched for could not be changed, with errno:
  /// what was to be waited for may never be told.
  var whenLost: ((Int32) -> Void)?

  fileprivate init(_ handler: @escaping (UInt32) -> Void) {
    self.handler = handler
  }

  /// Changes when it goes among sources that are ready together. Setting what is set costs nothing.
  func setPriority(_ priority: EventLoop.Priority) {
    guard priority != self.priority else { return }
    self.priority = priority
    sd_event_source_set_priority(source, priority.rawValue)
  }

  /// Changes what is watched for; 0 is nothing, but for one call should the other end go.
  ///
  /// - Returns: whether that went well; if not, it is as before, and `whenLost` is called.
  @discardableResult func setEvents(_ events: UInt32) -> Bool {
    // Switched off, it would have to be let in again, for which the kernel may have no memory. A
    // hang-up is always told; once only, since it is an edge.
    let result = sd_event_source_set_io_events(source, events == 0 ? EPOLLET.rawValue : events)
    if result < 0 { noticeLoss(-result) }
    return result >= 0
  }

  /// Not at once: who changes what is watched for is in the middle of something.
  private func noticeLoss(_ reason: Int32) {
    guard whenLost != nil, notice == nil else { return }
    notice = try? WorkSource(sd_event_source_get_event(source), .normal) { [unowned self] in
      whenLost?(reason)
    }
    notice?.ask()
  }

  deinit {
    sd_event_source_disable_unref(source)
  }
}

/// One deadline, until the object is let go.
final class TimerSource {
  fileprivate var source: OpaquePointer?
  fileprivate let handler: () -> Void
  fileprivate var due: Instant?

  fileprivate init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Sets the deadline, or switches it off. Setting what is set costs nothing.
  func set(_ due: Instant?) {
    guard due != self.due else { return }
    self.due = due
    if let due {
      sd_event_source_set_time(source, UInt64(max(due.microseconds, 0)))
      sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    } else {
      sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }
  }

  deinit {
    sd_event_source_disable_unref(source)
  }
}

/// Work that waits for its turn in the loop, without a system call, until the object is let go.
final class WorkSource {
  private var source: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(
    _ event: OpaquePointer?, _ priority: EventLoop.Priority, _ handler: @escaping () -> Void
  ) throws(EventLoop.Failure) {
    self.handler = handler
    try EventLoop.check(
      sd_event_add_defer(
        event, &source,
        { _, context in
          Unmanaged<WorkSource>.fromOpaque(context!).takeUnretainedValue().handler()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "sd_event_add_defer")
    sd_event_source_set_priority(source, priority.rawValue)
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  /// Has it done once, when what goes before it is done. Asked again before, it keeps its place.
  func ask() { sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT)) }

  deinit {
    sd_event_source_disable_unref(source)
  }
}

/// A signal that the loop takes, until the object is let go.
final class SignalSource {
  fileprivate var source: OpaquePointer?
  fileprivate let handler: () -> Void

  fileprivate init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  deinit {
    sd_event_source_disable_unref(source)
  }
}
