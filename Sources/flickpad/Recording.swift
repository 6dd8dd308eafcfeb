// SPDX-License-Identifier: MIT

import Commands
import Evdev
import Glibc
import Pad
import Service

/// A device's events as evemu-play(1) and evemu-device(1) read them.
final class Recording {
  private let file: Int32
  private let path: String

  /// Makes `directory/DEVICE.evemu` and describes the device in it.
  init(_ description: DeviceDescription, in directory: String) throws(Failure) {
    path = "\(directory)/\(description.device.name).evemu"
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw Failure(
        "cannot write \(path): \(String(cString: strerror(errno)))", status: EX_CANTCREAT)
    }
    write(Self.header(description))
  }

  deinit { close(file) }

  func append(_ events: [Event], at time: Instant) {
    var text = ""
    for event in events {
      let micros = time.microseconds
      text += "E: \(micros / 1_000_000)." + Self.padded(String(micros % 1_000_000), 6)
      text += " \(Self.hex(event.type, 4)) \(Self.hex(event.code, 4)) "
      text += Self.padded(String(event.value), 4) + "\n"
    }
    write(text)
  }

  private func write(_ text: String) {
    Terminal.write(Array(text.utf8), to: file, called: path)
  }

  private static func header(_ description: DeviceDescription) -> String {
    var text = "# EVEMU 1.3\nN: \(description.name)\n"
    let ids = [description.bus, description.vendor, description.product, description.version]
    text += "I: " + ids.map { hex($0, 4) }.joined(separator: " ") + "\n"
    text += "P:" + String(repeating: " 00", count: 8) + "\n"
    let types: [(EventType, [Code])] = [
      (.syn, [.init(.syn, 0)]), (.key, description.keys), (.rel, description.rels),
      (.abs, description.axes.map(\.code)),
    ]
    for (type, codes) in types where !codes.isEmpty {
      var bits = [UInt8](repeating: 0, count: type == .key ? 96 : 8)
      for code in codes { bits[Int(code.number / 8)] |= 1 << (code.number % 8) }
      for start in stride(from: 0, to: bits.count, by: 8) {
        let row = bits[start..<start + 8].map { hex(UInt16($0), 2) }.joined(separator: " ")
        text += "B: \(hex(type.rawValue, 2)) \(row)\n"
      }
    }
    for axis in description.axes {
      let range = "\(axis.range.lowerBound) \(axis.range.upperBound)"
      text += "A: \(hex(axis.code.number, 2)) \(range) 0 0 0\n"
    }
    return text
  }

  private static func hex(_ number: UInt16, _ width: Int) -> String {
    padded(String(number, radix: 16), width)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let digits = text.drop { $0 == "-" }
    let zeros = String(repeating: "0", count: max(width - digits.count, 0))
    return (text.hasPrefix("-") ? "-" : "") + zeros + digits
  }
}
