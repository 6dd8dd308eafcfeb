// SPDX-License-Identifier: MIT

import CEvdev
import Pad

/// The event types and codes that a device declares, as the kernel lists them in sysfs.
public struct Capabilities: Equatable, Sendable {
  /// EV_* numbers in ascending order; EV_SYN is in every device and not declared.
  public var types: [UInt16]
  public var keys: [UInt16]
  public var rels: [UInt16]
  public var axes: [UInt16]
  /// FF_* numbers.
  public var effects: [UInt16]

  /// How many effects a device with force feedback holds, as many as the kernel's own pads.
  public static let effectCount: UInt32 = 16

  public init(_ description: DeviceDescription) {
    keys = description.keys.map(\.number)
    rels = description.rels.map(\.number)
    axes = description.axes.map(\.code.number)
    // What ff-memless gives a real pad of these motors (drivers/input/ff-memless.c).
    effects =
      description.hasForceFeedback
      ? [FF_RUMBLE, FF_PERIODIC, FF_SQUARE, FF_TRIANGLE, FF_SINE, FF_GAIN].map(UInt16.init) : []
    // No EV_REP: the only auto-repeat is the layout's. No EV_MSC or EV_LED: what we write of those
    // comes back into our own queue of 16.
    types = [
      (EV_KEY, keys), (EV_REL, rels), (EV_ABS, axes), (EV_FF, effects),
    ].filter { !$0.1.isEmpty }.map { UInt16($0.0) }
  }

  /// The bitmap of numbers as `/sys/class/input/inputN/capabilities/*` prints it on a 64-bit
  /// kernel: words in hexadecimal, the highest first, `0` for none.
  public static func bitmap(_ numbers: [UInt16]) -> String {
    var words: [UInt64] = Array(repeating: 0, count: Int((numbers.max() ?? 0) / 64) + 1)
    for number in numbers { words[Int(number / 64)] |= 1 << UInt64(number % 64) }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  /// `capabilities/ev`; EV_SYN is among them.
  public var typeBitmap: String { Self.bitmap([UInt16(EV_SYN)] + types) }
}
