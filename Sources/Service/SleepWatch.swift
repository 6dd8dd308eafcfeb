// SPDX-License-Identifier: MIT

import CSystemd
import Glibc
import Writing

/// Hears from logind (org.freedesktop.login1(5)) when the machine goes to sleep, and when it is back,
/// and has it wait until what has to be done before is done.
///
/// Without a system bus, or without logind, nothing is heard. Nothing here waits for an answer.
final class SleepWatch {
  private let log: Log
  /// Called before the machine sleeps, and after.
  private let handler: () -> Void
  private var bus: OpaquePointer?
  /// While it is open, logind waits before it sends the machine to sleep.
  private(set) var lock: Int32 = -1
  private(set) var isAsleep = false

  private static let logind = "org.freedesktop.login1"

  init(_ log: Log, _ handler: @escaping () -> Void) {
    self.log = log
    self.handler = handler
  }

  deinit {
    dropLock()
    sd_bus_close_unref(bus)
  }

  /// Connects to the system bus, and listens from then on.
  func start(_ loop: EventLoop) {
    let result = sd_bus_open_system(&bus)
    guard result >= 0, let bus else { return giveUp("the system bus: ", result) }
    do throws(EventLoop.Failure) {
      try loop.attach(bus: bus)
    } catch {
      return giveUp("\(error.operation): ", -error.errno)
    }
    listen("sender='\(Self.logind)',member='PrepareForSleep'") { message, context, _ in
      var begins: Int32 = 0
      if sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &begins) > 0 {
        SleepWatch.of(context).sleep(begins: begins != 0)
      }
      return 0
    }
    // It may come later than we, or anew.
    let isLogind = "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.logind)'"
    listen(isLogind) { _, context, _ in
      SleepWatch.of(context).takeLock()
      return 0
    }
    listen("sender='org.freedesktop.DBus.Local',member='Disconnected'") { _, context, _ in
      SleepWatch.of(context).giveUp("the system bus: ", -ECONNRESET)
      return 0
    }
    takeLock()
  }

  private func giveUp(_ what: String, _ result: Int32) {
    log.info(
      "nobody tells when this machine goes to sleep: \(what)"
        + String(cString: strerror(-result)))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SleepWatch {
    Unmanaged.fromOpaque(context!).takeUnretainedValue()
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Reacts to signals that a rule selects, as long as the bus is there.
  private func listen(_ rule: String, _ reaction: sd_bus_message_handler_t) {
    sd_bus_add_match_async(bus, nil, "type='signal'," + rule, reaction, nil, context)
  }

  /// The machine goes to sleep, or is awake again. Either way everything is let go of: what is pressed
  /// between the first and its sleep is up right after it.
  func sleep(begins: Bool) {
    isAsleep = begins
    log.info(
      begins ? "this machine goes to sleep; everything is let go of" : "this machine is awake")
    handler()
    if begins { dropLock() } else { takeLock() }
  }

  /// Asks logind to wait for us the next time.
  private func takeLock() {
    dropLock()
    var message: OpaquePointer?
    guard
      sd_bus_message_new_method_call(
        bus, &message, Self.logind, "/org/freedesktop/login1", Self.logind + ".Manager", "Inhibit")
        >= 0
    else { return }
    defer { sd_bus_message_unref(message) }
    for text in ["sleep", "Flickpad", "Nothing may be held down meanwhile", "delay"] {
      sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
    }
    // A machine without it need not start it for us.
    sd_bus_message_set_auto_start(message, 0)
    sd_bus_call_async(
      bus, nil, message,
      { reply, context, _ in
        SleepWatch.of(context).lockAnswered(reply)
        return 0
      }, context, 0)
  }

  private func lockAnswered(_ reply: OpaquePointer?) {
    if let error = sd_bus_message_get_error(reply) {
      let reason = error.pointee.message.map { String(cString: $0) } ?? ""
      return log.debug("this machine does not wait for us before it sleeps: \(reason)")
    }
    var descriptor: Int32 = -1
    sd_bus_message_read_basic(reply, CChar(SD_BUS_TYPE_UNIX_FD), &descriptor)
    // The message closes its own.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    dropLock()
    lock = copy
    // Too late for this time.
    if isAsleep { dropLock() }
  }

  private func dropLock() {
    if lock >= 0 { close(lock) }
    lock = -1
  }
}
