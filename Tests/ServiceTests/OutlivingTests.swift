// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Service

/// A daemon that is killed, and the next one with what it has left.
@Suite(
  .enabled(
    if: TokenHash("0123456789abcdef0123456789abcdef") != nil, "this machine has no id"))
struct OutlivingTests {
  /// What systemd says where it keeps descriptors. Nobody listens there.
  private let store = ["NOTIFY_SOCKET": "/nowhere/notify", "FDSTORE": "128"]

  /// Starts a daemon, has clients play, kills it and starts the next one. The first one's memory
  /// has been looked at in between.
  private func next(
    after daemon: RunningDaemon, _ arguments: [String] = [],
    meanwhile: (Int32) throws -> Void = { _ in }
  ) throws -> RunningDaemon {
    let memory = try #require(try daemon.keptMemory())
    defer { close(memory) }
    daemon.signal(SIGKILL)
    _ = daemon.end()
    try meanwhile(memory)
    return try RunningDaemon(arguments, environment: store, stored: ("memory", memory))
  }

  private func player(_ welcome: [String: Any]) -> Int? { welcome["player"] as? Int }

  private func resume(_ welcome: [String: Any]) throws -> String {
    #","resume":"\#(try #require(welcome["resume"] as? String))""#
  }

  private func layout(_ message: [String: Any]) -> String? {
    (message["layout"] as? [String: Any])?["name"] as? String
  }

  @Test func whoPlaysComesBackAsTheSamePlayer() throws {
    var daemon = try RunningDaemon(environment: store)
    let (one, two, three) = (
      try Client(daemon.socket), try Client(daemon.socket), try Client(daemon.socket)
    )
    let first = try one.hello()
    let second = try two.hello(#","layout":"retro""#)
    _ = try three.hello(#","client":"who leaves""#)
    three.send(#"{"type":"bye"}"#)
    #expect(throws: NoLine.self) { try three.receive("nothing") }
    daemon = try next(after: daemon) { memory in
      // Nobody who reads it becomes a player by that.
      let bytes = FileHandle(fileDescriptor: memory).readDataToEndOfFile()
      let token = try #require(second["resume"] as? String)
      #expect(bytes.range(of: Data("retro".utf8)) != nil)
      #expect(bytes.range(of: Data(token.utf8)) == nil)
      #expect(bytes.range(of: Data(token.prefix(8).utf8)) == nil)
    }
    let stranger = try Client(daemon.socket)
    #expect(player(try stranger.hello(#","client":"a stranger""#)) == 3, "two are kept")
    var back = try Client(daemon.socket)
    var welcome = try back.hello(try resume(second))
    #expect(player(welcome) == 2)
    #expect(layout(welcome) == "retro")
    // The next kill finds them still there, by the new token and, where that may have been lost, by
    // the old one.
    daemon = try next(after: daemon)
    back = try Client(daemon.socket)
    welcome = try back.hello(try resume(second))
    #expect(player(welcome) == 2)
    daemon = try next(after: daemon)
    back = try Client(daemon.socket)
    #expect(player(try back.hello(try resume(welcome))) == 2)
    back = try Client(daemon.socket)
    #expect(player(try back.hello(try resume(first))) == 1)
    // While it runs, a token is good once.
    back = try Client(daemon.socket)
    #expect(player(try back.hello(#","client":"x""# + resume(first))) == 4)
  }

  @Test func aLayoutThatAClientBroughtIsStillThere() throws {
    var daemon = try RunningDaemon(environment: store)
    let client = try Client(daemon.socket)
    let welcome = try client.hello()
    client.send(
      #"{"type":"layout","layout":{"name":"brought","size":{"width":9,"height":9},"controls":[]}}"#)
    #expect(layout(try client.receive("layout")) == "brought")
    daemon = try next(after: daemon)
    let back = try Client(daemon.socket)
    #expect(layout(try back.hello(try resume(welcome))) == "brought")
  }

  @Test func nobodyIsWaitedForBeyondTheGrace() throws {
    var daemon = try RunningDaemon(environment: store)
    let client = try Client(daemon.socket)
    let welcome = try client.hello()
    daemon = try next(after: daemon, ["--grace", "0"])
    let back = try Client(daemon.socket)
    #expect(player(try back.hello(#","player":2"# + resume(welcome))) == 2, "the token is over")
    let stranger = try Client(daemon.socket)
    #expect(player(try stranger.hello(#","client":"a stranger""#)) == 1)
  }

  @Test func aDamagedMemoryIsForgottenWithOneLine() throws {
    var daemon = try RunningDaemon(environment: store)
    let client = try Client(daemon.socket)
    let welcome = try client.hello()
    daemon = try next(after: daemon) { memory in
      for copy in 0..<2 {
        let bytes = [UInt8](repeating: 0xff, count: 40)
        #expect(pwrite(memory, bytes, 40, off_t(65_536 + copy * MemoryFile.recordSize + 30)) == 40)
      }
    }
    let back = try Client(daemon.socket)
    #expect(player(try back.hello(#","player":2"# + resume(welcome))) == 2)
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    // It comes before the line that says where it listens, which has been read.
    #expect(daemon.linesBefore.count { $0.contains("is forgotten: what was kept is damaged") } == 1)
  }

  @Test(arguments: [
    ("other", "'other', which is nothing of Flickpad's"),
    ("player1-gamepad-0123456789abcdef", "0 of 1 devices go on from before this start"),
  ]) func whatSystemdHandsOverBesidesIsLetGo(name: String, line: String) throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let daemon = try RunningDaemon(environment: store, stored: (name, ends[0]))
    #expect(daemon.linesBefore.count { $0.contains(line) } == 1)
    let client = try Client(daemon.socket)
    #expect(player(try client.hello()) == 1)
  }

  @Test func withoutAStoreNothingIsRemembered() throws {
    let daemon = try RunningDaemon(environment: ["FDSTORE": "0", "FLICKPAD_FDSTORE": "1"])
    #expect(try daemon.keptMemory() == nil)
    let other = try RunningDaemon(environment: ["FLICKPAD_FDSTORE": "1", "NOTIFY_SOCKET": ""])
    #expect(try other.keptMemory() == nil)
  }
}
