// SPDX-License-Identifier: MIT

import Glibc
import Pad

/// Prints events as `flickpad simulate` does: `1.000000 gamepad EV_KEY BTN_DPAD_UP 2`.
public final class TracePrinter {
  private let descriptor: Int32
  private let calls: SystemCalls
  private let names: CodeNames
  private var line: [UInt8] = []

  /// Where printed times begin.
  private let origin: Instant
  /// What the names of the devices of every player but the first end in.
  private let suffix: String

  /// Prints to `descriptor`, which remains the caller's; times count from `origin`. The devices of
  /// players other than the first have their number behind their name: `gamepad2`.
  public convenience init(
    descriptor: Int32 = 1, names: CodeNames = .libevdev,
    origin: Instant = Instant(microseconds: 0), player: Int = 1
  ) {
    self.init(
      descriptor: descriptor, names: names, origin: origin, player: player, calls: .kernel)
  }

  init(
    descriptor: Int32, names: CodeNames, origin: Instant = Instant(microseconds: 0),
    player: Int = 1, calls: SystemCalls
  ) {
    self.origin = origin
    suffix = player == 1 ? "" : String(player)
    self.descriptor = descriptor
    self.names = names
    self.calls = calls
    line.reserveCapacity(1024)
  }

  /// Prints `events` of `device`, a line each, by one write(2).
  public func write(
    _ events: Span<Event>, from device: Device, at now: Instant
  ) throws(EvdevError) {
    line.removeAll(keepingCapacity: true)
    let time = Instant(microseconds: (now - origin).microseconds)
    for index in events.indices {
      TraceLine.append(
        events[index], from: device, suffix: suffix, at: time, names: names, to: &line)
    }
    var written = 0
    while written < line.count {
      let result = line.withUnsafeBytes {
        calls.write(descriptor, $0.baseAddress! + written, $0.count - written)
      }
      if result > 0 {
        written += result
      } else if result != -Int(EINTR) {
        throw EvdevError(.write, path: "the trace", errno: result == 0 ? EIO : Int32(-result))
      }
    }
  }
}

/// The lines of a trace.
public enum TraceLine {
  /// Appends `TIME DEVICE TYPE CODE VALUE` and a line feed; codes without a name by number. `suffix`
  /// is put behind the device's name.
  public static func append(
    _ event: Event, from device: Device, suffix: String = "", at now: Instant,
    names: CodeNames = .libevdev, to text: inout [UInt8]
  ) {
    let type = EventType(rawValue: event.type)
    let code = type.flatMap { names.name(Code($0, event.code)) }
    append(seconds: now, to: &text)
    text.append(contentsOf: " \(device.name)\(suffix) \(type?.name ?? "\(event.type)")".utf8)
    text.append(contentsOf: " \(code ?? "\(event.code)") \(event.value)\n".utf8)
  }

  /// Appends a time in seconds with six decimals.
  public static func append(seconds now: Instant, to text: inout [UInt8]) {
    let magnitude = now.microseconds.magnitude
    if now.microseconds < 0 { text.append(UInt8(ascii: "-")) }
    text.append(contentsOf: String(magnitude / 1_000_000).utf8)
    text.append(UInt8(ascii: "."))
    var place: UInt64 = 100_000
    while place > 0 {
      text.append(UInt8(ascii: "0") + UInt8(magnitude / place % 10))
      place /= 10
    }
  }
}
