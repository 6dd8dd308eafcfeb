// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Players that are swapped, dropped, identified and listed through the socket for that.
extension PlayersTests {
  @Test func twoPlayersSwap() throws {
    let daemon = try daemon()
    let (first, second) = (try Client(daemon.socket), try Client(daemon.padSocket))
    _ = try first.hello()
    _ = try second.hello(#","layout":"other""#)
    first.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"swap","player":1,"with":2}"#)
    #expect(try admin.receive()["type"] as? String == "done")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    let told = try first.receive("player")
    #expect(told["player"] as? Int == 2)
    #expect(told["leds"] as? [Bool] == [false, true, false, false])
    // Layouts stay with the players.
    #expect(layout(try first.receive("layout")) == "other")
    #expect(try second.receive("player")["player"] as? Int == 1)
    first.touch("moved", 11, 11)
    first.touch("began", 10, 10, id: 2)
    #expect(try daemon.event() == "gamepad2 EV_KEY BTN_EAST 1")
    second.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    // Also with a player whom nobody plays.
    admin.send(#"{"type":"swap","player":3,"with":1}"#)
    _ = try admin.receive("done")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    second.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad3 EV_KEY BTN_SOUTH 1")
    #expect(number(try Client(daemon.socket).hello()) == 1)
  }

  @Test func aSwapThatGivesThePadSocketKeysIsRefused() throws {
    let daemon = try daemon()
    let (first, second) = (try Client(daemon.padSocket), try Client(daemon.socket))
    _ = try first.hello()
    _ = try second.hello(#","layout":"typing""#)
    first.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"swap","player":1,"with":2}"#)
    #expect(try admin.error() == "not-allowed")
    // Nothing has changed.
    first.touch("ended", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
  }

  @Test func whoWasDroppedIsToldAndHasNoWayBack() throws {
    let daemon = try daemon("--players", "1")
    let client = try Client(daemon.socket)
    let old = token(try client.hello())
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"drop","player":1}"#)
    _ = try admin.receive("done")
    #expect(try client.error() == "dropped")
    #expect(throws: NoLine.self) { try client.receive() }
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    let next = try Client(daemon.socket)
    _ = try next.hello(#","client":"next","feedback":false"#)
    let back = try Client(daemon.socket)
    back.send(#"{"type":"hello","resume":"\#(old)"}"#)
    #expect(try back.error() == "no-free-player")
    // A place that is only kept can be freed as well.
    next.close()
    while true {
      back.send(#"{"type":"hello"}"#)
      if (try back.receive("error")["message"] as? String)?.contains("come back") == true { break }
    }
    admin.send(#"{"type":"drop","player":1}"#)
    _ = try admin.receive("done")
    _ = try back.hello()
  }

  @Test func aDropIsOverWhenItIsAnswered() throws {
    let daemon = try daemon("--players", "1")
    let client = try Client(daemon.socket)
    _ = try client.hello()
    client.close()
    let admin = try Client(daemon.adminSocket)
    while true {
      admin.send(#"{"type":"players"}"#)
      let players = try admin.receive("players")["players"] as? [[String: Any]]
      if players?[0]["isKept"] as? Bool == true { break }
    }
    // In one piece, so that the daemon works on all of it in one round.
    let drop = #"{"type":"drop","player":1}"# + "\n"
    admin.send(Array((drop + #"{"type":"players"}"# + "\n" + drop).utf8))
    _ = try admin.receive("done")
    let players = try admin.receive("players")["players"] as? [[String: Any]]
    #expect(players?[0]["isKept"] as? Bool == false)
    #expect(try admin.error() == "unknown-player")
  }

  /// What a client has sent waits for new devices; it is swapped to a player that needs none.
  @Test func aSwapLosesNothingThatWaitsForDevices() throws {
    let daemon = try daemon("--plug", "all")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"players"}"#)
    _ = try admin.receive("players")
    let client = try Client(daemon.socket)
    _ = try client.hello()
    // Both are read in one round, the client first.
    daemon.signal(SIGSTOP)
    let ping = #"{"type":"ping","id":1}"#
    client.send(Array((#"{"type":"layout","name":"typing"}"# + "\n" + ping + "\n").utf8))
    admin.send(#"{"type":"swap","player":1,"with":2}"#)
    daemon.signal(SIGCONT)
    _ = try admin.receive("done")
    _ = try client.receive("pong")
  }

  @Test func aSwapToAPlayerWithoutDevicesBringsTheLayoutThatWasReadLast() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    _ = try client.hello()
    let text = try String(
      contentsOf: daemon.folder.appendingPathComponent("mine.json5"), encoding: .utf8)
    try daemon.write(text.replacing("BTN_SOUTH", with: "BTN_WEST"), to: "mine.json5")
    daemon.signal(SIGHUP)
    _ = try client.receive("layout")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"swap","player":1,"with":2}"#)
    _ = try admin.receive("done")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad2 EV_KEY BTN_WEST 1")
  }

  @Test func aPlayerMakesItselfKnown() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    _ = try client.hello()
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"identify","player":1}"#)
    _ = try admin.receive("done")
    let rumble = try client.receive()
    #expect(rumble["type"] as? String == "rumble")
    #expect(rumble["duration"] as? Double == 0.5)
    #expect(try client.receive()["type"] as? String == "haptic")
  }

  @Test func theListSaysWhoHoldsWhat() throws {
    let daemon = try daemon("--plug", "demand")
    let client = try Client(daemon.padSocket)
    _ = try client.hello(#","client":"a phone","player":2"#)
    client.touch("began", 10, 10, id: 7)
    #expect(try daemon.event() == "gamepad2 EV_KEY BTN_SOUTH 1")
    let admin = try Client(daemon.adminSocket)
    admin.send(#"{"type":"players"}"#)
    let players = try #require(try admin.receive("players")["players"] as? [[String: Any]])
    #expect(players.map { $0["player"] as? Int } == [1, 2, 3, 4])
    #expect((players[0]["devices"] as? [Any])?.isEmpty == true)
    let session = try #require((players[1]["sessions"] as? [[String: Any]])?.first)
    #expect(session["client"] as? String == "a phone")
    #expect(session["socket"] as? String == "pad.sock")
    #expect(session["user"] as? Int == Int(getuid()))
    let held = try #require((players[1]["held"] as? [[String: Any]])?.first)
    #expect(held["code"] as? String == "BTN_SOUTH")
    #expect(held["control"] as? String == "a")
    let touch = try #require((held["touches"] as? [[String: Any]])?.first)
    #expect(touch["id"] as? Int == 7)
    #expect(touch["session"] as? Int == session["session"] as? Int)
    let text = try self.players(daemon)
    #expect(text.output.contains("player 1: free, layout mine\n"))
    #expect(text.output.contains("player 2: plays, layout mine\n"))
    #expect(text.output.contains(": a phone of user \(getuid()) through pad.sock, for "))
    #expect(text.output.contains("  BTN_SOUTH <- a <- touch 7 <- session "))
  }

  @Test func theListBearsWhateverClientsCallThemselvesAndTheirFingers() throws {
    let daemon = try daemon()
    let client = try Client(daemon.socket)
    // One letter, as far as Swift is concerned.
    let name = "e" + String(repeating: "\u{301}", count: 20_000)
    _ = try client.hello(#","client":"\#(name)""#)
    client.touch("began", 10, 10, id: .max)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    let nameless = try Client(daemon.socket)
    _ = try nameless.hello(##","client":"""##)
    let output = try players(daemon).output
    #expect(output.contains(": e" + String(repeating: "\u{301}", count: 63) + " of user "))
    #expect(output.contains("  BTN_SOUTH <- a <- touch 9223372036854775807 <- session "))
    #expect(output.contains("  gamepad\n"))
    #expect(output.contains(": a client of user "))
  }

  /// `flickpad players` with words.
  private func players(
    _ daemon: RunningDaemon, _ words: [String] = []
  ) throws -> (status: Int32, output: String) {
    let ending = try run(
      BuiltPrograms.path("flickpad"), ["players", "--socket", daemon.socket] + words)
    return (ending.status, ending.output + ending.errors)
  }

  @Test func everyWrongRequestIsAnsweredInOneLine() throws {
    let daemon = try daemon("--players", "2")
    let table: [(words: [String], status: Int32, says: String)] = [
      (["swap", "1", "2"], 65, "nobody plays as player 1 or 2"),
      (["swap", "1", "1"], 65, "with: want another player than player, got the same"),
      (["swap", "1", "9"], 65, "there is no player 9; this Flickpad has players 1 to 2"),
      (["drop", "2"], 65, "nobody plays as player 2"),
      (["identify", "2"], 65, "nobody plays as player 2"),
      (["identify", "17"], 64, "want a player's number from 1 to 16, not '17'"),
      (["swap", "1"], 64, "swap takes two players, not 1"),
      (["kick", "1"], 64, "want swap, drop or identify, not 'kick'"),
    ]
    for (words, status, says) in table {
      let answer = try players(daemon, words)
      #expect(answer.status == status, "\(words)")
      #expect(answer.output.contains(says), "\(words): \(answer.output)")
      #expect(answer.output.split(separator: "\n").count == 1, "\(words): \(answer.output)")
    }
    let admin = try Client(daemon.adminSocket)
    for (line, code) in [
      ("{", "bad-json"), ("[]", "bad-message"), ("{}", "bad-message"),
      (#"{"type":"hello"}"#, "unknown-type"), (#"{"type":"swap","player":1}"#, "bad-message"),
      (#"{"type":"drop","player":0}"#, "bad-message"),
      (#"{"type":"drop","player":3}"#, "unknown-player"),
      (#"{"type":"players","type":"drop","player":1}"#, "bad-message"),
    ] {
      admin.send(line)
      #expect(try admin.error() == code, "\(line)")
    }
  }

  @Test func playersAreManagedByNoOtherSocket() throws {
    let daemon = try daemon()
    for path in [daemon.socket, daemon.padSocket] {
      let client = try Client(path)
      client.send(#"{"type":"players"}"#)
      #expect(try client.error() == "unknown-type")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: daemon.adminSocket)
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }
}
