// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Service

struct ListenerTests {
  /// Somebody has removed the file, and another daemon has taken its place.
  @Test func aSocketThatIsAnothersNowIsLeftAlone() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("flickpad-\(UUID().uuidString.prefix(8)).sock").path
    var first: Listener? = try Listener.bind(path, .full)
    #expect(first?.path == path)
    try FileManager.default.removeItem(atPath: path)
    var second: Listener? = try Listener.bind(path, .full)
    first = nil
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(second?.path == path)
    second = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aDirectoryThatSomebodyKeepsLockedIsToldOf() throws {
    let folder = try makeFolder().path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lock = open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    #expect {
      _ = try Listener.bind(folder + "/flickpad.sock", .full)
    } throws: { error in
      (error as? Failure)?.message.contains("keeps \(folder) locked") == true
    }
  }
}
