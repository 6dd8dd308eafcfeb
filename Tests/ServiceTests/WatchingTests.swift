// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Players that somebody watches.
struct WatchingTests {
  private func watch(_ player: Int, _ daemon: RunningDaemon) throws -> Client {
    let watcher = try Client(daemon.adminSocket)
    watcher.send(#"{"type":"watch","player":\#(player),"interval":0.01}"#)
    return watcher
  }

  /// The first view that a condition holds for.
  private func view(_ watcher: Client, _ condition: ([String: Any]) -> Bool) throws -> [String: Any]
  {
    while true {
      let view = try watcher.receive("view")
      if condition(view) { return view }
    }
  }

  private func ids(_ view: [String: Any]) -> [Int] {
    (view["touches"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
  }

  @Test func aViewTellsOfTouchesAxesStatesAndTime() throws {
    let daemon = try RunningDaemon()
    let watcher = try watch(1, daemon)
    let idle = try watcher.receive("view")
    #expect(ids(idle).isEmpty && idle["batches"] as? Int == 0)
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"gamepad""#)
    client.touch("began", 780, 345, id: 3)
    client.touch("began", 899, 1, id: 4)
    let view = try view(watcher) { ids($0).count == 2 }
    let touches = view["touches"] as? [[String: Any]] ?? []
    #expect(touches[0]["control"] as? String == "a" && touches[0]["x"] as? Double == 780)
    #expect(touches[1]["control"] == nil)
    #expect((view["held"] as? [[String: Any]])?.first?["code"] as? String == "BTN_SOUTH")
    let axes = view["axes"] as? [[String: Any]] ?? []
    #expect(axes.first?["code"] as? String == "ABS_X")
    #expect(axes.first?["maximum"] as? Int == 32767)
    let states = view["state"] as? [String: [String: Any]] ?? [:]
    #expect(states["a"]?["isDown"] as? Bool == true)
    #expect(view["batches"] as? Int == 1 && view["events"] as? Int == 2)
    let counts = view["latency"] as? [Int] ?? []
    #expect(counts.reduce(0, +) == 1)
    #expect(counts.count == (view["bounds"] as? [Int] ?? []).count + 1)
  }

  @Test func anotherRequestWatchesAnotherPlayer() throws {
    let daemon = try RunningDaemon()
    let watcher = try watch(1, daemon)
    _ = try watcher.receive("view")
    watcher.send(#"{"type":"watch","player":2}"#)
    _ = try view(watcher) { $0["player"] as? Int == 2 }
    #expect(try watcher.receive("view")["player"] as? Int == 2)
    watcher.send(#"{"type":"watch","player":9}"#)
    #expect(try watcher.error() == "unknown-player")
    watcher.send(#"{"type":"watch","player":1,"interval":0}"#)
    #expect(try watcher.error() == "bad-message")
  }

  @Test func whoWatchesLaterCountsFromThen() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"gamepad""#)
    do {
      let watcher = try watch(1, daemon)
      _ = try watcher.receive("view")
      client.touch("began", 780, 345)
      _ = try view(watcher) { $0["batches"] as? Int == 1 }
    }
    // Once the first has left, nothing is counted.
    let manager = try Client(daemon.adminSocket)
    manager.send(#"{"type":"players"}"#)
    _ = try manager.receive("players")
    let watcher = try watch(1, daemon)
    #expect(try watcher.receive("view")["batches"] as? Int == 0)
  }

  @Test func theCommandShowsAView() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"gamepad","client":"a\u001b[31mb""#)
    client.touch("began", 780, 345, id: 3)
    _ = try daemon.event()
    func monitor(_ arguments: String...) throws -> String {
      let ending = try run(
        BuiltPrograms.path("flickpad"), ["monitor", "--socket", daemon.socket] + arguments)
      #expect(ending.status == 0)
      return ending.output
    }
    let text = try monitor()
    #expect(text.contains("BTN_SOUTH <- a <- touch 3 <- session 1"))
    #expect(text.contains("3 of session 1 at 780, 345 -> a"))
    #expect(text.contains("a             isDown yes"))
    #expect(!text.contains("\u{1b}"))
    #expect(try monitor("--json", "--count", "2").split(separator: "\n").count == 2)
  }
}
