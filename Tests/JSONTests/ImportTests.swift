// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The core rooms are closed: what they import decides what they can do.
@Suite struct ImportTests {
  @Test(arguments: [("JSON", []), ("Pad", ["CMath"]), ("Wire", ["JSON", "Pad"])])
  func aRoomImportsOnlyWhatItMay(room: String, allowed: [String]) throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources").appending(path: room)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), !line.hasPrefix("//") else { continue }
        // `import M`, `@testable import M`, `import struct M.T`.
        if words[..<index].contains(where: { !$0.hasPrefix("@") && $0 != "public" }) { continue }
        let module = String(words.last ?? "")
        #expect(allowed.contains(module), "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 0)
  }
}
