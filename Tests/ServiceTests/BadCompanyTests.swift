// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Clients that take much, give up early or come back late, and what others get to see of it.
struct BadCompanyTests {
  private func button(_ name: String, _ binding: String) -> String {
    """
    { name: "\(name)", size: { width: 100, height: 100 }, controls: [
      { id: "a", kind: "button", frame: { x: 0, y: 0, width: 50, height: 50 },
        bind: { press: "\(binding)" } } ] }
    """
  }

  @Test func withoutDescriptorsClientsWaitForOneToLeave() throws {
    let daemon = try RunningDaemon(descriptors: 16)
    var clients: [Client] = []
    for _ in 0..<16 { clients.append(try Client(daemon.socket)) }
    _ = try daemon.logged { $0.contains("cannot accept a client: Too many open files") }
    let last = clients.removeLast()
    last.send("x")
    clients.removeAll()
    #expect(try last.error() == "bad-json")
    // It was said once, and nothing else has been said since.
    #expect(try daemon.logged { _ in true }.contains("client bug"))
  }

  @Test func whoIsGoneHasItsLastLinesWorkedOn() throws {
    let daemon = try RunningDaemon()
    let stays = try Client(daemon.socket)
    stays.send(#"{"type":"hello"}"#)
    _ = try stays.receive("welcome")
    let goes = try Client(daemon.socket)
    let pings = String(repeating: #"{"type":"ping"}"# + "\n", count: 3000)
    goes.send(#"{"type":"hello","player":1}"#, pings + #"{"type":"layout","name":"retro"}"#)
    goes.close()
    let layout = try stays.receive("layout")["layout"] as? [String: Any]
    #expect(layout?["name"] as? String == "retro")
  }

  /// Who comes while a client's lines are worked on is not behind all of them.
  @Test func manyLinesOfOneClientDoNotHoldUpWhoComesLater() throws {
    let daemon = try RunningDaemon()
    let plays = try Client(daemon.socket)
    _ = try plays.hello()
    let floods = try Client(daemon.socket)
    _ = try floods.hello(#","layout":"retro""#)
    let lines = String(repeating: #"{"type":"layout","name":"retro"}"# + "\n", count: 500)
    let touch = #"{"type":"touch","touches":[{"id":1,"phase":"began","x":670,"y":322}]}"#
    floods.send(lines + touch)
    _ = try floods.receive("layout")
    plays.touch("began", 780, 345)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  /// The largest layouts take their time; others have theirs in between, and nothing is lost.
  @Test func largeLayoutsLeaveTimeForOthers() throws {
    let daemon = try RunningDaemon()
    let plays = try Client(daemon.socket)
    _ = try plays.hello()
    let changes = try Client(daemon.padSocket)
    _ = try changes.hello()
    let menus = (0..<32).map {
      #"{"id":"m\#($0)","kind":"menu","frame":{"x":0,"y":0,"width":9,"height":9},"items":["#
        + Array(repeating: "{}", count: 32).joined(separator: ",") + "]}"
    }
    let layout = #"{"type":"layout","layout":{"name":"large","size":{"width":99,"height":99},"#
    let line = layout + #""controls":["# + menus.joined(separator: ",") + "]}}"
    let (began, worked) = (ContinuousClock.now, try daemon.secondsAtWork)
    changes.send(line, line, line, line, line, #"{"type":"ping"}"#)
    _ = try changes.receive("layout")
    plays.touch("began", 780, 345)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    for _ in 0..<4 { #expect(try changes.receive()["type"] as? String == "layout") }
    #expect(try changes.receive()["type"] as? String == "pong")
    let way = (ContinuousClock.now - began) / .seconds(1)
    // Reading takes a tenth, but for the last of the five; there is more to do than that.
    #expect(try daemon.secondsAtWork - worked < way / 2)
    // Nor does a long answer take the place of the next one, where its message had to wait.
    let wrong = line.replacingOccurrences(of: "{}", with: #"{"q":1}"#)
    changes.send(line, wrong, #"{"type":"ping"}"#)
    for type in ["layout", "error", "pong"] {
      #expect(try changes.receive()["type"] as? String == type)
    }
  }

  @Test func manyLinesOfOneClientDoNotHoldUpAnother() throws {
    let daemon = try RunningDaemon()
    let plays = try Client(daemon.socket)
    plays.send(#"{"type":"hello"}"#)
    _ = try plays.receive("welcome")
    let floods = try Client(daemon.socket)
    floods.send(#"{"type":"hello","player":1,"feedback":false}"#)
    _ = try floods.receive("welcome")
    // Stopped, so that all of it is there at once.
    daemon.signal(SIGSTOP)
    floods.send(String(repeating: #"{"type":"layout","name":"retro"}"# + "\n", count: 100))
    plays.send(#"{"type":"ping"}"#)
    daemon.signal(SIGCONT)
    var before = 0
    while try plays.receive()["type"] as? String == "layout" { before += 1 }
    #expect(before <= 4)
    // And nothing of it is lost.
    for _ in before..<100 { _ = try plays.receive("layout") }
  }

  @Test func aPipeInThePlaceOfALayoutHoldsNobodyUp() throws {
    let daemon = try RunningDaemon(
      ["--layouts", ".", "--layout", "mine"], files: ["mine.json5": button("mine", "BTN_SOUTH")])
    let client = try Client(daemon.socket)
    let path = daemon.folder.appendingPathComponent("mine.json5").path
    try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    daemon.signal(SIGHUP)
    #expect(try daemon.logged { $0.contains("stays as it is") }.contains("it is a pipe"))
    client.send(#"{"type":"layout","name":"mine"}"#)
    #expect(try client.error() == "unknown-layout")
    client.touch("began", 1, 1)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  @Test func aPrintedKeyGoesUpThoughTheLayoutWithItIsLeft() throws {
    let daemon = try RunningDaemon(
      ["--layout", "./mine.json5"], files: ["mine.json5": button("mine", "KEY_A")])
    let client = try Client(daemon.socket)
    client.touch("began", 1, 1)
    client.send(#"{"type":"layout","name":"gamepad"}"#)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 0")
  }

  @Test func devicesKeepTheirOrderWhenALayoutBringsOneMore() throws {
    let daemon = try RunningDaemon(
      ["--layouts", ".", "--layout", "two"],
      files: [
        "two.json5": button("two", "BTN_LEFT+BTN_SOUTH"),
        "three.json5": button("three", "BTN_LEFT+KEY_A+BTN_SOUTH"),
      ])
    let client = try Client(daemon.socket)
    client.send(#"{"type":"layout","name":"three"}"#)
    client.touch("began", 1, 1)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
    #expect(try daemon.event() == "mouse EV_KEY BTN_LEFT 1")
  }
}
