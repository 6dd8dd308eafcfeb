// SPDX-License-Identifier: MIT

import JSON

/// Numbers that look random and are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The text read and written again, or the error.
func reading(_ text: String, extras: Bool = false) -> String {
  reading(Array(text.utf8), extras: extras)
}

func reading(_ bytes: [UInt8], extras: Bool = false) -> String {
  do throws(JSONError) {
    let node = try JSONNode(parsing: bytes.span, extras: extras)
    var writer = JSONWriter()
    writer.node(node)
    return String(decoding: writer.bytes, as: UTF8.self)
  } catch {
    return error.description
  }
}

/// What is wrong with the text when it is passed over without being built; nil for nothing.
func skipping(_ bytes: [UInt8], extras: Bool = false) -> JSONError? {
  var cursor = JSONCursor(extras: extras)
  do throws(JSONError) {
    try cursor.skipValue(bytes.span)
    try cursor.finish(bytes.span)
    return nil
  } catch {
    return error
  }
}
