// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// A layout of one button.
private func button(_ code: String) -> String {
  """
  { name: "mine", size: { width: 100, height: 100 }, controls: [
    { id: "a", kind: "button", frame: { x: 0, y: 0, width: 50, height: 50 },
      bind: { press: "\(code)" } } ] }
  """
}

struct DaemonTests {
  private func daemon(_ arguments: String..., code: String = "BTN_SOUTH") throws -> RunningDaemon {
    try RunningDaemon(
      ["--layout", "./mine.json5"] + arguments, files: ["mine.json5": button(code)])
  }

  @Test func aTouchBecomesAnEventAndFeedback() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    let welcome = try client.receive()
    #expect(welcome["type"] as? String == "welcome")
    #expect(welcome["player"] as? Int == 1)
    #expect((welcome["resume"] as? String)?.count == 32)
    #expect((welcome["layout"] as? [String: Any])?["name"] as? String == "mine")
    #expect(try client.receive("event")["event"] as? String == "touchDown")
    #expect(try client.receive()["type"] as? String == "haptic")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    client.touch("ended", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func aTiltBecomesAnEventAndFeedback() throws {
    let layout = """
      { name: "mine", size: { width: 100, height: 100 }, controls: [
        { id: "wheel", kind: "tilt", frame: { x: 0, y: 0, width: 50, height: 50 },
          centre: { roll: 0, pitch: 0 }, bind: { x: "ABS_X", y: "ABS_Y" } } ] }
      """
    let daemon = try RunningDaemon(["--layout", "./mine.json5"], files: ["mine.json5": layout])
    let client = try Client(daemon.socket)
    client.send(#"{"type":"motion","gyro":[0,0,0],"accel":[-7,0,7]}"#)
    _ = try client.receive("welcome")
    #expect(try daemon.event() == "gamepad EV_ABS ABS_X 32767")
    let event = try client.receive("event")
    #expect(event["control"] as? String == "wheel")
    #expect(event["event"] as? String == "position")
    #expect(event["x"] as? Double == 1)
    #expect(event["y"] as? Double == 0)
    client.close()
    #expect(try daemon.event() == "gamepad EV_ABS ABS_X 0")
  }

  @Test func withoutFeedbackThereIsNone() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.send(#"{"type":"hello","protocol":1,"feedback":false}"#)
    _ = try client.receive("welcome")
    client.touch("began", 10, 10)
    client.send(#"{"type":"ping","id":"x"}"#)
    let next = try client.receive()
    #expect(next["type"] as? String == "pong")
    #expect(next["id"] as? String == "x")
  }

  @Test func aClosedConnectionLetsGo() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    client.close()
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func oneTapAndGoneIsSeen() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    client.close()
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func theLastLineNeedsNoLineFeed() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.send(
      Array(#"{"type":"touch","touches":[{"id":1,"phase":"began","x":1,"y":1}]}"#.utf8))
    client.close()
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  @Test func aWrongLineIsAnsweredAndLosesNothing() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    let wrong = [
      ("{", "bad-json"), ("[]", "bad-message"), (#"{"type":"dance"}"#, "unknown-type"),
      (#"{"type":"touch","touches":[]}"#, "bad-message"),
      (#"{"type":"reset","control":"b"}"#, "bad-message"),
      (#"{"type":"hello","protocol":1}"#, "bad-message"),
      (#"{"type":"layout","name":"none"}"#, "unknown-layout"),
      (#"{"type":"save","layout":{}}"#, "not-allowed"),
      (#"{"type":"motion","gyro":[0,0,0],"accel":[0,0]}"#, "bad-message"),
    ]
    for (line, code) in wrong {
      client.send(line)
      let error = try client.receive("error")
      #expect(error["code"] as? String == code, "\(line)")
      #expect((error["message"] as? String)?.isEmpty == false)
    }
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    client.touch("ended", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func ahundredWrongLinesCloseTheConnection() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    for _ in 0..<100 { client.send("nonsense") }
    for number in 1...100 { #expect(try client.receive("error")["line"] as? Int == number) }
    #expect((try client.receive("error")["message"] as? String)?.contains("closed") == true)
    #expect(throws: NoLine.self) { try client.receive() }
  }

  @Test func aLineThatIsTooLongClosesTheConnection() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    client.send([UInt8](repeating: UInt8(ascii: " "), count: 65_537))
    #expect(try client.error() == "line-too-long")
    #expect(throws: (any Error).self) { try client.receive() }
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func thirtyThreeTouchesAreTooMany() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    for id in 1...32 { client.touch("began", 90, 90, id: id) }
    client.touch("began", 10, 10, id: 33)
    #expect(try client.error() == "too-many-touches")
    client.touch("ended", 90, 90, id: 1)
    client.touch("began", 10, 10, id: 33)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  @Test func aSecondClientHasNoPlayerUnlessItJoins() throws {
    let daemon = try daemon("--players", "1")
    let first = try Client(daemon.socket)
    first.send(#"{"type":"hello","protocol":1}"#)
    _ = try first.receive("welcome")
    let second = try Client(daemon.socket)
    second.send(#"{"type":"hello","protocol":1}"#)
    #expect(try second.error() == "no-free-player")
    second.send(#"{"type":"hello","protocol":1,"player":2}"#)
    #expect(try second.error() == "no-free-player")
    second.send(#"{"type":"hello","protocol":1,"player":1}"#)
    _ = try second.receive("welcome")
    // Each has touches of its own: the same id is two fingers.
    first.touch("began", 10, 10)
    second.touch("began", 90, 90)
    second.touch("ended", 90, 90)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    first.close()
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func nobodyJoinsAPlayerThatCameThroughThePadSocket() throws {
    let daemon = try daemon()
    let first = try Client(daemon.padSocket)
    first.send(#"{"type":"hello","protocol":1}"#)
    _ = try first.receive("welcome")
    let second = try Client(daemon.socket)
    second.send(#"{"type":"hello","protocol":1,"player":1}"#)
    #expect(try second.error() == "player-taken")
  }

  @Test func theTokenBringsAClientBack() throws {
    let daemon = try daemon()
    let first = try Client(daemon.socket)
    first.touch("began", 10, 10)
    let token = try #require(try first.receive("welcome")["resume"] as? String)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let second = try Client(daemon.socket)
    second.send(#"{"type":"hello","protocol":1,"resume":"\#(token)"}"#)
    let welcome = try second.receive("welcome")
    #expect(welcome["resume"] as? String != token)
    #expect(try first.error() == "taken-over")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    #expect(throws: NoLine.self) { try first.receive() }
  }

  @Test func thePadSocketPlaysGamepadsOnly() throws {
    let daemon = try daemon(code: "KEY_A")
    let client = try Client(daemon.padSocket)
    client.touch("began", 10, 10)
    #expect(try client.error() == "not-allowed")
    client.send(#"{"type":"hello","protocol":1,"layout":"retro"}"#)
    _ = try client.receive("welcome")
    client.send(#"{"type":"layout","name":"showcase"}"#)
    #expect(try client.error() == "not-allowed")
  }

  @Test func anotherLayoutLetsGoOfTheOldOne() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    client.send(#"{"type":"layout","name":"retro"}"#)
    let layout = try client.receive("layout")
    #expect((layout["layout"] as? [String: Any])?["name"] as? String == "retro")
    #expect((layout["state"] as? [String: Any])?.isEmpty == false)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  /// The messages behind the change wait until it is done.
  @Test func touchesBehindALayoutWithNewDevicesAreNotLost() throws {
    let daemon = try RunningDaemon(
      ["--layouts", "."], files: ["mine.json5": button("KEY_A")])
    let client = try Client(daemon.socket)
    client.send(
      #"{"type":"layout","name":"mine"}"#,
      #"{"type":"touch","touches":[{"id":1,"phase":"began","x":10,"y":10}]}"#)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
  }

  @Test func hangupReadsTheLayoutAnew() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    try daemon.write(button("BTN_SOOTH"), to: "mine.json5")
    daemon.signal(SIGHUP)
    let complaint = try daemon.logged { $0.contains("the default layout stays as it is") }
    #expect(complaint.contains("did you mean BTN_SOUTH?"))
    try daemon.write(button("BTN_EAST"), to: "mine.json5")
    daemon.signal(SIGHUP)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    _ = try client.receive("layout")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 1")
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalStopsAndLetsGo(_ number: Int32) throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    daemon.signal(number)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    #expect(daemon.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    #expect(!FileManager.default.fileExists(atPath: daemon.padSocket))
  }

  /// Its touches all arrive; its feedback is dropped, and in the end it hears how things are.
  @Test func aClientThatDoesNotReadLosesItsFeedbackOnly() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.send(#"{"type":"hello","protocol":1}"#)
    _ = try client.receive("welcome")
    let other = try Client(daemon.socket)
    other.send(#"{"type":"hello","protocol":1,"player":1,"feedback":false}"#)
    _ = try other.receive("welcome")
    // Far more than the 64 KiB and what the kernel keeps, in lines that answer each other.
    for _ in 0..<20_000 { client.send(#"{"type":"ping","id":"0123456789012345678901234567890"}"#) }
    other.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let layout = try client.receive("layout")
    let state = (layout["state"] as? [String: Any])?["a"] as? [String: Any]
    #expect(state?["isDown"] as? Bool == true)
  }

  @Test func whoJoinsWithALayoutChangesItForAll() throws {
    let daemon = try daemon()
    let first = try Client(daemon.socket)
    first.send(#"{"type":"hello","protocol":1}"#)
    _ = try first.receive("welcome")
    let second = try Client(daemon.socket)
    second.send(#"{"type":"hello","protocol":1,"player":1,"layout":"retro"}"#)
    _ = try second.receive("welcome")
    let layout = try first.receive("layout")["layout"] as? [String: Any]
    #expect(layout?["name"] as? String == "retro")
  }

  @Test func eachSessionHasATokenOfItsOwn() throws {
    let daemon = try daemon("--players", "1")
    let first = try Client(daemon.socket)
    first.send(#"{"type":"hello","protocol":1}"#)
    let token = try #require(try first.receive("welcome")["resume"] as? String)
    let second = try Client(daemon.socket)
    second.send(#"{"type":"hello","protocol":1,"player":1}"#)
    _ = try second.receive("welcome")
    let third = try Client(daemon.socket)
    third.send(#"{"type":"hello","protocol":1,"resume":"\#(token)"}"#)
    _ = try third.receive("welcome")
    #expect(try first.error() == "taken-over")
    let fourth = try Client(daemon.socket)
    fourth.send(#"{"type":"hello","protocol":1,"resume":"\#(token)"}"#)
    #expect(try fourth.error() == "no-free-player")
  }

  /// A layout that gains keys must not give them to a client that came for a gamepad.
  @Test func aReloadGivesThePadSocketNoKeys() throws {
    let daemon = try daemon()
    let client = try Client(daemon.padSocket)
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    try daemon.write(button("KEY_A"), to: "mine.json5")
    daemon.signal(SIGHUP)
    let complaint = try daemon.logged { $0.contains("the layout of player 1 stays as it is") }
    #expect(complaint.contains("needs a keyboard"))
    client.touch("ended", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func aClientWritesNoLinesOfItsOwnIntoTheLog() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    client.send(#"{"type":"hello","protocol":1,"client":"x\nflickpad: forged"}"#)
    _ = try client.receive("welcome")
    #expect(try daemon.logged { $0.contains("forged") }.contains(#"x\nflickpad: forged"#))
  }
}
