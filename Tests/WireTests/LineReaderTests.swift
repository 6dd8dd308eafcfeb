// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct LineReaderTests {
  /// What a reader gives of a stream: lines, and errors by their code.
  private struct Reading: ~Copyable {
    var reader: LineReader
    var lines: [String] = []
    var numbers: [Int] = []

    init(limit: Int = 65_536) {
      reader = LineReader(limit: limit)
    }

    /// Hands over bytes, as many at once as fit.
    mutating func receive(_ bytes: some Collection<UInt8>) {
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let count = reader.withFreeSpace { space in
          let count = min(space.count, rest.count)
          space.copyBytes(from: rest.prefix(count))
          return count
        }
        rest = rest.dropFirst(count)
        takeLines()
      }
    }

    private mutating func takeLines() {
      while true {
        do throws(WireError) {
          guard let line = try reader.nextLine() else { return }
          lines.append(String(decoding: reader.buffer[line], as: UTF8.self))
        } catch {
          lines.append("error \(error.code.rawValue)")
        }
        numbers.append(reader.lineNumber)
      }
    }
  }

  private static let stream = Array("{\"a\":1}\n\n  \r\n{\"b\":\"é\"}\r\n\r\nlast\ny\n".utf8)
  private static let lines = ["{\"a\":1}", "  ", "{\"b\":\"é\"}", "last", "y"]
  private static let numbers = [1, 3, 4, 6, 7]

  @Test func linesSurviveEverySplit() {
    let stream = Self.stream
    for first in 0...stream.count {
      for second in first...stream.count {
        var reading = Reading()
        reading.receive(stream[..<first])
        reading.receive(stream[first..<second])
        reading.receive(stream[second...])
        #expect(reading.lines == Self.lines)
        #expect(reading.numbers == Self.numbers)
      }
    }
  }

  @Test func linesSurviveBytesThatComeOneByOne() {
    var reading = Reading()
    for byte in Self.stream { reading.receive([byte]) }
    #expect(reading.lines == Self.lines)
    #expect(reading.numbers == Self.numbers)
  }

  @Test func manyLinesGoThroughASmallBuffer() {
    for (count, length) in [(1000, 74), (50, 1000), (9, 4095), (5, 60_000)] {
      let lines = (0..<count).map { index in
        String(repeating: Character(Unicode.Scalar(UInt8(97 + index % 26))), count: length)
      }
      var reading = Reading()
      reading.receive(lines.map { $0 + "\n" }.joined().utf8)
      #expect(reading.lines == lines)
      #expect(reading.reader.buffer.count <= 2 * max(32_768, length + 1))
    }
  }

  @Test func aLineMayHaveExactlyTheLimit() {
    for limit in [1, 7, 8, 9, 65_536] {
      let line = String(repeating: "x", count: limit)
      for end in ["\n", "\r\n"] {
        var reading = Reading(limit: limit)
        reading.receive((line + end + "y" + end).utf8)
        #expect(reading.lines == [line, "y"])
        reading.receive((line + "x" + end + "z" + end).utf8)
        #expect(reading.lines == [line, "y", "error line-too-long", "z"])
        #expect(reading.numbers == [1, 2, 3, 4])
      }
    }
  }

  @Test func aLineThatIsTooLongIsToldOnceAndPassedOver() {
    for chunk in [1, 3, 100, 5000] {
      var reading = Reading(limit: 100)
      let long = Array(repeating: UInt8(ascii: "x"), count: 5000)
      for start in stride(from: 0, to: long.count, by: chunk) {
        reading.receive(long[start..<min(start + chunk, long.count)])
      }
      #expect(reading.lines == ["error line-too-long"])
      reading.receive("\nnext\n".utf8)
      #expect(reading.lines == ["error line-too-long", "next"])
      #expect(reading.numbers == [1, 2])
      #expect(reading.reader.buffer.count <= 102)
    }
  }

  @Test func theErrorNamesTheLimit() throws {
    var reader = LineReader(limit: 2)
    _ = reader.withFreeSpace { space in
      space.copyBytes(from: "abc\n".utf8)
      return 4
    }
    #expect(throws: WireError(.lineTooLong, "a line has at most 2 bytes")) {
      try reader.nextLine()
    }
  }

  @Test func memoryGrowsToTheLongestLineAndNoFurther() {
    var reading = Reading()
    #expect(reading.reader.buffer.count <= 32_768)
    reading.receive(Array(repeating: UInt8(ascii: "x"), count: 65_536))
    #expect(reading.reader.buffer.count == 65_536)
    reading.receive("\nok\n".utf8)
    #expect(reading.lines.count == 2)
    #expect(reading.reader.buffer.count == 65_538)
    #expect(Reading(limit: 10).reader.buffer.count == 12)
  }

  @Test func aGuessTakesALineThatEndsWhereItSays() {
    var reading = Reading()
    _ = reading.reader.withFreeSpace { space in
      space.copyBytes(from: "one\ntwo\r\nthree".utf8)
      return 14
    }
    func takes(_ count: Int?) -> Bool { reading.reader.takeLine { _ in count } }
    #expect(!takes(nil))
    #expect(!takes(2))
    #expect(!takes(20))
    #expect(takes(3))
    #expect(reading.reader.lineNumber == 1)
    // The CR is not the guess's affair.
    #expect(!takes(3))
    #expect((try? reading.reader.nextLine()) == 4..<7)
    // There is no end of this line yet.
    #expect(!takes(5))
    var lent = 0
    _ = reading.reader.takeLine { bytes in
      lent = bytes.count
      return nil
    }
    #expect(lent == 5)
    #expect(reading.reader.lineNumber == 2)
  }

  @Test func theEndOfTheStreamEndsTheLastLine() {
    var reading = Reading()
    reading.receive("one\ntwo".utf8)
    let rest = reading.reader.lastLine()
    #expect(reading.lines == ["one"])
    #expect(rest.map { String(decoding: reading.reader.buffer[$0], as: UTF8.self) } == "two")
    #expect(reading.reader.lineNumber == 2)
    #expect(reading.reader.lastLine() == nil)
    #expect(LineReader().lineNumber == 0)
  }

  @Test func aReadThatGivesNothingChangesNothing() {
    var reading = Reading()
    reading.receive("on".utf8)
    for nothing in [0, -1] { #expect(reading.reader.withFreeSpace { _ in nothing } == nothing) }
    reading.receive("e\n".utf8)
    #expect(reading.lines == ["one"])
  }
}
