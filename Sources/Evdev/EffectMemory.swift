// SPDX-License-Identifier: MIT

import Glibc

/// What games have loaded into one gamepad, in a part of a file that outlives the process: the
/// kernel tells of an effect once and keeps none of it for us.
///
/// A place of 64 bytes for each effect, and one before them for the device's name and its gain. Each
/// is written by one pwrite(2) within a page, which a SIGKILL does not cut.
public struct EffectMemory {
  /// The file; its owner's.
  private let descriptor: Int32
  private let offset: Int

  /// How many bytes it takes; more than are used, so that it may grow.
  public static let size = 2048
  private static let place = 64

  /// Lies at `offset` in the file `descriptor`, which has to remain open.
  public init(descriptor: Int32, offset: Int) {
    self.descriptor = descriptor
    self.offset = offset
  }

  /// What was loaded.
  struct Content: Equatable {
    var effects: [RumbleMixer.Effect?]
    var gain: UInt16
  }

  /// Begins anew for the device of this name in sysfs (inputN, which no later device is called).
  func begin(_ sysname: String) {
    var place = Self.header(sysname)
    place[40] = 0xff
    place[41] = 0xff
    write(place + [UInt8](repeating: 0, count: Self.place * Int(Capabilities.effectCount)), at: 0)
  }

  func setGain(_ gain: UInt16, of sysname: String) {
    var place = Self.header(sysname)
    place[40] = UInt8(truncatingIfNeeded: gain)
    place[41] = UInt8(truncatingIfNeeded: gain >> 8)
    write(place, at: 0)
  }

  /// Remembers an effect, or (nil) that there is none any more.
  func set(_ id: Int, _ effect: RumbleMixer.Effect?) {
    guard (0..<Int(Capabilities.effectCount)).contains(id) else { return }
    var place = [UInt8](repeating: 0, count: Self.place)
    if let effect {
      place[0] = effect.envelope == nil ? 1 : 2
      let levels = [
        effect.strong, effect.weak, effect.envelope?.attackLevel ?? 0,
        effect.envelope?.fadeLevel ?? 0,
      ]
      let times = [
        effect.lengthMilliseconds, effect.delayMilliseconds,
        effect.envelope?.attackMilliseconds ?? 0, effect.envelope?.fadeMilliseconds ?? 0,
      ]
      for (index, level) in levels.enumerated() {
        Self.put(level.bitPattern, in: &place, at: 8 + 8 * index)
      }
      for (index, time) in times.enumerated() { Self.put(time, in: &place, at: 40 + 2 * index) }
    }
    write(place, at: Self.place * (1 + id))
  }

  /// What was loaded into the device of this name; nil where that is not what this is about.
  /// Nonsense in a place is no effect.
  func content(of sysname: String) -> Content? {
    var bytes = [UInt8](repeating: 0, count: Self.place * (1 + Int(Capabilities.effectCount)))
    guard pread(descriptor, &bytes, bytes.count, off_t(offset)) == bytes.count,
      Array(bytes[..<40]) == Array(Self.header(sysname)[..<40])
    else { return nil }
    let effects = (1...Int(Capabilities.effectCount)).map { id in
      Self.effect(Array(bytes[Self.place * id..<Self.place * (id + 1)]))
    }
    return Content(effects: effects, gain: Self.number(in: bytes, at: 40))
  }

  private static func effect(_ place: [UInt8]) -> RumbleMixer.Effect? {
    guard place[0] == 1 || place[0] == 2 else { return nil }
    let levels = (0..<4).map { Double(bitPattern: number(in: place, at: 8 + 8 * $0)) }
    guard levels.allSatisfy({ (0...1).contains($0) }) else { return nil }
    let times: [UInt16] = (0..<4).map { number(in: place, at: 40 + 2 * $0) }
    var effect = RumbleMixer.Effect(
      strong: levels[0], weak: levels[1], lengthMilliseconds: times[0],
      delayMilliseconds: times[1])
    if place[0] == 2 {
      effect.envelope = RumbleMixer.Envelope(
        attackLevel: levels[2], attackMilliseconds: times[2], fadeLevel: levels[3],
        fadeMilliseconds: times[3])
    }
    return effect
  }

  /// A mark, and the name, which says that the rest is about this device.
  private static func header(_ sysname: String) -> [UInt8] {
    var place = [UInt8](repeating: 0, count: Self.place)
    let text = Array("effects1".utf8) + sysname.utf8.prefix(31)
    place.replaceSubrange(0..<text.count, with: text)
    return place
  }

  private static func put<Number: FixedWidthInteger>(
    _ number: Number, in place: inout [UInt8], at offset: Int
  ) {
    withUnsafeBytes(of: number.littleEndian) {
      place.replaceSubrange(offset..<offset + $0.count, with: $0)
    }
  }

  private static func number<Number: FixedWidthInteger>(
    in bytes: [UInt8], at offset: Int
  ) -> Number {
    (0..<Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(bytes[offset + $1]) }
  }

  /// Nobody can do anything about a failure, and no game should hear of it.
  private func write(_ bytes: [UInt8], at place: Int) {
    _ = pwrite(descriptor, bytes, bytes.count, off_t(offset + place))
  }
}
