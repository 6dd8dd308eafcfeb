// SPDX-License-Identifier: MIT

import Pad

/// Where the events of one device go.
public enum DeviceSink {
  /// The kernel.
  case uinput(UInputDevice)
  /// Lines as `flickpad simulate` prints them; several devices may share a printer.
  case trace(TracePrinter)
  /// `struct input_event`s, as uinput would get them.
  case raw(RawSink)

  /// Reports `events`, which end in a SYN_REPORT, as those of `device` at `now`; nothing where
  /// there are none. By one write(2), without allocation except in the printer.
  public func write(
    _ events: Span<Event>, from device: Device, at now: Instant
  ) throws(EvdevError) {
    guard !events.isEmpty else { return }
    switch self {
    case .uinput(let it): try it.write(events)
    case .trace(let it): try it.write(events, from: device, at: now)
    case .raw(let it): try it.write(events)
    }
  }
}

/// A pipe or file in the place of uinput, for measurements.
public final class RawSink {
  private let writer: EventWriter

  /// Writes to `descriptor`, which remains the caller's.
  public convenience init(descriptor: Int32) {
    self.init(descriptor: descriptor, calls: .kernel)
  }

  init(descriptor: Int32, calls: SystemCalls) {
    writer = EventWriter(descriptor: descriptor, calls: calls)
  }

  /// Writes `events` by one write(2).
  public func write(_ events: Span<Event>) throws(EvdevError) {
    let errno = writer.write(events)
    guard errno == 0 else {
      throw EvdevError(.write, path: "descriptor \(writer.descriptor)", errno: errno)
    }
  }
}
