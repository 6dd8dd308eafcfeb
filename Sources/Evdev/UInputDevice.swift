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
  private var effects: EffectMemory?

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

  /// Takes over a device that an earlier process made of `description`, with the effects that games
  /// have loaded into it as far as `effects` remembers. See `answerForgotten`.
  ///
  /// - Throws: `EvdevError` where that is no device; it is the caller's still.
  public init(
    adopting inherited: InheritedDevice, _ description: DeviceDescription, effects: EffectMemory?
  ) throws(EvdevError) {
    let calls = inherited.calls
    sysname = try UInputSetup(
      descriptor: inherited.descriptor, path: Self.path, calls: calls
    ).sysname()
    self.description = description
    self.calls = calls
    path = Self.path
    // When that was nobody knows; it counts that udev has seen it at all.
    made = Instant(microseconds: 0)
    self.effects = effects
    if let content = effects?.content(of: sysname) {
      mixer = RumbleMixer(content)
    } else {
      effects?.begin(sysname)
    }
    writer = EventWriter(descriptor: inherited.handOver(), calls: calls)
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

  /// Closes the descriptor and leaves the device to whoever has a copy of it; where nobody has one,
  /// that takes it away. Nothing can be done with it from here any more.
  public func leaveBehind() {
    guard !isDestroyed else { return }
    isDestroyed = true
    calls.close(descriptor)
  }

  // MARK: Force feedback

  /// Remembers the effects that games load from now on, in a place of this device's own.
  public func remember(in effects: EffectMemory) {
    self.effects = effects
    effects.begin(sysname)
  }

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
    var forceFeedback = forceFeedback
    try answer(by: &forceFeedback, at: now)
    return mixer.news(at: now)
  }

  private func answer(
    by forceFeedback: inout ForceFeedback, at now: Instant
  ) throws(EvdevError) {
    let outcome = forceFeedback.answer(&mixer, at: now)
    if case .failed(let errno) = outcome { throw EvdevError(.read, path: path, errno: errno) }
    hasMoreRequests = outcome == .moreMayWait
  }

  /// Answers what has waited in vain for the process before us. Once, after taking over; an effect
  /// that was playing before has stopped with that process.
  ///
  /// - Throws: `EvdevError` when the device is gone.
  public func answerForgotten(at now: Instant) throws(EvdevError) {
    var forceFeedback = forceFeedback
    try answer(by: &forceFeedback, at: now)
    forceFeedback.answerForgotten(&mixer, at: now)
  }

  /// Stops all effects that play, until games play them again.
  public func stopRumble() { mixer.stopAll() }

  private var forceFeedback: ForceFeedback {
    ForceFeedback(descriptor: descriptor, calls: calls, sysname: sysname, memory: effects)
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
