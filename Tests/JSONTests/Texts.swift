// SPDX-License-Identifier: MIT

import JSON

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
