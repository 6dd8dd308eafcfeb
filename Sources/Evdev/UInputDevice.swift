// SPDX-License-Identifier: MIT

import CEvdev
import CLinux
import Glibc
import Pad

/// A virtual device. It lives until it is destroyed or let go of.
///
/// Made by the ioctls of linux/uinput.h and not by libevdev's own call, which fixes the number of
/// effects at 10 and knows no phys.
public final class UInputDevice {
  /// The file that makes devices.
  public static let path = "/dev/uinput"

  public let description: DeviceDescription
  /// The name of the device under /sys/devices/virtual/input: inputN.
  public let sysname: String
  /// The rumble that games have asked for.
  public private(set) var mixer = RumbleMixer()

  private let writer: EventWriter
  private let calls: SystemCalls
  private let path: String
  /// A moment before it was there.
  private let made: Instant
  private var isDestroyed = false

  /// The descriptor, to wait on for requests of force feedback (POLLIN); it is the device's own
  /// and not to be closed. Non-blocking.
  public var descriptor: Int32 { writer.descriptor }

  /// Makes the device that `description` tells of. Its event node is there about a millisecond
  /// later; see `isSettled`.
  ///
  /// - Throws: `EvdevError`; then no device is left and nothing is open.
  public convenience init(
    _ description: DeviceDescription, path: String = UInputDevice.path
  ) throws(EvdevError) {
    try self.init(description, path: path, calls: .kernel)
  }

  /// Opens `path` and closes it again: whether devices can be made at all.
  ///
  /// - Throws: `EvdevError` if not.
  public static func probe(_ path: String = UInputDevice.path) throws(EvdevError) {
    let calls = SystemCalls.kernel
    let descriptor = calls.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EvdevError(.open, path: path, errno: Int32(-descriptor))
    }
    calls.close(Int32(descriptor))
  }

  init(
    _ description: DeviceDescription, path: String, calls: SystemCalls
  ) throws(EvdevError) {
    let descriptor = calls.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EvdevError(.open, path: path, errno: Int32(-descriptor))
    }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    made = Instant(microseconds: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
    do throws(EvdevError) {
      let setup = UInputSetup(descriptor: Int32(descriptor), path: path, calls: calls)
      try setup.declare(description)
      sysname = try setup.create()
    } catch {
      // Closing destroys a device that was made already.
      calls.close(Int32(descriptor))
      throw error
    }
    self.description = description
    self.path = path
    self.calls = calls
    writer = EventWriter(descriptor: Int32(descriptor), calls: calls)
  }

  deinit { destroy() }

  // MARK: Events

  /// Reports `events`, which end in a SYN_REPORT, by one write(2). Values are the caller's to
  /// clamp: the kernel passes them on as they are.
  ///
  /// - Throws: `EvdevError` with ENODEV when the device was destroyed.
  public func write(_ events: Span<Event>) throws(EvdevError) {
    guard !isDestroyed else { throw EvdevError(.write, path: path, errno: ENODEV) }
    let errno = writer.write(events)
    guard errno == 0 else { throw EvdevError(.write, path: path, errno: errno) }
  }

  /// Every key up and every axis at rest, in one batch. The kernel drops what is so already, so
  /// that this is right whatever the state.
  public func neutral() throws(EvdevError) {
    try write(description.neutralBatch.span)
  }

  /// Takes the device away. Write a neutral batch 50 ms before: a reader need not see the releases
  /// that the kernel makes now. Harmless when repeated.
  public func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    // Closing would do, were there no copy of the descriptor elsewhere.
    _ = calls.ioctl(descriptor, clinux_UI_DEV_DESTROY, 0)
    calls.close(descriptor)
  }

  // MARK: Force feedback

  /// Whether the last answers were not all, since requests come faster than they are answered.
  public private(set) var hasMoreRequests = false

  /// Answers the requests of games that wait on the descriptor, without blocking; a game stands
  /// still until then. See `hasMoreRequests`.
  ///
  /// - Returns: What a client is to be told now, or nil when that has not changed or comes at
  ///   `rumbleDeadline`.
  /// - Throws: `EvdevError` when the device is gone.
  public func answerForceFeedback(at now: Instant) throws(EvdevError) -> Rumble? {
    guard !isDestroyed else { throw EvdevError(.read, path: path, errno: ENODEV) }
    let outcome = ForceFeedback(descriptor: descriptor, calls: calls).answer(&mixer, at: now)
    if case .failed(let errno) = outcome { throw EvdevError(.read, path: path, errno: errno) }
    hasMoreRequests = outcome == .moreMayWait
    return mixer.news(at: now)
  }

  /// When `rumbleIsDue(at:)` has to be called next, if at all.
  public var rumbleDeadline: Instant? { mixer.deadline }

  /// Ends what is over by now, begins what begins, and tells what had to wait.
  ///
  /// - Returns: What a client is to be told now, or nil when that has not changed.
  public func rumbleIsDue(at now: Instant) -> Rumble? {
    mixer.news(at: now)
  }

  /// Clients are told `rumble` by somebody else than games; what games play is held back until it is
  /// over, and then told anew.
  public func interject(_ rumble: Rumble, at now: Instant) {
    mixer.interject(rumble, at: now)
  }

  // MARK: Nodes

  /// The node of /dev/input that readers open, or nil while the kernel has not made it.
  public var node: EventNode? { EventNode(sysname: sysname) }

  /// Whether udev has done with the node: readers find it with its rights. Before that, what is
  /// reported is lost on them.
  public var isSettled: Bool { node?.isSettled(since: made) ?? false }
}

extension DeviceDescription {
  /// Every key up and every axis at rest.
  var neutralBatch: [Event] {
    keys.map { Event($0, 0) } + axes.map { Event($0.code, $0.code.rest) } + [.synReport]
  }
}
