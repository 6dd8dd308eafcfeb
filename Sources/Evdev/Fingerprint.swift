// SPDX-License-Identifier: MIT

import Pad

/// A checksum of 64 bits by which to tell whether something is still what it was: FNV-1a. It keeps
/// nothing secret, and nobody from forging.
public struct Fingerprint: Equatable, Sendable {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds a number by its bytes, the lowest first.
  public mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
  }
}

extension DeviceDescription {
  /// Of all that the kernel is told: a device that was made of a description with another one is
  /// another device.
  public var fingerprint: Fingerprint {
    var print = Fingerprint()
    print.add(Self.makingVersion)
    print.add(device.rawValue)
    print.add(Int32(clamping: player))
    for text in [name, phys] {
      print.add(Int32(clamping: text.utf8.count))
      print.add(text.utf8)
    }
    for number in [bus, vendor, product, version] { print.add(number) }
    print.add(hasForceFeedback ? Capabilities.effectCount : 0)
    for codes in [keys, axes.map(\.code), rels] {
      print.add(Int32(clamping: codes.count))
      for code in codes { print.add(code.number) }
    }
    for axis in axes {
      print.add(axis.range.lowerBound)
      print.add(axis.range.upperBound)
    }
    return print
  }

  /// Goes up when devices are made otherwise of the same description.
  private static let makingVersion: UInt8 = 1
}
