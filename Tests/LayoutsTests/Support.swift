// SPDX-License-Identifier: MIT

import Foundation
import Layouts
import Pad

/// The names of linux/input-event-codes.h as the header on this machine has them.
let headerNames: CodeNames = {
  let path = "/usr/include/linux/input-event-codes.h"
  let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  var numbers: [String: UInt16] = [:]
  for line in text.split(separator: "\n") where line.hasPrefix("#define ") {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count > 2, !words[1].hasSuffix("_CNT") else { continue }
    let isHexadecimal = words[2].hasPrefix("0x")
    let number =
      isHexadecimal ? UInt16(words[2].dropFirst(2), radix: 16) : UInt16(words[2])
    numbers[String(words[1])] = number ?? numbers[String(words[2])]
  }
  let types: [String: EventType] = ["KEY_": .key, "BTN_": .key, "ABS_": .abs, "REL_": .rel]
  var codes: [String: Code] = [:]
  for (name, number) in numbers {
    if let type = types[String(name.prefix(4))] { codes[name] = Code(type, number) }
  }
  let table = codes
  let all = table.keys.sorted()
  return CodeNames(
    code: { table[$0] }, name: { code in all.first { table[$0] == code } }, all: { all })
}()

/// What the reader says about a file: its errors, or its warnings if it has none.
func findings(_ text: String, fileName: String? = nil) -> [String] {
  findings(Array(text.utf8), fileName: fileName)
}

func findings(_ bytes: [UInt8], fileName: String? = nil) -> [String] {
  do {
    return try LayoutFile.read(bytes, path: "t", names: headerNames, fileName: fileName).warnings
      .map(\.description)
  } catch {
    return error.diagnostics.map(\.description)
  }
}

/// A file of one control, which stands in its second line.
func file(of control: String, gamepad: String = "generic") -> String {
  "{ name: \"t\", size: { width: 800, height: 400 }, gamepad: \"\(gamepad)\", controls: [\n"
    + control + "\n] }"
}

/// A control of a kind with further fields.
func control(_ kind: String, _ fields: String) -> String {
  "{ id: \"c\", kind: \"\(kind)\", frame: { x: 0, y: 0, width: 200, height: 100 }, \(fields) }"
}
