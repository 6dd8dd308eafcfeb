// SPDX-License-Identifier: MIT

import Evdev
import Glibc
import Pad
import Writing

/// Where a player's events go.
public enum OutputKind: String, CaseIterable, Sendable {
  /// Devices of the kernel.
  case uinput
  /// Lines on standard output.
  case print
  /// The kernel's where it has uinput, else lines.
  case auto
}

extension OutputKind {
  /// What makes devices of this kind; printed times begin at `start`.
  ///
  /// - Throws: a sentence if /dev/uinput is needed and cannot be opened.
  func maker(start: Instant, log: Log) throws(Failure) -> Devices.Maker {
    let printer: Devices.Maker = { .trace(TracePrinter(origin: start, player: $0.player)) }
    if self == .print { return printer }
    do {
      try UInputDevice.probe()
    } catch {
      guard self == .auto && error.isDeviceMissing else {
        throw Failure(error.description, status: error.exitStatus)
      }
      log.warning("this machine has no uinput, so no game sees anything: events are printed here")
      return printer
    }
    return { (description) throws(EvdevError) in .uinput(try UInputDevice(description)) }
  }
}

/// The devices of one player: made for a layout, kept where the next one needs the same.
public struct Devices: ~Copyable {
  /// What makes a device of a description.
  public typealias Maker = (DeviceDescription) throws(EvdevError) -> DeviceSink

  private struct Plugged {
    let description: DeviceDescription
    let device: Device
    let sink: DeviceSink
    /// When it counts as known to everybody, whatever udev says.
    let settles: Instant
    /// Reports on this device have failed; said once.
    var isBroken = false

    init(_ description: DeviceDescription, _ sink: DeviceSink, settles: Instant) {
      self.description = description
      device = description.device
      self.sink = sink
      self.settles = settles
    }

    /// Whether it is no device of the kernel.
    var isPipe: Bool {
      if case .uinput = sink { false } else { true }
    }

    /// Whether it will do where `description` is asked for.
    func fits(_ description: DeviceDescription) -> Bool {
      isPipe ? device == description.device : self.description == description
    }

    /// Reports the device's part of a cause. What fails is said once.
    mutating func write(_ batch: borrowing EventBatch, at now: Instant, _ log: Log) {
      do throws(EvdevError) {
        try batch.withEvents(of: device) { (events) throws(EvdevError) in
          try sink.write(events, from: device, at: now)
        }
      } catch {
        if !isBroken { log.error("the \(device.name) takes no more events: \(error.description)") }
        isBroken = true
      }
    }
  }

  private let make: Maker
  private var plugged: [Plugged] = []
  /// Devices that were told to be neutral and go when readers have seen it.
  private var leaving: [(device: UInputDevice, goes: Instant)] = []
  private let log: Log
  private let store: Store?

  /// How long consumers are waited for, where udev keeps no record.
  static let settleTime = Interval(microseconds: 300_000)
  /// A reader needs this long to see the neutral frame before the node is gone.
  static let farewell = Interval(microseconds: 50_000)

  /// A `store` has the kernel's devices kept for the next daemon.
  init(log: Log, store: Store?, make: @escaping Maker) {
    self.log = log
    self.store = store
    self.make = make
  }

  /// Takes over a device of an earlier daemon, made of this description, and answers the games that
  /// have waited for its answers.
  ///
  /// - Throws: where that is no device; it is left alone then.
  mutating func adopt(
    _ inherited: InheritedDevice, _ description: DeviceDescription, effects: EffectMemory?,
    at now: Instant
  ) throws(EvdevError) {
    let device = try UInputDevice(adopting: inherited, description, effects: effects)
    plugged.append(Plugged(description, .uinput(device), settles: now + Self.settleTime))
    guard description.hasForceFeedback else { return }
    do throws(EvdevError) {
      try device.answerForgotten(at: now)
    } catch {
      log.warning("games that have waited for the gamepad wait on: \(error.description)")
    }
  }

  /// Makes what the descriptions ask for and is not there, and lets the rest go. Says which devices
  /// are new. Lines and pipes are not unplugged: codes that are still down go up there in their
  /// time.
  ///
  /// - Throws: the kernel's refusal; the devices are then as before.
  mutating func fit(_ descriptions: [DeviceDescription], at now: Instant) throws(EvdevError)
    -> [Device]
  {
    var fitting: [Plugged] = []
    var new: [Plugged] = []
    for description in descriptions where !plugged.contains(where: { $0.fits(description) }) {
      new.append(
        Plugged(description, try make(description), settles: now + Self.settleTime))
    }
    for old in plugged {
      if old.isPipe || descriptions.contains(where: old.fits) {
        fitting.append(old)
      } else {
        retire(old, at: now)
      }
    }
    fitting += new
    // The order in which they are told of a cause.
    plugged = Device.allCases.flatMap { device in
      fitting.filter { $0.device == device }
    }
    for case .uinput(let device) in new.map(\.sink) { store?.keep(device) }
    for device in new { log.info("plugged in \(Self.describe(device.sink, device.description))") }
    return new.map(\.device)
  }

  /// Lets all of them go.
  mutating func retireAll(at now: Instant) {
    for old in plugged { retire(old, at: now) }
    plugged.removeAll()
  }

  var isEmpty: Bool { plugged.isEmpty }

  private mutating func retire(_ old: Plugged, at now: Instant) {
    guard case .uinput(let device) = old.sink else { return }
    try? device.neutral()
    // At once: a device of the same name may come before this one goes.
    store?.forget(device)
    leaving.append((device, now + Self.farewell))
    log.info("unplugging \(old.description.name)")
  }

  private static func describe(_ sink: DeviceSink, _ description: DeviceDescription) -> String {
    guard case .uinput(let device) = sink else { return description.device.name }
    return "\(description.name) (\(device.node?.path ?? device.sysname))"
  }

  /// Reports a cause.
  mutating func write(_ batch: borrowing EventBatch, at now: Instant) {
    for index in plugged.indices { plugged[index].write(batch, at: now, log) }
  }

  /// Whether every device is known to those who wait for devices.
  func isSettled(at now: Instant) -> Bool {
    plugged.allSatisfy { plugged in
      guard case .uinput(let device) = plugged.sink else { return true }
      return now >= plugged.settles || device.isSettled
    }
  }

  /// Takes away what has said farewell; says when the next one goes.
  mutating func dismiss(at now: Instant) -> Instant? {
    for (device, goes) in leaving where goes <= now { device.destroy() }
    leaving.removeAll { $0.goes <= now }
    return leaving.map(\.goes).min()
  }

  /// The gamepad, if the kernel has it.
  var gamepad: UInputDevice? {
    for device in plugged where device.description.device == .gamepad {
      if case .uinput(let gamepad) = device.sink { return gamepad }
    }
    return nil
  }

  /// Each with its node under /dev/input, for people.
  var nodes: [(device: Device, node: String?)] {
    plugged.map { plugged in
      guard case .uinput(let device) = plugged.sink else { return (plugged.device, nil) }
      return (plugged.device, device.node?.path)
    }
  }

  /// Everything neutral, and handed over for `unplug`.
  mutating func giveUpAll() -> [UInputDevice] {
    var kernels: [UInputDevice] = leaving.map(\.device)
    for case .uinput(let device) in plugged.map(\.sink) {
      try? device.neutral()
      kernels.append(device)
    }
    plugged.removeAll()
    leaving.removeAll()
    return kernels
  }

  /// A moment for readers to see that all is neutral, and gone; or left to a store, which knows
  /// whether another daemon comes. Blocks for that moment.
  static func unplug(_ kernels: [UInputDevice], leavingBehind: Bool) {
    guard !kernels.isEmpty else { return }
    usleep(UInt32(farewell.microseconds))
    for device in kernels {
      if leavingBehind { device.leaveBehind() } else { device.destroy() }
    }
  }
}
