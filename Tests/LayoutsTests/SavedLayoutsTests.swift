// SPDX-License-Identifier: MIT

import Foundation
import Layouts
import Testing

struct SavedLayoutsTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("flickpad-\(UUID().uuidString.prefix(8))")

  private func place(_ environment: [String: String]) -> String? {
    SavedLayouts.place { environment[$0] }?.directory
  }

  @Test func theServicesStateDirectoryComesFirst() {
    let user = ["XDG_STATE_HOME": "/s", "HOME": "/h"]
    #expect(
      place(user.merging(["STATE_DIRECTORY": "/var/lib/flickpad:/b"]) { $1 })
        == "/var/lib/flickpad/layouts")
    #expect(place(user) == "/s/flickpad/layouts")
    #expect(place(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/flickpad/layouts")
    #expect(place([:]) == nil)
  }

  @Test func aLayoutTakesThePlaceOfTheOneBefore() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedLayouts(directory: folder.path + "/a/b")
    try saved.keep("x", Array("one".utf8))
    try saved.keep("x", Array("two".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: saved.directory) == ["x.json5"])
    #expect(
      try String(contentsOfFile: saved.directory + "/x.json5", encoding: .utf8) == "two")
  }

  @Test func onlySoManyAreKept() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedLayouts(directory: folder.path)
    for number in 0..<SavedLayouts.limit { try saved.keep("x\(number)", []) }
    #expect(throws: SavedLayouts.Refusal.self) { try saved.keep("y", []) }
    // Those that are there can still be changed.
    try saved.keep("x7", [1])
  }

  @Test func nothingIsLeftOfWhatCannotBeWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedLayouts(directory: folder.path)
    try FileManager.default.createDirectory(
      atPath: saved.directory + "/x.json5", withIntermediateDirectories: true)
    #expect(
      throws: SavedLayouts.Refusal(
        description: "cannot keep it in \(saved.directory): Is a directory")
    ) { try saved.keep("x", [1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: saved.directory) == ["x.json5"])
  }
}
