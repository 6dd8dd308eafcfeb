// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// A thousand clients, most of them bad ones, and four players among them.
struct CrowdTests {
  @Test func playersPlayOnAmongAThousandOthers() throws {
    try #require(canOpen(4096), "this test needs 4,096 descriptors; ulimit -n allows fewer")
    let daemon = try RunningDaemon()
    var players: [Client] = []
    for _ in 0..<4 {
      let player = try Client(daemon.socket)
      _ = try player.hello(#","layout":"retro""#)
      players.append(player)
    }
    let alone = daemon.memory
    // Some ask and never read the answers, some send a byte now and then, some are just there.
    var deaf: [Client] = []
    let pings = String(repeating: #"{"type":"ping","id":"0123456789"}"# + "\n", count: 100)
    for _ in 0..<500 {
      deaf.append(try Client(daemon.socket))
      deaf.last?.send(Array(pings.utf8))
    }
    var slow: [Client] = []
    for _ in 0..<100 { slow.append(try Client(daemon.padSocket)) }
    var quiet: [Client] = []
    for _ in 0..<296 { quiet.append(try Client(daemon.padSocket)) }
    let line = #"{"type":"ping","id":1}"# + "\n"
    for byte in line.utf8 {
      for client in slow { client.send([byte]) }
      // Each time others come with nothing but nonsense, a hundred lines of it.
      let noise = try Client(daemon.padSocket)
      noise.send(Array(String(repeating: "nonsense\n", count: 200).utf8))
      for (index, player) in players.enumerated() {
        let device = index == 0 ? "gamepad" : "gamepad\(index + 1)"
        player.touch("began", 670, 322)
        #expect(try daemon.event() == "\(device) EV_KEY BTN_SOUTH 1")
        player.touch("ended", 670, 322)
        #expect(try daemon.event() == "\(device) EV_KEY BTN_SOUTH 0")
      }
    }
    // Nobody who behaved was sent away: the slow ones get their answers, and who was quiet can speak.
    for client in slow { #expect(try client.receive()["code"] as? String == "no-free-player") }
    for client in quiet {
      client.send(line)
      #expect(try client.receive()["code"] as? String == "no-free-player")
    }
    let more = daemon.memory - alone
    #expect(BuiltPrograms.areSanitized || more < 64 << 20, "\(more) bytes more")
    print("a thousand clients take \(more >> 10) KiB of the daemon's memory")
  }
}
