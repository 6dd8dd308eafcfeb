// SPDX-License-Identifier: MIT

import Foundation
import Randomness
import Testing

/// Clients that come, play, drop out, come back, are swapped and dropped, at random.
struct RandomPlayersTests {
  private static let layouts = ["gamepad", "retro", "showcase", "none"]

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func whoeverComesAndGoesNothingStaysDown(seed: UInt64) throws {
    let daemon = try RunningDaemon(["--players", "3", "--grace", "0.05"])
    let admin = try Client(daemon.adminSocket)
    var random = SeededGenerator(seed: seed)
    var clients: [Client] = []
    var tokens = [""]
    for _ in 0..<600 {
      let client = clients.randomElement(using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0...2 where clients.count < 6:
        let path = Bool.random(using: &random) ? daemon.socket : daemon.padSocket
        let newcomer = try Client(path)
        let layout = Self.layouts.randomElement(using: &random)!
        newcomer.send(
          #"{"type":"hello","layout":"\#(layout)","resume":"\#(tokens.randomElement(using: &random)!)"}"#
        )
        // Who is turned away is not needed here.
        guard let token = try newcomer.receive()["resume"] as? String else { continue }
        tokens.append(token)
        clients.append(newcomer)
      case 3, 4:
        // In the middle of a line.
        client?.send(Array(#"{"type":"#.utf8))
        client?.close()
        clients.removeAll { $0 === client }
      case 5:
        client?.send(#"{"type":"bye"}"#)
        clients.removeAll { $0 === client }
      case 6:
        client?.send(#"{"type":"layout","name":"\#(Self.layouts.randomElement(using: &random)!)"}"#)
      case 7: client?.send(#"{"type":"reset"}"#)
      case 8, 9:
        let (one, other) = (
          Int.random(in: 1...3, using: &random), Int.random(in: 1...3, using: &random)
        )
        admin.send(#"{"type":"swap","player":\#(one),"with":\#(other)}"#)
        _ = try admin.receive()
      case 10 where Int.random(in: 0..<4, using: &random) == 0:
        admin.send(#"{"type":"drop","player":\#(Int.random(in: 1...3, using: &random))}"#)
        _ = try admin.receive()
      default:
        client?.touch(
          ["began", "moved", "ended", "cancelled"].randomElement(using: &random)!,
          Double.random(in: 0...900, using: &random), Double.random(in: 0...420, using: &random),
          id: Int.random(in: 1...4, using: &random))
      }
    }
    for client in clients { client.close() }
    while true {
      admin.send(#"{"type":"players"}"#)
      let players = try #require(try admin.receive("players")["players"] as? [[String: Any]])
      let isQuiet = players.allSatisfy { player in
        ["sessions", "held"].allSatisfy { (player[$0] as? [Any])?.isEmpty == true }
          && player["isKept"] as? Bool == false
      }
      if isQuiet { break }
    }
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    var last: [String: String] = [:]
    for event in try daemon.restOfEvents() {
      let words = event.split(separator: " ").map(String.init)
      if words[2] == "EV_KEY" || words[2] == "EV_ABS" { last["\(words[1]) \(words[3])"] = words[4] }
    }
    #expect(!last.isEmpty)
    #expect(last.filter { $0.value != "0" }.isEmpty)
  }
}
