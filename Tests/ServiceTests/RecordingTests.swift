// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Sessions on disk, and what becomes of them when they are played again.
struct RecordingTests {
  private func flickpad(_ arguments: String...) throws -> Ending {
    try run(BuiltPrograms.path("flickpad"), arguments)
  }

  private func scripts(_ daemon: RunningDaemon) throws -> [String] {
    let folder = daemon.folder.appendingPathComponent("recordings").path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { folder + "/" + $0 }
  }

  /// Events without their ends, each with the time since the first.
  private func events(_ lines: [String]) -> [(text: String, time: Double)] {
    let words = lines.filter { !$0.contains("SYN_REPORT") }.map {
      $0.split(separator: " ", maxSplits: 1).map(String.init)
    }
    guard let first = words.first.flatMap({ Double($0[0]) }) else { return [] }
    return words.map { ($0[1], (Double($0[0]) ?? .nan) - first) }
  }

  @Test func aSessionIsReplayedToTheSameEvents() throws {
    let own = """
      {"name":"own","gamepad":"generic","size":{"width":100,"height":100},"controls":[
      {"id":"s","kind":"stick","frame":{"x":0,"y":0,"width":60,"height":60},
      "bind":{"x":"ABS_X","y":"ABS_Y"}},
      {"id":"t","kind":"tilt","frame":{"x":60,"y":60,"width":40,"height":40},
      "centre":{"roll":0,"pitch":0},"smoothing":0,"bind":{"x":"ABS_RX"}}]}
      """.filter { $0 != "\n" }
    let daemon = try RunningDaemon(["--record", "recordings"])
    let client = try Client(daemon.socket)
    let token = try #require(try client.hello(#","layout":"retro""#)["resume"] as? String)
    client.touch("began", 670, 322)
    _ = try daemon.event()
    client.touch("ended", 670, 322)
    _ = try daemon.event()
    client.send(#"{"type":"layout","layout":\#(own)}"#)
    _ = try client.receive("layout")
    client.touch("began", 30, 30, id: -7)
    client.touch("moved", 41.123456789, 21.5, id: -7)
    client.send(#"{"type":"motion","gyro":[0,0,0],"accel":[3,0.25,9]}"#)
    client.send(#"{"type":"reset","control":"s"}"#, #"{"type":"cancel"}"#, "nonsense")
    client.touch("began", 30, 30, id: 8)
    client.touch("moved", 20, 40, id: 8)
    client.send(#"{"type":"bye"}"#)
    // Closed by the daemon: all is written.
    while (try? client.receive()) != nil {}
    let scripts = try scripts(daemon)
    #expect(scripts.count == 1)
    let script = try String(contentsOfFile: scripts[0], encoding: .utf8)
    #expect(!script.contains(token) && !script.contains("resume"))
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    let (status, output, _) = try flickpad("simulate", "gamepad", scripts[0])
    #expect(status == 0)
    let replayed = events(output.split(separator: "\n").map(String.init))
    // What `event()` has taken is gone from the daemon's output.
    let heard = events(try daemon.restOfEvents())
    #expect(replayed.count == heard.count + 2)
    #expect(replayed.dropFirst(2).map(\.text) == heard.map(\.text))
    let offset = replayed[2].time
    for (again, first) in zip(replayed.dropFirst(2), heard) {
      // A daemon that is late with a write makes a tap longer.
      #expect(abs(again.time - offset - first.time) < 0.1, "\(first)")
    }
    #expect(heard.contains { $0.text.hasPrefix("gamepad EV_ABS ABS_RX") })
  }

  @Test(arguments: [true, false])
  func aLineThatIsRefusedIsNamed(saysHello: Bool) throws {
    let daemon = try RunningDaemon()
    let script = daemon.folder.appendingPathComponent("script").path
    let hello = saysHello ? #"{"t":0,"type":"hello","client":"x"}"# : ""
    try """
    \(hello)
    {"t":0,"type":"cancel"}

    {"t":0.01,"type":"layout","name":"nope"}
    {"t":0.02,"type":"nonsense"}
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let (status, _, errors) = try flickpad("replay", script, "--socket", daemon.socket)
    #expect(status == 65)
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, number) in zip(lines, [4, 5]) {
      #expect(line.hasPrefix("flickpad: \(script):\(number): the daemon refuses a line: "))
    }
  }

  @Test func aRecordingIsPlayedToTheDaemon() throws {
    let daemon = try RunningDaemon(["--record", "recordings"])
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"retro""#)
    client.touch("began", 670, 322)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    client.touch("ended", 670, 322)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    client.send(#"{"type":"bye"}"#)
    while (try? client.receive()) != nil {}
    let (status, output, _) = try flickpad(
      "replay", "--socket", daemon.socket, "--feedback", "--speed", "10", try scripts(daemon)[0])
    #expect(status == 0)
    #expect(output.contains(#""event":"touchUp""#))
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 0")
    // The recording of the replay says the same, once it has the layout.
    let lines = try scripts(daemon).map { path in
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
        line.drop { $0 != "," }
      }
    }
    #expect(lines.count == 2)
    #expect(lines.first == lines.last.map { Array($0.dropFirst()) })
  }

  @Test func aRecordingLetsGoWhereTheDaemonWasStopped() throws {
    let daemon = try RunningDaemon(["--record", "recordings"])
    let client = try Client(daemon.socket)
    client.touch("began", 780, 345)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    let (status, output, _) = try flickpad("simulate", "gamepad", try scripts(daemon)[0])
    #expect(status == 0)
    #expect(output.contains("gamepad EV_KEY BTN_SOUTH 0"))
  }

  @Test func whatWasSaidIsRecordedSoonWhereNoMoreIsSaid() throws {
    let daemon = try RunningDaemon(["--record", "recordings"])
    let client = try Client(daemon.socket)
    let repeating = """
      {"name":"repeating","size":{"width":100,"height":100},"controls":[
      {"id":"b","kind":"button","frame":{"x":0,"y":0,"width":100,"height":100},
      "repeat":{"delay":0.5,"interval":0.5},"bind":{"press":"KEY_A"}}]}
      """.filter { $0 != "\n" }
    client.send(#"{"type":"layout","layout":\#(repeating)}"#)
    _ = try client.receive("layout")
    client.touch("began", 50, 50)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
    // More than a second later, by the daemon's own clock.
    for _ in 0..<4 { #expect(try daemon.event() == "keyboard EV_KEY KEY_A 2") }
    daemon.signal(SIGKILL)
    _ = daemon.end()
    let script = try String(contentsOfFile: try scripts(daemon)[0], encoding: .utf8)
    #expect(script.contains(#""phase":"began""#))
    #expect(script.hasSuffix("}\n"))
  }

  @Test func aRecordingThatFillsTheDiskEndsWithAWholeLine() throws {
    let daemon = try RunningDaemon(["--record", "recordings"], blocks: 3)
    let client = try Client(daemon.socket)
    for _ in 0..<100 { client.touch("began", 780, 345) }
    client.send(#"{"type":"bye"}"#)
    while (try? client.receive()) != nil {}
    let script = try String(contentsOfFile: try scripts(daemon)[0], encoding: .utf8)
    #expect(script.utf8.count > 1400)
    #expect(script.hasSuffix("}\n"))
    #expect(try flickpad("simulate", "gamepad", try scripts(daemon)[0]).status == 0)
    // Nobody was slowed by it, and the next may try again.
    #expect(try Client(daemon.socket).hello()["player"] as? Int == 1)
  }

  @Test func aRecordingLeavesThoseOfTheSameSecondAsTheyAre() throws {
    let daemon = try RunningDaemon(["--record", "recordings"])
    // As another daemon leaves them, whose first session begins now or soon.
    let format = DateFormatter()
    format.timeZone = .gmt
    format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    for second in 0..<60 {
      let time = format.string(from: Date(timeIntervalSinceNow: Double(second)))
      for ending in ["", "-2"] {
        try daemon.write("", to: "recordings/\(time)-player1-session1\(ending).script")
      }
    }
    let client = try Client(daemon.socket)
    _ = try client.hello()
    client.send(#"{"type":"bye"}"#)
    while (try? client.receive()) != nil {}
    let written = try scripts(daemon).filter {
      try !String(contentsOfFile: $0, encoding: .utf8).isEmpty
    }
    #expect(written.count == 1)
    #expect(written.first?.hasSuffix("-player1-session1-3.script") == true)
  }

  @Test func aLayoutTooLongForALineIsRecordedByItsName() throws {
    let label = String(repeating: "x", count: 65_536)
    let big = """
      {"name":"big","size":{"width":100,"height":100},"controls":[
      {"id":"b","kind":"button","frame":{"x":0,"y":0,"width":100,"height":100},
      "label":"\(label)","bind":{"press":"KEY_A"}}]}
      """
    let daemon = try RunningDaemon(
      ["--record", "recordings", "--layouts", "."], files: ["big.json": big])
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"big""#)
    client.touch("began", 50, 50)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
    client.send(#"{"type":"bye"}"#)
    while (try? client.receive()) != nil {}
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 0")
    let script = try scripts(daemon)[0]
    // By the name of the file that is played, and where layouts are looked for.
    let folder = daemon.folder.path
    for layout in [["\(folder)/big.json"], ["retro", "--layouts", folder]] {
      let (status, output, _) = try run(
        BuiltPrograms.path("flickpad"), ["simulate"] + layout + [script])
      #expect(status == 0)
      #expect(output.contains("keyboard EV_KEY KEY_A 1"))
    }
    let (status, _, errors) = try flickpad("replay", "--socket", daemon.socket, script)
    #expect(status == 0 && errors.isEmpty)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
  }

  @Test func nothingIsRecordedInAFile() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("file").path
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    let (status, _, errors) = try flickpad(
      "serve", "--output", "print", "--socket", folder.path + "/socket", "--record", file)
    #expect(status == 73)
    #expect(errors == "flickpad: cannot record in \(file): Not a directory\n")
  }

  @Test func aScriptThatIsWrongIsNotPlayed() throws {
    let daemon = try RunningDaemon(files: [
      "backwards": #"{"t":1,"type":"cancel"}"# + "\n" + #"{"t":0.5,"type":"cancel"}"#,
      "timeless": #"{"type":"cancel"}"#, "broken": "{", "refused": #"{"t":0,"type":"save"}"#,
    ])
    for file in ["backwards", "timeless", "broken", "refused"] {
      let path = daemon.folder.appendingPathComponent(file).path
      #expect(try flickpad("replay", "--socket", daemon.socket, path).status == 65, "\(file)")
    }
    #expect(try flickpad("replay", "--socket", daemon.socket, "/nowhere").status == 66)
    #expect(
      try flickpad("replay", "--socket", "/nowhere", daemon.folder.path + "/refused").status == 69)
  }
}
