// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import Pad

/// Reads an event node, as a game would.
public final class EventReader {
  /// An event as the kernel gives it to readers.
  public struct Event: Equatable, Sendable {
    /// On CLOCK_MONOTONIC.
    public var time: Instant
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    /// EV_KEY and so on; the number where there is no name.
    public var typeName: String { NameTable.name(ofType: type) ?? "\(type)" }
    /// BTN_SOUTH and so on; the number where there is no name.
    public var codeName: String { NameTable.name(of: type, code) ?? "\(code)" }
  }

  /// What a call of `next()` found.
  public enum Result: Equatable, Sendable {
    case event(Event)
    /// The kernel dropped events that were read too late; what follows makes up for them.
    case dropped
    /// Nothing waits.
    case empty
    /// The device is no more.
    case gone
  }

  /// The node's path.
  public let path: String
  /// To wait on (POLLIN); the reader's own, and not to be closed.
  public let descriptor: Int32
  private let device: OpaquePointer
  private var isCatchingUp = false

  /// Opens the node at `path`.
  public init(path: String) throws(EvdevError) {
    // Where the node may be written to, effects can be played.
    var descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw EvdevError(.open, path: path, errno: errno) }
    var device: OpaquePointer?
    var result = libevdev_new_from_fd(descriptor, &device)
    if result == 0 { result = libevdev_set_clock_id(device, CLOCK_MONOTONIC) }
    guard result == 0, let device else {
      libevdev_free(device)
      close(descriptor)
      throw EvdevError(.read, path: path, errno: -result)
    }
    self.path = path
    self.descriptor = descriptor
    self.device = device
  }

  deinit {
    libevdev_free(device)
    close(descriptor)
  }

  /// The device's name.
  public var name: String { String(cString: libevdev_get_name(device)) }
  /// The device's phys; empty where it has none.
  public var phys: String { libevdev_get_phys(device).map { String(cString: $0) } ?? "" }

  /// The next event, without waiting.
  public func next() throws(EvdevError) -> Result {
    var event = input_event()
    let flag = isCatchingUp ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
    let result = libevdev_next_event(device, flag.rawValue, &event)
    switch result {
    case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(Event(event))
    case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
      // The first of them is the SYN_DROPPED itself.
      if isCatchingUp { return .event(Event(event)) }
      isCatchingUp = true
      return .dropped
    case -EAGAIN where isCatchingUp:
      isCatchingUp = false
      return try next()
    case -EAGAIN: return .empty
    case -ENODEV: return .gone
    default: throw EvdevError(.read, path: path, errno: -result)
    }
  }
}

extension EventReader.Event {
  init(_ event: input_event) {
    time = Instant(
      microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec))
    type = event.type
    code = event.code
    value = event.value
  }
}
