// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Layouts that clients bring along: to use, or to be kept.
struct SavingTests {
  /// A layout of one button, on one line.
  private func layout(_ code: String = "BTN_EAST", name: String = "brought") -> String {
    #"{"name":"\#(name)","size":{"width":100,"height":100},"controls":[{"id":"a","#
      + #""kind":"button","frame":{"x":0,"y":0,"width":50,"height":50},"#
      + #""bind":{"press":"\#(code)"}}]}"#
  }

  private func use(_ layout: String) -> String { #"{"type":"layout","layout":\#(layout)}"# }
  private func save(_ layout: String) -> String { #"{"type":"save","layout":\#(layout)}"# }

  private func name(_ message: [String: Any]) -> String? {
    (message["layout"] as? [String: Any])?["name"] as? String
  }

  /// Where the daemon keeps layouts.
  private func kept(_ daemon: RunningDaemon, _ name: String = "brought") -> URL {
    daemon.folder.appendingPathComponent("state/flickpad/layouts/\(name).json5")
  }

  // MARK: Used

  @Test func aLayoutThatIsBroughtIsPlayed() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.padSocket)
    #expect(try client.hello()["saves"] as? Bool == false)
    client.send(use(layout()))
    let answer = try client.receive("layout")
    #expect(name(answer) == "brought")
    #expect(answer["layouts"] == nil, "nothing is kept")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 1")
    // What is held is let go of first.
    client.send(use(layout("BTN_WEST")))
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 0")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_WEST 1")
    #expect(!FileManager.default.fileExists(atPath: kept(daemon).path))
  }

  @Test func aReloadLeavesALayoutThatWasBrought() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.socket)
    client.send(use(layout()))
    _ = try client.receive("layout")
    let other = try Client(daemon.socket)
    _ = try other.hello()
    daemon.signal(SIGHUP)
    #expect(name(try other.receive("layout")) == "gamepad")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 1")
  }

  @Test func aGuestBringsNoKeyboard() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.padSocket)
    client.send(use(layout("KEY_A")))
    #expect(try client.error() == "not-allowed")
    client.send(use(layout()))
    _ = try client.receive("layout")
  }

  @Test func everythingThatIsWrongIsToldAtItsPlace() throws {
    let daemon = try RunningDaemon(["--save"])
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"retro""#)
    for send in [use, save] {
      let bad = layout("KEY_ENTRE").replacingOccurrences(of: #""width":50"#, with: #""width":0"#)
      client.send(send(bad))
      let error = try client.receive("error")
      #expect(error["code"] as? String == "bad-layout")
      let places = error["errors"] as? [[String: String]] ?? []
      #expect(
        places.map { $0["at"] } == ["controls[0].frame.width", "controls[0].bind.press"])
      #expect(places.last?["message"] == #"unknown code "KEY_ENTRE"; did you mean KEY_ENTER?"#)
      #expect(
        (error["message"] as? String)?.split(separator: "\n").last
          == #"controls[0].bind.press: unknown code "KEY_ENTRE"; did you mean KEY_ENTER?"#)
    }
    // The layout is as it was.
    client.touch("began", 670, 322)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  @Test func theCodesThatCanBeBoundAreTold() throws {
    let daemon = try RunningDaemon()
    let guest = try Client(daemon.padSocket)
    guest.send(#"{"type":"codes"}"#)
    let few = try guest.receive("codes")["codes"] as? [String] ?? []
    #expect(few.contains("BTN_SOUTH") && few.contains("ABS_HAT0X"))
    #expect(!few.contains { $0.hasPrefix("KEY_") || $0.hasPrefix("REL_") })
    let owner = try Client(daemon.socket)
    owner.send(#"{"type":"codes"}"#)
    let all = try owner.receive("codes")["codes"] as? [String] ?? []
    #expect(Set(few).isSubset(of: all))
    #expect(all.contains("KEY_A") && all.contains("REL_X") && all.contains("BTN_LEFT"))
    #expect(!all.contains("KEY_POWER") && !all.contains("BTN_TOUCH") && !all.contains("SYN_REPORT"))
    #expect(all == all.sorted())
  }

  // MARK: Kept

  @Test func aLayoutIsKeptUsedAndFoundAgain() throws {
    let daemon = try RunningDaemon(["--save"])
    let client = try Client(daemon.socket)
    #expect(try client.hello()["saves"] as? Bool == true)
    client.send(save(layout()))
    let answer = try client.receive("layout")
    #expect(name(answer) == "brought")
    #expect((answer["layouts"] as? [String])?.last == "brought")
    #expect(try String(contentsOf: kept(daemon), encoding: .utf8) == layout() + "\n")
    client.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 1")
    let other = try Client(daemon.socket)
    #expect(name(try other.hello(#","layout":"brought""#)) == "brought")
    // Kept again, it changes for all who play it.
    client.send(save(layout("BTN_NORTH")))
    #expect(name(try other.receive("layout")) == "brought")
    #expect(try daemon.event() == "gamepad EV_KEY BTN_EAST 0")
    other.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad2 EV_KEY BTN_NORTH 1")
    let folder = kept(daemon).deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["brought.json5"])
  }

  @Test func aLayoutOfALongLineIsKept() throws {
    let daemon = try RunningDaemon(["--save"])
    let client = try Client(daemon.socket)
    _ = try client.hello()
    let spaces = String(repeating: " ", count: 200_000)
    client.send(save(layout() + spaces))
    #expect(name(try client.receive("layout")) == "brought")
    // Only that may be so long.
    client.send(use(layout()) + spaces)
    #expect(try client.error() == "line-too-long")
  }

  @Test func withoutSaveNothingIsKept() throws {
    let daemon = try RunningDaemon()
    let client = try Client(daemon.socket)
    client.send(save(layout()))
    #expect(try client.error() == "not-allowed")
    #expect(!FileManager.default.fileExists(atPath: kept(daemon).path))
    client.send(save(layout() + String(repeating: " ", count: 70_000)))
    #expect(try client.error() == "line-too-long")
  }

  @Test func guestsKeepNothing() throws {
    let daemon = try RunningDaemon(["--save"])
    let client = try Client(daemon.padSocket)
    #expect(try client.hello()["saves"] as? Bool == false)
    client.send(save(layout()))
    #expect(try client.error() == "not-allowed")
    #expect(!FileManager.default.fileExists(atPath: kept(daemon).path))
  }

  @Test func namesThatWouldMeanAnotherLayoutAreRefused() throws {
    let daemon = try RunningDaemon(
      ["--save", "--layouts", "."], files: ["mine.json5": layout(name: "mine")])
    let client = try Client(daemon.socket)
    _ = try client.hello()
    for name in ["gamepad", "mine", "../x"] {
      client.send(save(layout(name: name)))
      let error = try client.receive("error")
      #expect(error["code"] as? String == "bad-layout")
      #expect((error["errors"] as? [[String: String]])?.map { $0["at"] } == ["name"])
    }
    #expect(!FileManager.default.fileExists(atPath: kept(daemon).deletingLastPathComponent().path))
  }

  @Test func whatCannotBeKeptIsNotUsed() throws {
    // A file where the directory should be.
    let daemon = try RunningDaemon(["--save"], files: ["state": ""])
    let client = try Client(daemon.socket)
    _ = try client.hello(#","layout":"retro""#)
    client.send(save(layout()))
    let error = try client.receive("error")
    #expect(error["code"] as? String == "not-saved")
    #expect((error["message"] as? String)?.hasSuffix("Not a directory") == true)
    client.touch("began", 670, 322)
    #expect(try daemon.event() == "gamepad EV_KEY BTN_SOUTH 1")
  }

  @Test func whoStillPlaysWithoutAKeyboardKeepsTheOldLayout() throws {
    let daemon = try RunningDaemon(["--save"])
    let owner = try Client(daemon.socket)
    _ = try owner.hello()
    owner.send(save(layout()))
    _ = try owner.receive("layout")
    let guest = try Client(daemon.padSocket)
    _ = try guest.hello(#","layout":"brought""#)
    owner.send(save(layout("KEY_A")))
    _ = try owner.receive("layout")
    #expect(try daemon.logged { $0.contains("stays as it is") }.contains("player 2"))
    guest.touch("began", 10, 10)
    #expect(try daemon.event() == "gamepad2 EV_KEY BTN_EAST 1")
    owner.touch("began", 10, 10)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_A 1")
  }
}
