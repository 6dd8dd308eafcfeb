// SPDX-License-Identifier: MIT

import CLinux
import Evdev
import Glibc
import Pad
import Randomness
import Testing

@testable import Service

/// Whether tokens can be hashed here: without systemd a machine may have no id (machine-id(5)).
private let hasID = TokenHash("0123456789abcdef0123456789abcdef") != nil

/// What one daemon remembers for the next.
struct MemoryTests {
  /// A descriptor of the same file, as systemd would have one.
  private func copy(of file: MemoryFile) -> Int32 { dup(file.descriptor) }

  private func reread(_ file: MemoryFile) throws -> [UInt8] {
    var record: [UInt8] = [1]
    _ = try MemoryFile(taking: copy(of: file), record: &record)
    return record
  }

  private func damage(of descriptor: Int32) -> MemoryFile.Damage? {
    var record: [UInt8] = []
    do throws(MemoryFile.Damage) {
      _ = try MemoryFile(taking: descriptor, record: &record)
      return nil
    } catch {
      return error
    }
  }

  private func offset(ofCopy copy: Int) -> off_t { off_t(65_536 + copy * MemoryFile.recordSize) }

  private func overwrite(_ file: MemoryFile, at offset: off_t, with bytes: [UInt8]) {
    #expect(pwrite(file.descriptor, bytes, bytes.count, offset) == bytes.count)
  }

  @Test func theNextDaemonReadsTheLastRecord() throws {
    let file = try MemoryFile()
    #expect(try reread(file) == [])
    for length in [1, 100, 70_000, 3, 0] {
      let record = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
      #expect(file.write(record))
      #expect(try reread(file) == record)
    }
  }

  /// As a SIGKILL in the middle of a write leaves it.
  @Test func aWriteThatIsCutLeavesTheRecordBefore() throws {
    let file = try MemoryFile()
    #expect(file.write([1, 2, 3]))
    #expect(file.write([4, 5, 6, 7]))
    // The newer one is the second: number 2 is in copy 0.
    for cut in 0..<28 {
      var bytes = [UInt8](repeating: 0, count: 28)
      #expect(pread(file.descriptor, &bytes, 28, offset(ofCopy: 0)) == 28)
      let whole = bytes
      for index in cut..<28 { bytes[index] ^= 0xff }
      overwrite(file, at: offset(ofCopy: 0), with: bytes)
      #expect(try reread(file) == [1, 2, 3], "cut behind \(cut) bytes")
      overwrite(file, at: offset(ofCopy: 0), with: whole)
    }
    #expect(try reread(file) == [4, 5, 6, 7])
  }

  @Test func theOneWhoTakesItOverGoesOnWriting() throws {
    let file = try MemoryFile()
    for number in 1...5 {
      var record: [UInt8] = []
      let next = try MemoryFile(taking: copy(of: file), record: &record)
      #expect(record == (number == 1 ? [] : [UInt8(number - 1)]))
      #expect(next.write([UInt8(number)]))
    }
  }

  @Test func whatIsDamagedIsTold() throws {
    let file = try MemoryFile()
    #expect(file.write([1]))
    #expect(file.write([2]))
    for copy in 0..<2 {
      overwrite(file, at: offset(ofCopy: copy) + 20, with: [0xff, 0xff, 0xff, 0xff])
    }
    #expect(damage(of: copy(of: file)) == .isCorrupt)
  }

  @Test func whatIsForeignIsTold() throws {
    let short = try MemoryFile()
    #expect(ftruncate(short.descriptor, 70_000) == 0)
    #expect(damage(of: copy(of: short)) == .isForeign)
    let other = try MemoryFile()
    overwrite(other, at: 16, with: Array("2".utf8))
    #expect(damage(of: copy(of: other)) == .isForeign)
    let empty = clinux_memory_file("other")
    #expect(damage(of: empty) == .isForeign)
    close(empty)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(damage(of: ends[0]) == .isForeign)
    #expect(close(ends[0]) == 0, "a refused descriptor stays the caller's")
    close(ends[1])
  }

  @Test func whatDoesNotFitLeavesTheRecordBefore() throws {
    let file = try MemoryFile()
    #expect(file.write([1]))
    #expect(!file.write([UInt8](repeating: 0, count: MemoryFile.recordSize)))
    #expect(try reread(file) == [1])
  }

  // MARK: Players

  private var players: [Recollection] {
    var client = Service.Client(user: 1000, kind: .pad)
    client.call("A phone \u{1f4f1}")
    return [
      Recollection(number: 1, origin: .start, client: nil, tokens: []),
      Recollection(
        number: 2, origin: .named("retro"), client: client,
        tokens: [
          Tokens.Remembered(user: 1000, until: nil, hashes: [TokenHash(high: 1, low: .max)]),
          Tokens.Remembered(
            user: 0, until: Instant(microseconds: 5),
            hashes: [TokenHash(high: 2, low: 3), TokenHash(high: 4, low: 5)]),
        ]),
      Recollection(
        number: 16, origin: .sent(Array(#"{"name":"x"}"#.utf8)), client: client, tokens: []),
    ]
  }

  @Test func playersAreReadAsTheyWereWritten() {
    let record = Recollection.record(players, layouts: true)
    #expect(Recollection.players(record) == players)
    #expect(Recollection.players([]) == [])
    var fewer = players
    fewer[2].origin = .start
    #expect(Recollection.players(Recollection.record(players, layouts: false)) == fewer)
  }

  @Test func aRecordThatMakesNoSenseIsNone() {
    let record = Recollection.record(players, layouts: true)
    for length in 1..<record.count {
      #expect(Recollection.players(Array(record[..<length])) == nil, "\(length) bytes of it")
    }
    #expect(Recollection.players(record + [0]) == nil)
    // Whatever it says, reading it ends.
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var other = record
      for _ in 0..<3 {
        let place = Int.random(in: other.indices, using: &random)
        other[place] = .random(in: 0...255, using: &random)
      }
      _ = Recollection.players(other)
    }
  }

  // MARK: Tokens

  private func second(_ seconds: Double) -> Instant { Instant(seconds: seconds) }
  private let grace = Interval(seconds: 30)

  /// What a daemon that starts at `start` makes of those of the last one.
  private func revived(_ tokens: Tokens, at start: Double, except: [String] = []) -> Tokens {
    Tokens(tokens.remembered(except: except), at: second(start), grace: grace)
  }

  @Test(.enabled(if: hasID, "this machine has no id")) func whoPlayedComesBackAfterARestart() {
    var tokens = Tokens()
    let token = tokens.make(for: 1)
    var next = revived(tokens, at: 100)
    #expect(next.contains(token, of: 1, at: second(129)))
    #expect(!next.contains(token, of: 2, at: second(129)), "another user")
    #expect(!next.contains(token, of: 1, at: second(131)), "the grace is over")
    #expect(!next.contains(String(token.reversed()), of: 1, at: second(100)))
    #expect(!next.contains("", of: 1, at: second(100)))
    next.remove(token)
    #expect(!next.contains(token, of: 1, at: second(100)), "good once")
  }

  @Test(.enabled(if: hasID, "this machine has no id")) func whoHadDroppedOutHasNoLongerThanBefore()
  {
    var tokens = Tokens()
    let token = tokens.make(for: 1)
    tokens.leave(token, until: second(105))
    #expect(revived(tokens, at: 100).contains(token, of: 1, at: second(104)))
    #expect(!revived(tokens, at: 100).contains(token, of: 1, at: second(106)))
    #expect(!revived(tokens, at: 106).areGood(at: second(0)))
    tokens.leave(token, until: second(1_000_000))
    #expect(!revived(tokens, at: 100).contains(token, of: 1, at: second(131)), "a lie")
  }

  /// Killed between a welcome's making and its reading, however often.
  @Test(.enabled(if: hasID, "this machine has no id"))
  func theTokenBeforeIsGoodWhereTheWelcomeMayNotHaveCome() {
    var tokens = Tokens()
    let first = tokens.make(for: 1)
    tokens = revived(tokens, at: 1)
    for start in 2...4 {
      let new = tokens.make(for: 1, after: first)
      tokens.remove(first)
      #expect(!tokens.contains(first, of: 1, at: second(Double(start))), "spent while it runs")
      tokens = revived(tokens, at: Double(start))
      #expect(tokens.contains(first, of: 1, at: second(Double(start))))
      #expect(tokens.contains(new, of: 1, at: second(Double(start))))
    }
    tokens.remove(first)
    #expect(!tokens.areGood(at: second(4)), "both are one")
  }

  @Test(.enabled(if: hasID, "this machine has no id")) func whoDoesNotKnowItsTokenIsNotWaitedFor() {
    var tokens = Tokens()
    let token = tokens.make(for: 1)
    #expect(tokens.remembered(except: [token]) == [])
  }

  @Test(.enabled(if: hasID, "this machine has no id")) func nothingRememberedIsAToken() throws {
    let token = "0123456789abcdef0123456789abcdef"
    let hash = try #require(TokenHash(token))
    #expect(TokenHash("0123456789abcdef0123456789abcdee") != hash)
    let hidden = [hash.high, hash.low].map { String($0, radix: 16) }
    #expect(hidden.allSatisfy { !token.contains($0) })
    #expect(TokenHash("0123456789abcdef0123456789abcdeg") == nil)
    #expect(TokenHash("01234567-89ab-cdef-0123-456789abcdef") == nil)
  }
}
