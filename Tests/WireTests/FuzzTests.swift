// SPDX-License-Identifier: MIT

import JSON
import Pad
import Randomness
import Testing
import Wire

/// The decoder is what strangers talk to: whatever comes, it gives a right message or an error.
@Suite struct FuzzTests {
  private static let seeds = [
    #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":123.25,"y":87.5}]}"#,
    #"{"type":"touch","touches":[{"id":1,"phase":"began","x":-1e3,"y":0},{"id":2,"phase":"ended"}],"live":[1,2,3],"t":0.5}"#,
    #"{"touches": [{"y": 1.5, "x": 2, "id": 7, "phase": "cancelled"}], "type": "touch"}"#,
    #"{"type":"hello","protocol":1,"client":"caf\u00e9 😀","player":2,"layout":"gamepad","resume":"ab","feedback":false}"#,
    #"{"type":"motion","gyro":[0.25,-3,1e-2],"accel":[-1.5,9.8,0]}"#,
    #"{"type":"reset","control":"pad"}"#,
    #"{"type":"layout","name":"retro"}"#,
    #"{"type":"ping","id":{"a":[1,"\n",null,true]}}"#,
    #"{"t":1.25,"type":"bye"}"#,
  ].map { Array($0.utf8) }

  private static let pieces =
    [
      "\"", "\\", "{", "}", "[", "]", ":", ",", "-", ".", "e", "0", "9", " ", "\t", "\r", "\0",
      "null", "true", "1e999", "1e6", "33", "\"id\":", "\"type\":\"touch\",", "\"x\":", "\\u0078",
      "\\ud83d", "é", "😀",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xFF], [0xED, 0xA0, 0x80]]

  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var line = Self.seeds.randomElement(using: &random) ?? []
    for _ in 0..<[1, 1, 1, 2, 3][Int.random(in: 0..<5, using: &random)] {
      if line.isEmpty { break }
      let place = Int.random(in: 0..<line.count, using: &random)
      let end = min(line.count, place + Int.random(in: 1...9, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: line[place] = UInt8.random(in: 0...255, using: &random)
      case 1: line.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
      case 2: line.removeSubrange(place..<end)
      case 3: line.insert(contentsOf: Array(line[place..<end]), at: place)
      case 4:
        line.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random) ?? [])
      case 5: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default:
        let digits = line.indices.filter { (0x30...0x39).contains(line[$0]) }
        guard let digit = digits.randomElement(using: &random) else { continue }
        line[digit] = Array("0123456789.-eE".utf8).randomElement(using: &random) ?? 0x30
      }
    }
    return line
  }

  /// The same line with a space before and after each mark outside of strings, so that none of the
  /// shortcuts for usual lines is taken.
  private func spaced(_ line: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in line {
      let isMark = !isInString && Self.marks.contains(byte)
      result += isMark ? [0x20, byte, 0x20] : [byte]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInString
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
    }
    return result
  }

  private static let marks = Array("{}[]:,".utf8)

  private func isJSON(_ line: [UInt8]) -> Bool {
    var cursor = JSONCursor()
    do throws(JSONError) {
      try cursor.skipValue(line.span)
      try cursor.finish(line.span)
      return true
    } catch {
      return false
    }
  }

  @Test func mutatedLinesGiveMessagesOrErrors() {
    var random = SeededGenerator(seed: 4)
    var decoder = Decoder()
    var messages = 0
    for round in 0..<50_000 {
      let line = mutated(&random)
      let reading = decoder.read(line)
      let isRight: Bool
      if let error = reading.error {
        isRight =
          (error.code == .badJSON) != isJSON(line) && !error.message.isEmpty
          && [.badJSON, .badMessage, .unknownType, .tooManyTouches].contains(error.code)
      } else {
        messages += 1
        isRight = isJSON(line) && isWithinBounds(reading)
      }
      if !isRight { Issue.record("\(String(decoding: line, as: UTF8.self)) gives \(reading)") }

      // The way in which a line is written changes nothing.
      if reading.error != nil && round % 8 != 0 { continue }
      var other = decoder.read(spaced(line))
      if case .ping = reading.message, case .ping = other.message { other = reading }
      if reading.error?.code == .badJSON, other.error?.code == .badJSON { other = reading }
      if other != reading {
        Issue.record("\(String(decoding: line, as: UTF8.self)) gives \(reading) or \(other)")
      }
    }
    // Enough of them are still messages.
    #expect((5_000..<45_000).contains(messages))
  }

  private func isWithinBounds(_ reading: Reading) -> Bool {
    if let time = reading.time, !(time.magnitude <= 1e15) { return false }
    if let live = reading.live, live.count > 32 { return false }
    if let motion = reading.motion {
      return [motion.gyro, motion.accel].allSatisfy { vector in
        [vector.x, vector.y, vector.z].allSatisfy { $0.magnitude <= 1e4 }
      }
    }
    guard reading.message == .touch else { return true }
    return (1...32).contains(reading.touches.count)
      && reading.touches.allSatisfy { touch in
        guard let place = touch.place else {
          return touch.phase == .ended || touch.phase == .cancelled
        }
        return place.x.magnitude <= 1e6 && place.y.magnitude <= 1e6
      }
  }

  @Test func aLineCutOffAnywhereIsNoJSON() {
    for seed in Self.seeds {
      for count in 0..<seed.count {
        var decoder = Decoder()
        #expect(decoder.read(Array(seed[..<count])).error?.code == .badJSON)
      }
    }
  }
}
