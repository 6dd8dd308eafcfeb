// SPDX-License-Identifier: MIT

import Foundation
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
}
