// SPDX-License-Identifier: MIT

import Testing
import Wire

/// The wording of every error that a line can be answered with.
@Suite struct ErrorTests {
  private func expect(_ code: WireError.Code, _ table: [(line: String, message: String)]) {
    for (line, message) in table {
      #expect(read(line) == Reading(error: WireError(code, message)), "\(line)")
    }
  }

  @Test func theCodesAreThoseOfTheProtocol() {
    #expect(
      WireError.Code.allCases.map(\.rawValue) == [
        "bad-json", "bad-message", "unknown-type", "too-many-touches", "unknown-layout",
        "bad-layout", "not-saved", "not-allowed", "player-taken", "no-free-player",
        "line-too-long", "taken-over", "dropped", "unknown-player",
      ])
  }

  @Test(arguments: WireError.Code.allCases) func aClientReadsTheErrorItIsTold(
    code: WireError.Code
  ) {
    let error = WireError(code, "\"quoted\"\nand é")
    for line in [nil, 7] {
      var encoder = Encoder()
      encoder.error(error, line: line)
      let told = encoder.lines.withBytes { WireError(line: $0.extracting(droppingLast: 1)) }
      #expect(told == error)
    }
  }

  @Test(arguments: [
    "", "x", "{}", "[]", #"{"type":"error"}"#, #"{"type":"error","code":"new","message":"m"}"#,
    #"{"type":"pong","code":"bad-json","message":"m"}"#,
  ])
  func otherLinesAreNoErrors(line: String) {
    #expect(WireError(line: Array(line.utf8).span) == nil)
  }

  @Test func whatIsNoJSON() {
    expect(
      .badJSON,
      [
        ("", "this line is not JSON: want a value, got the end at byte 1"),
        ("hello", "this line is not JSON: want a value, got \"h\" at byte 1"),
        ("{type:1}", "this line is not JSON: want a name in quotes, got \"t\" at byte 2"),
        (#"{"type":"bye"} {}"#, "this line is not JSON: want the end, got \"{\" at byte 16"),
        (#"{"type":"bye""#, "this line is not JSON: want a comma or \"}\", got the end at byte 14"),
        (#"{"type":"bye",}"#, "this line is not JSON: a comma cannot come last at byte 15"),
        (
          #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":.5,"y":1}]}"#,
          "this line is not JSON: want a value, got \".\" at byte 56"
        ),
        (
          #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":1,"y":1e}]}"#,
          "this line is not JSON: want a digit, got \"}\" at byte 64"
        ),
        // Whatever else is wrong before.
        (#"{"type":"no","#, "this line is not JSON: want a name in quotes, got the end at byte 14"),
        (
          #"{"type":"reset","control":1,x"#,
          "this line is not JSON: want a name in quotes, got \"x\" at byte 29"
        ),
        ("[1", "this line is not JSON: want a comma or \"]\", got the end at byte 3"),
      ])
  }

  @Test func whatIsNoMessage() {
    let types = "one of hello, touch, cancel, reset, layout, save, codes, motion, ping, bye"
    expect(
      .badMessage,
      [
        ("7", "want an object with a type, got 7"),
        ("null", "want an object with a type, got null"),
        (#""touch""#, #"want an object with a type, got "touch""#),
        ("[{}]", "want an object with a type, got an array"),
        ("{}", "type: missing, want \(types)"),
        (#"{"Type":"touch"}"#, "type: missing, want \(types)"),
        (#"{"type":1}"#, "type: want \(types), got 1"),
        (#"{"type":null}"#, "type: want \(types), got null"),
        (#"{"type":["touch"]}"#, "type: want \(types), got an array"),
        (#"{"type":"bye","type":"bye"}"#, "type: given twice, want it once"),
        (#"{"t":1,"type":"bye","type":"cancel"}"#, "type: given twice, want it once"),
      ])
    expect(
      .unknownType,
      [
        (#"{"type":"tap"}"#, #"type: want \#(types), got "tap""#),
        (#"{"type":"Touch"}"#, #"type: want \#(types), got "Touch""#),
        (#"{"type":"t\u006f"}"#, #"type: want \#(types), got "t\u006f""#),
        (#"{"x":[],"type":"touché"}"#, #"type: want \#(types), got "touché""#),
        (#"{"type":""}"#, #"type: want \#(types), got """#),
        (
          #"{"type":"\#(String(repeating: "long ", count: 100))"}"#,
          #"type: want \#(types), got "long long long long long long l…"#
        ),
        (
          #"{"type":"\#(String(repeating: "é", count: 100))"}"#,
          #"type: want \#(types), got "ééééééééééééééé…"#
        ),
      ])
  }

  @Test func wrongTouches() {
    func line(_ touch: String) -> String { #"{"type":"touch","touches":[\#(touch)]}"# }
    let good = #"{"id":1,"phase":"ended"}"#
    let place = #""x":1,"y":2"#
    let coordinate = "a number of at most 1e6"
    let phases = "one of began, moved, ended, cancelled"
    expect(
      .badMessage,
      [
        (#"{"type":"touch"}"#, "touches: missing, want an array of 1 to 32 touches"),
        (
          #"{"type":"touch","touches":{}}"#,
          "touches: want an array of 1 to 32 touches, got an object"
        ),
        (#"{"type":"touch","touches":1}"#, "touches: want an array of 1 to 32 touches, got 1"),
        (line(""), "touches: want 1 to 32 touches, got none"),
        (line("5"), "touches[0]: want an object with id, phase, x and y, got 5"),
        (line(#"\#(good),[]"#), "touches[1]: want an object with id, phase, x and y, got an array"),
        (line("{}"), "touches[0].id: missing, want an integer"),
        (line(#"{"phase":"began",\#(place)}"#), "touches[0].id: missing, want an integer"),
        (
          line(#"{"id":"1","phase":"began",\#(place)}"#),
          #"touches[0].id: want an integer, got "1""#
        ),
        (
          line(#"{"id":1.5,"phase":"began",\#(place)}"#),
          "touches[0].id: want an integer, got 1.5"
        ),
        (
          line(#"{"id":1e300,"phase":"began",\#(place)}"#),
          "touches[0].id: want an integer, got 1e300"
        ),
        (
          line(#"{"id":9223372036854775808,"phase":"began",\#(place)}"#),
          "touches[0].id: want an integer, got 9223372036854775808"
        ),
        (
          line(#"{"id":null,"phase":"began",\#(place)}"#),
          "touches[0].id: want an integer, got null"
        ),
        (line(#"{"id":1,\#(place)}"#), "touches[0].phase: missing, want \(phases)"),
        (line(#"{"id":1,"phase":1,\#(place)}"#), "touches[0].phase: want \(phases), got 1"),
        (
          line(#"{"id":1,"phase":"up",\#(place)}"#),
          #"touches[0].phase: want \#(phases), got "up""#
        ),
        (
          line(#"{"id":1,"phase":"Began",\#(place)}"#),
          #"touches[0].phase: want \#(phases), got "Began""#
        ),
        (
          line(#"\#(good),\#(good),{"id":1,"phase":"moved","x":"abc","y":2}"#),
          #"touches[2].x: want \#(coordinate), got "abc""#
        ),
        (
          line(#"{"id":1,"phase":"moved","x":true,"y":2}"#),
          "touches[0].x: want \(coordinate), got true"
        ),
        (
          line(#"{"id":1,"phase":"moved","x":[1],"y":2}"#),
          "touches[0].x: want \(coordinate), got an array"
        ),
        (
          line(#"{"id":1,"phase":"moved","x":1,"y":{}}"#),
          "touches[0].y: want \(coordinate), got an object"
        ),
        (
          line(#"{"id":1,"phase":"moved","x":1000000.5,"y":2}"#),
          "touches[0].x: want \(coordinate), got 1000000.5"
        ),
        (
          line(#"{"id":1,"phase":"moved","x":1,"y":-1e7}"#),
          "touches[0].y: want \(coordinate), got -1e7"
        ),
        (
          line(#"{"id":1,"phase":"moved","x":1e999,"y":2}"#),
          "touches[0].x: want \(coordinate), got 1e999"
        ),
        (
          line(#"{"id":1,"phase":"ended","x":null,"y":2}"#),
          "touches[0].x: want \(coordinate), got null"
        ),
        (line(#"{"id":1,"phase":"began","y":2}"#), "touches[0].x: missing, want \(coordinate)"),
        (line(#"{"id":1,"phase":"moved","x":2}"#), "touches[0].y: missing, want \(coordinate)"),
        (line(#"{"id":1,"phase":"moved"}"#), "touches[0].x: missing, want \(coordinate)"),
        (line(#"{"id":1,"phase":"ended","x":2}"#), "touches[0].y: missing, want \(coordinate)"),
        (
          line(#"{"id":1,"phase":"cancelled","y":2}"#),
          "touches[0].x: missing, want \(coordinate)"
        ),
        (
          #"{"type":"touch","touches":[\#(good)],"live":1}"#,
          "live: want an array of ids, got 1"
        ),
        (
          #"{"type":"touch","touches":[\#(good)],"live":[1,"2"]}"#,
          #"live[1]: want an integer, got "2""#
        ),
        (
          #"{"type":"touch","live":[0.5],"touches":[\#(good)]}"#,
          "live[0]: want an integer, got 0.5"
        ),
        // After the touches, the place is the message again.
        (
          #"{"type":"touch","touches":[\#(good)],"t":"now"}"#,
          #"t: want a number of seconds of at most 1e15, got "now""#
        ),
      ])
    let many = Array(repeating: good, count: 33).joined(separator: ",")
    let ids = Array(repeating: "1", count: 33).joined(separator: ",")
    expect(
      .tooManyTouches,
      [
        (line(many), "touches: want at most 32 touches, got more"),
        (
          #"{"type":"touch","touches":[\#(good)],"live":[\#(ids)]}"#,
          "live: want at most 32 ids, got more"
        ),
      ])
  }

  @Test func wrongMotion() {
    func line(_ fields: String) -> String { #"{"type":"motion",\#(fields)}"# }
    let good = #""gyro":[0,0,0]"#
    let number = "a number of at most 1e4"
    let numbers = "an array of three numbers"
    expect(
      .badMessage,
      [
        (#"{"type":"motion"}"#, "gyro: missing, want \(numbers)"),
        (line(good), "accel: missing, want \(numbers)"),
        (line(#""accel":[0,0,9.8]"#), "gyro: missing, want \(numbers)"),
        (line(#"\#(good),"accel":9.8"#), "accel: want \(numbers), got 9.8"),
        (line(#"\#(good),"accel":{"x":1}"#), "accel: want \(numbers), got an object"),
        (line(#""gyro":null,"accel":[0,0,9.8]"#), "gyro: want \(numbers), got null"),
        (line(#"\#(good),"accel":[]"#), "accel: want three numbers, got 0"),
        (line(#""gyro":[0,0],"accel":[0,0,0]"#), "gyro: want three numbers, got 2"),
        (line(#"\#(good),"accel":[0,0,0,0]"#), "accel: want three numbers, got 4"),
        (line(#"\#(good),"accel":[0,"0",0]"#), #"accel[1]: want \#(number), got "0""#),
        (line(#"\#(good),"accel":[0,0,null]"#), "accel[2]: want \(number), got null"),
        (line(#""gyro":[10000.5,0,0]"#), "gyro[0]: want \(number), got 10000.5"),
        (line(#"\#(good),"accel":[0,-1e999,0]"#), "accel[1]: want \(number), got -1e999"),
        (
          line(#"\#(good),"accel":[0,0,0],"t":"now""#),
          #"t: want a number of seconds of at most 1e15, got "now""#
        ),
      ])
    expect(
      .badJSON,
      [
        (
          line(#"\#(good),"accel":[0,NaN,0]"#),
          "this line is not JSON: want a value, got \"N\" at byte 44"
        )
      ])
  }

  @Test func wrongFieldsOfOtherMessages() {
    let player = "a player's number from 1"
    let version = "1, which is all that this daemon speaks"
    expect(
      .badMessage,
      [
        (#"{"type":"hello","protocol":2}"#, "protocol: want \(version), got 2"),
        (#"{"type":"hello","protocol":"1"}"#, #"protocol: want \#(version), got "1""#),
        (#"{"type":"hello","client":7}"#, "client: want text, got 7"),
        (#"{"type":"hello","player":0}"#, "player: want \(player), got 0"),
        (#"{"type":"hello","player":-1}"#, "player: want \(player), got -1"),
        (#"{"type":"hello","player":1.5}"#, "player: want \(player), got 1.5"),
        (#"{"type":"hello","player":1e15}"#, "player: want \(player), got 1e15"),
        (#"{"type":"hello","player":"1"}"#, #"player: want \#(player), got "1""#),
        (#"{"type":"hello","layout":null}"#, "layout: want text, got null"),
        (#"{"type":"hello","layout":{"name":"x"}}"#, "layout: want text, got an object"),
        (#"{"type":"hello","resume":1}"#, "resume: want text, got 1"),
        (#"{"type":"hello","feedback":0}"#, "feedback: want true or false, got 0"),
        (#"{"type":"hello","feedback":"no"}"#, #"feedback: want true or false, got "no""#),
        (#"{"type":"reset","control":3}"#, "control: want text, got 3"),
        (#"{"type":"layout"}"#, "name: missing, want a layout's name"),
        (#"{"type":"layout","name":[]}"#, "name: want text, got an array"),
        (#"{"type":"bye","t":null}"#, "t: want a number of seconds of at most 1e15, got null"),
        (
          #"{"type":"bye","t":1700000000000000}"#,
          "t: want a number of seconds of at most 1e15, got 1700000000000000"
        ),
      ])
  }
}
