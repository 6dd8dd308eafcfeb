// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Several clients, and those who come back.
struct PlayersTests {
  func daemon(_ arguments: String...) throws -> RunningDaemon {
    func button(_ name: String, _ code: String) -> String {
      """
      { name: "\(name)", size: { width: 100, height: 100 }, controls: [
        { id: "a", kind: "button", frame: { x: 0, y: 0, width: 50, height: 50 },
          bind: { press: "\(code)" } } ] }
      """
    }
    return try RunningDaemon(
      ["--layouts", ".", "--layout", "mine"] + arguments,
      files: [
        "mine.json5": button("mine", "BTN_SOUTH"), "other.json5": button("other", "BTN_EAST"),
        "typing.json5": button("typing", "KEY_A"),
      ])
  }

  func number(_ welcome: [String: Any]) -> Int? { welcome["player"] as? Int }
  func token(_ welcome: [String: Any]) -> String { welcome["resume"] as? String ?? "" }
  func layout(_ message: [String: Any]) -> String? {
    (message["layout"] as? [String: Any])?["name"] as? String
  }

  @Test func fourClientsAreFourPlayersInOrder() throws {
    let daemon = try daemon()
    let clients = try (1...4).map { _ in try Client(daemon.socket) }
    for (index, client) in clients.enumerated() {
      let welcome = try client.hello()
      #expect(number(welcome) == index + 1)
      #expect(welcome["leds"] as? [Bool] == (0..<4).map { $0 == index })
    }
    let fifth = try Client(daemon.socket)
    fifth.send(#"{"type":"hello"}"#)
    let error = try fifth.receive("error")
    #expect(error["code"] as? String == "no-free-player")
    #expect(
      error["message"] as? String == "all 4 players are taken; ask again when one is free")
    fifth.send(#"{"type":"hello","player":9}"#)
    #expect(
      try fifth.receive("error")["message"] as? String
        == "there is no player 9; this Flickpad has players 1 to 4")
    // Each has a device of its own.
    clients[2].touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad3 EV_KEY BTN_SOUTH 1")
    clients[0].touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    clients[2].close()
    #expect(try daemon.event() == "gamepad3 EV_KEY BTN_SOUTH 0")
  }

  @Test func whoDroppedOutGetsTheSamePlayerBack() throws {
    let daemon = try daemon("--players", "2")
    let first = try Client(daemon.socket)
    let one = try first.hello(#","client":"one""#)
    let second = try Client(daemon.socket)
    let two = try second.hello(#","client":"two","layout":"other""#)
    first.close()
    second.close()
    // Once the daemon has heard of both, it says that both places are kept.
    let third = try Client(daemon.socket)
    while true {
      third.send(#"{"type":"hello"}"#)
      let message = try third.receive("error")["message"] as? String ?? ""
      if message.contains("2 of them by clients that may come back") { break }
    }
    // Whatever player it asks for.
    let back = try Client(daemon.socket)
    let again = try back.hello(#","player":1,"resume":"\#(token(two))""#)
    #expect(number(again) == 2)
    #expect(layout(again) == "other")
    #expect(token(again) != token(two))
    // By number its own user may have it, too.
    #expect(number(try third.hello(#","player":1"#)) == 1)
    // And whoever has the token may still join.
    let late = try Client(daemon.socket)
    #expect(number(try late.hello(#","resume":"\#(token(one))""#)) == 1)
  }

  @Test func aTokenThatWasUsedOrGivenUpIsNone() throws {
    let daemon = try daemon("--players", "1")
    let first = try Client(daemon.socket)
    let old = token(try first.hello())
    let second = try Client(daemon.socket)
    let new = token(try second.hello(#","resume":"\#(old)""#))
    #expect(try first.error() == "taken-over")
    let third = try Client(daemon.socket)
    third.send(#"{"type":"hello","resume":"\#(old)"}"#)
    #expect(try third.error() == "no-free-player")
    // A bye gives the place up at once.
    second.send(#"{"type":"bye"}"#)
    #expect(throws: NoLine.self) { try second.receive() }
    _ = try third.hello()
    let fourth = try Client(daemon.socket)
    fourth.send(#"{"type":"hello","resume":"\#(new)"}"#)
    #expect(try fourth.error() == "no-free-player")
  }

  /// A script that is run again and again is always the same player.
  @Test func aProgramStartedAgainHasItsPlaceAgain() throws {
    let daemon = try daemon()
    for _ in 0..<3 {
      let client = try Client(daemon.padSocket)
      #expect(number(try client.hello(#","client":"a script""#)) == 1)
      client.close()
      // Not known to be gone yet, it would be another.
      let admin = try Client(daemon.adminSocket)
      while true {
        admin.send(#"{"type":"players"}"#)
        let players = try admin.receive("players")["players"] as? [[String: Any]]
        if players?[0]["isKept"] as? Bool == true { break }
      }
      #expect(number(try Client(daemon.padSocket).hello(#","client":"a phone""#)) == 2)
    }
  }

  /// `printf … | socat` twice in a row is the same player twice.
  @Test func noPlaceIsKeptForAClientThatNeverSaidHello() throws {
    let daemon = try daemon("--players", "2")
    for _ in 0..<3 {
      let client = try Client(daemon.socket)
      client.touch("began", 10, 10)
      #expect(number(try client.receive("welcome")) == 1)
      #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
      client.close()
      #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    }
  }

  @Test func withoutGraceAPlaceIsFreeAtOnce() throws {
    let daemon = try daemon("--players", "1", "--grace", "0")
    let first = try Client(daemon.socket)
    let old = token(try first.hello())
    first.touch("began", 10, 10)
    first.close()
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    let second = try Client(daemon.socket)
    while true {
      second.send(#"{"type":"hello","resume":"\#(old)"}"#)
      if try second.receive()["type"] as? String == "welcome" { break }
    }
  }

  @Test func nobodyJoinsWhoCameThroughThePadSocket() throws {
    let daemon = try daemon()
    let pad = try Client(daemon.padSocket)
    #expect(number(try pad.hello()) == 1)
    let full = try Client(daemon.socket)
    full.send(#"{"type":"hello","player":1}"#)
    #expect(try full.error() == "player-taken")
    #expect(number(try full.hello(#","player":2,"layout":"typing""#)) == 2)
    // And nobody joins those with the keyboard who may not have one.
    let other = try Client(daemon.padSocket)
    other.send(#"{"type":"hello","player":2}"#)
    #expect(try other.error() == "not-allowed")
    #expect(number(try other.hello()) == 3)
  }

  @Test func guestsDoNotShutTheOwnerOut() throws {
    let daemon = try daemon()
    try #require(canOpen(4096), "this test needs 4,096 descriptors; ulimit -n allows fewer")
    var guests: [Client] = []
    for _ in 0..<1536 { guests.append(try Client(daemon.padSocket)) }
    let late = try Client(daemon.padSocket)
    #expect(
      try late.receive("error")["message"] as? String == "1536 clients are at pad.sock already")
    #expect(number(try Client(daemon.socket).hello()) == 1)
    // Each place is for the next one, once it is left.
    guests[0].close()
    while true {
      let next = try Client(daemon.padSocket)
      next.send(#"{"type":"hello"}"#)
      if try next.receive()["type"] as? String == "welcome" { break }
    }
  }
}
