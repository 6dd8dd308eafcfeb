// SPDX-License-Identifier: MIT

import CLinux
import Evdev
import Glibc

/// A file in memory whose descriptor outlives the daemon, with what the next one has to know. It is
/// nowhere on a disk.
///
/// A header, the effects of each player's gamepad, and two copies of a record. A new record goes
/// over the older copy, with a number and a checksum, so that there is a whole one whenever the
/// writer is killed.
final class MemoryFile {
  private(set) var descriptor: Int32
  /// The number of the newest record.
  private var sequence: UInt64 = 0

  /// What it is called in /proc, and which format it has.
  static let mark = Array("flickpad memory 1".utf8)
  private static let effectsOffset = 4096
  private static let recordsOffset = 65_536
  /// Of a copy, with its head. Only what is written takes memory.
  static let recordSize = 4 << 20
  private static let headSize = 24
  private static let size = recordsOffset + 2 * recordSize

  /// Why a descriptor is not taken for one of these.
  enum Damage: Error, Equatable {
    /// It is something else, or another version's.
    case isForeign
    /// No copy of the record is whole.
    case isCorrupt
  }

  /// Makes an empty one.
  ///
  /// - Throws: errno.
  init() throws(EventLoop.Failure) {
    descriptor = clinux_memory_file("flickpad")
    guard descriptor >= 0 else {
      throw EventLoop.Failure(operation: "memfd_create", errno: errno)
    }
    guard ftruncate(descriptor, off_t(Self.size)) == 0,
      pwrite(descriptor, Self.mark, Self.mark.count, 0) == Self.mark.count
    else {
      let reason = errno
      close(descriptor)
      throw EventLoop.Failure(operation: "memfd_create", errno: reason)
    }
  }

  /// Takes over one that an earlier daemon has made, and reads its record; an empty one if none was
  /// written. The descriptor is ours where that does not fail.
  init(taking descriptor: Int32, record: inout [UInt8]) throws(Damage) {
    self.descriptor = -1
    var status = stat()
    var mark = [UInt8](repeating: 0, count: Self.mark.count + 1)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == Self.size, pread(descriptor, &mark, mark.count, 0) == mark.count,
      mark == Self.mark + [0]
    else { throw .isForeign }
    let copies = (0..<2).map { Self.copy($0, of: descriptor) }
    if let newest = copies.compactMap({ $0 }).max(by: { $0.sequence < $1.sequence }) {
      sequence = newest.sequence
      record = newest.bytes
    } else if (0..<2).allSatisfy({ Self.isUnwritten($0, of: descriptor) }) {
      record = []
    } else {
      throw .isCorrupt
    }
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The part for the effects of a player's gamepad.
  func effects(ofPlayer number: Int) -> EffectMemory {
    EffectMemory(
      descriptor: descriptor, offset: Self.effectsOffset + (number - 1) * EffectMemory.size)
  }

  /// Writes a record in the place of the last but one. False where it does not fit, or memory is
  /// short; the last one is good then.
  func write(_ record: [UInt8]) -> Bool {
    guard record.count <= Self.recordSize - Self.headSize else { return false }
    let next = sequence + 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headSize + record.count)
    for number in [next, UInt64(record.count), Self.checksum(next, record).value] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes += record
    guard pwrite(descriptor, bytes, bytes.count, Self.offset(of: Int(next % 2))) == bytes.count
    else { return false }
    sequence = next
    return true
  }

  private static func offset(of copy: Int) -> off_t { off_t(recordsOffset + copy * recordSize) }

  private static func checksum(_ sequence: UInt64, _ record: [UInt8]) -> Fingerprint {
    var print = Fingerprint()
    print.add(sequence)
    print.add(UInt64(record.count))
    print.add(record)
    return print
  }

  private static func head(_ copy: Int, of descriptor: Int32) -> [UInt64]? {
    var numbers = [UInt64](repeating: 0, count: headSize / 8)
    guard pread(descriptor, &numbers, headSize, offset(of: copy)) == headSize else { return nil }
    return numbers.map { UInt64(littleEndian: $0) }
  }

  private static func isUnwritten(_ copy: Int, of descriptor: Int32) -> Bool {
    head(copy, of: descriptor) == [0, 0, 0]
  }

  /// A copy, if it is whole.
  private static func copy(
    _ copy: Int, of descriptor: Int32
  ) -> (sequence: UInt64, bytes: [UInt8])? {
    guard let head = head(copy, of: descriptor), head[0] > 0, head[0] < UInt64.max,
      head[1] <= UInt64(recordSize - headSize)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(head[1]))
    guard
      pread(descriptor, &bytes, bytes.count, offset(of: copy) + off_t(headSize)) == bytes.count,
      checksum(head[0], bytes).value == head[2]
    else { return nil }
    return (head[0], bytes)
  }
}
