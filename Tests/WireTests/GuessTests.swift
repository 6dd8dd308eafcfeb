// SPDX-License-Identifier: MIT

import Pad
import Testing
import Wire

/// Touches as most clients write them are read in a way of their own, which has to make of every
/// line what the reader of any JSON makes of it.
struct GuessTests {
  private enum Reading: Equatable {
    case touches([Touch])
    case other
    case error(WireError.Code)
  }

  private func reading(_ line: String) -> Reading {
    var decoder = Decoder()
    do throws(WireError) {
      guard try decoder.decode(Array(line.utf8).span) == .touch else { return .other }
      return .touches(decoder.frame.touches)
    } catch {
      return .error(error.code)
    }
  }

  /// The same line with a space where no guess expects one.
  private func spaced(_ line: String) -> String {
    String(line.flatMap { $0 == "{" ? "{ " : String($0) })
  }

  private let lines = [
    #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":123.25,"y":87.5}]}"#,
    #"{"type":"touch","touches":[{"id":-12,"phase":"began","x":-0.5,"y":0}]}"#,
    #"{"type":"touch","touches":[{"id":3,"phase":"ended","x":1000000,"y":-1000000},"#
      + #"{"id":4,"phase":"moved","x":0.125,"y":12}]}"#,
    #"{"type":"touch","touches":[{"id":5,"phase":"cancelled"},"#
      + #"{"id":6,"phase":"moved","x":1,"y":2}],"live":[5,6],"t":1.5}"#,
  ]

  @Test func whatIsGuessedIsWhatIsRead() {
    for line in lines {
      #expect(reading(line) == reading(spaced(line)))
      guard case .touches = reading(line) else {
        Issue.record("\(line) is not read as touches")
        continue
      }
    }
  }

  @Test func everyChangeOfOneCharacterIsReadAlike() {
    for line in lines {
      for place in line.indices {
        for character in #"0159.-+eE,:{}[]" xmab"# {
          var changed = line
          changed.replaceSubrange(place...place, with: [character])
          let readings = (reading(changed), reading(spaced(changed)))
          if readings.0 != readings.1 { Issue.record("\(changed): \(readings)") }
        }
        var shortened = line
        shortened.remove(at: place)
        let readings = (reading(shortened), reading(spaced(shortened)))
        if readings.0 != readings.1 { Issue.record("\(shortened): \(readings)") }
      }
    }
  }

  @Test(arguments: [
    "0", "-0", "00", "01", "-01", "1.", ".5", "1.50", "-", "--1", "+1", "1e3", "1E-2", "0.1e1",
    "123456789012345", "1234567890123456", "0.12345678901234", "0.123456789012345",
    "999999.999999999", "1000000.0000001", "1000001", "-1000000.5", "99999999999999999999", "0x1",
    "1 ", " 1", "null", "\"1\"", "3.141592653589793", "0.1", "2.675", "1e400",
  ])
  func numbersAreReadAlike(number: String) {
    for line in [
      #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":\#(number),"y":2}]}"#,
      #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":2,"y":\#(number)}]}"#,
      #"{"type":"touch","touches":[{"id":\#(number),"phase":"moved","x":2,"y":2}]}"#,
    ] { #expect(reading(line) == reading(spaced(line)), "\(line)") }
  }

  @Test func thirtyTwoTouchesAreReadAndOneMoreIsTooMany() {
    for count in [1, 32, 33] {
      let touches = (0..<count).map { #"{"id":\#($0),"phase":"moved","x":\#($0).5,"y":1}"# }
      let line = #"{"type":"touch","touches":[\#(touches.joined(separator: ","))]}"#
      #expect(reading(line) == reading(spaced(line)))
      #expect((reading(line) == .error(.tooManyTouches)) == (count > 32))
    }
  }
}
