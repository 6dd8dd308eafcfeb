// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Randomness
import Testing

/// No file, however broken, does more than be refused.
struct MutationTests {
  private static let pieces: [String] = [
    "{", "}", "[", "]", ",", ":", "'", "\"", "-", "1e9", "1e-9", "1e400", "0", "0.0001", "null",
    "true", "Infinity", "NaN", "//", "/*", "*/", "\n", "\\", "\u{0}", "{}", "[]", "''", "items",
    "bind", "kind", "'slide'", "'menu'", "'dpad'", "repeat: {}", "thumb: 56", "\"KEY_POWER\"",
    "\"ABS_X\"", "\"ABS_X:1\"", "+BTN_A", ":5", "REL_X:0", "xbox360", "ä", "frame: 1",
  ]

  private static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: 0)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 3: bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!.utf8)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: place)
      }
    }
    return bytes
  }

  @Test(arguments: BuiltInLayouts.names)
  func aBrokenFileIsALayoutOrHasErrors(_ name: String) throws {
    let original = try #require(BuiltInLayouts.bytes(named: name))
    var refused = 0
    for seed in 1...500 {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = Self.mutate(original, &random)
      do {
        let loaded = try LayoutFile.read(bytes, path: "t", names: headerNames, reserved: [])
        try checkLimits(loaded.layout, seed)
        // What a client is sent can be read again, and means the same.
        let again = try LayoutFile.read(
          loaded.json, path: "t", names: headerNames, reserved: [])
        #expect(again.layout == loaded.layout, "seed \(seed)")
        #expect(again.json == loaded.json, "seed \(seed)")
      } catch let error as BadLayout {
        refused += 1
        let isPlaced = error.diagnostics.allSatisfy { $0.line > 0 && $0.column > 0 }
        #expect(!error.diagnostics.isEmpty && isPlaced, "seed \(seed)")
      }
    }
    #expect(refused > 150)
  }

  /// What the controls rely on.
  private func checkLimits(_ layout: Layout, _ seed: Int) throws {
    #expect(layout.size.width > 0 && layout.size.height > 0, "seed \(seed)")
    #expect(Set(layout.controls.map(\.id)).count == layout.controls.count, "seed \(seed)")
    for control in layout.controls {
      let frame = control.frame
      #expect(min(frame.width, frame.height) >= 0.001, "seed \(seed)")
      #expect(max(frame.x.magnitude, frame.y.magnitude) <= 1e6, "seed \(seed)")
      if case .slide(let slide) = control.kind {
        let track = slide.orientation == .horizontal ? frame.width : frame.height
        #expect(slide.thumb ?? min(frame.width, frame.height) < track, "seed \(seed)")
      }
    }
    for code in layout.codes {
      #expect(!code.isForbidden && code.device != nil, "seed \(seed)")
      #expect(code.device != .gamepad || layout.gamepad.accepts(code), "seed \(seed)")
    }
  }
}
