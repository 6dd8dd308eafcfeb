// SPDX-License-Identifier: MIT

import JSON
import Randomness
import Testing

@Suite struct CursorTests {
  @Test func anObjectIsReadFieldByField() throws {
    let text = Array(
      #" { "id" : 7, "ignored":[1,{"id":2}] ,"name":"\u0041b","on":true,"no":null}"#.utf8)
    let bytes = text.span
    var cursor = JSONCursor()
    #expect(try cursor.peek(bytes) == .object)
    try cursor.beginObject(bytes)
    var seen: [String] = []
    while let name = try cursor.nextName(bytes) {
      if name.equals("id", in: bytes) {
        #expect(try cursor.peek(bytes) == .number)
        seen.append("id \(try cursor.integer(bytes) ?? 0)")
      } else if name.equals("name", in: bytes) {
        #expect(try cursor.peek(bytes) == .string)
        let value = try cursor.string(bytes)
        #expect(value.isEscaped)
        #expect(value.equals("Ab", in: bytes) == true)
        seen.append("name \(value.string(in: bytes))")
      } else if name.equals("on", in: bytes) {
        #expect(try cursor.peek(bytes) == .bool)
        seen.append("on \(try cursor.bool(bytes))")
      } else if name.equals("no", in: bytes) {
        #expect(try cursor.peek(bytes) == .null)
        try cursor.null(bytes)
        seen.append("no")
      } else {
        let range = try cursor.skipValue(bytes)
        seen.append(String(decoding: text[range], as: UTF8.self))
      }
    }
    try cursor.finish(bytes)
    #expect(seen == ["id 7", #"[1,{"id":2}]"#, "name Ab", "on true", "no"])
  }

  /// Short and long names are compared in different ways, and those with escapes in a third.
  @Test(arguments: ["", "x", "id", "touches", "protocol", "a longer name", "é"])
  func namesAreEqualToThemselvesAlone(name: String) throws {
    let escaped = name.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()
    for (text, isEscaped) in [(name, false), (escaped, !name.isEmpty)] {
      for tail in [":1}", ":1,\"and\":\"more than eight bytes\"}"] {
        let json = Array("{\"\(text)\"\(tail)".utf8)
        let bytes = json.span
        var cursor = JSONCursor()
        try cursor.beginObject(bytes)
        let read = try #require(try cursor.nextName(bytes))
        #expect(read.isEscaped == (isEscaped && name.utf8.count < 14))
        #expect(read.string(in: bytes) == name)
        #expect(read.equals("", in: bytes) == (name == ""))
        #expect(read.equals("x", in: bytes) == (name == "x"))
        #expect(read.equals("id", in: bytes) == (name == "id"))
        #expect(read.equals("ie", in: bytes) == false)
        #expect(read.equals("touches", in: bytes) == (name == "touches"))
        #expect(read.equals("protocol", in: bytes) == (name == "protocol"))
        #expect(read.equals("protocox", in: bytes) == false)
        #expect(read.equals("a longer name", in: bytes) == (name == "a longer name"))
        #expect(read.equals("é", in: bytes) == (name == "é"))
        #expect(try cursor.integer(bytes) == 1)
      }
    }
  }

  @Test func aGuessedNameIsTakenOnlyWhereItStands() throws {
    let text = Array(#"{"id":1,"phase":2,"touches":3, "x":4,"y":5}"#.utf8)
    let bytes = text.span
    var cursor = JSONCursor()
    try cursor.beginObject(bytes)
    #expect(cursor.nextIs(#""ie":"#, bytes) == false)
    #expect(cursor.nextIs(#""phase":"#, bytes) == false)
    #expect(cursor.nextIs(#""id":"#, bytes) == true)
    #expect(try cursor.integer(bytes) == 1)
    #expect(cursor.nextIs(#""phasd":"#, bytes) == false)
    #expect(cursor.nextIs(#""phase":"#, bytes) == true)
    #expect(try cursor.integer(bytes) == 2)
    #expect(cursor.nextIs(#""tOuches":"#, bytes) == false)
    #expect(cursor.nextIs(#""touchEs":"#, bytes) == false)
    #expect(cursor.nextIs(#""touches":"#, bytes) == true)
    #expect(try cursor.integer(bytes) == 3)
    // A space keeps it from being seen; the name is there all the same.
    #expect(cursor.nextIs(#""x":"#, bytes) == false)
    #expect(try cursor.nextName(bytes)?.equals("x", in: bytes) == true)
    #expect(try cursor.integer(bytes) == 4)
    // Too near to the end to be compared at once.
    #expect(cursor.nextIs(#""y":"#, bytes) == false)
    #expect(try cursor.nextName(bytes)?.equals("y", in: bytes) == true)
    #expect(try cursor.integer(bytes) == 5)
    #expect(cursor.nextIs(#""y":"#, bytes) == false)
    #expect(try cursor.nextName(bytes) == nil)
    try cursor.finish(bytes)
  }

  @Test func aTextCutOffAnywhereIsRefusedAtItsEnd() {
    let text = Array(#"{"a":[1.5e3,"b\u00e9é",true,null,{"c":-0}],"long name":false} "#.utf8)
    for count in 0..<text.count - 1 {
      #expect(skipping(Array(text[..<count])) != nil, "\(count) bytes")
    }
    #expect(skipping(text) == nil)
  }

  /// Whatever comes, the reader ends, at a place within the text, and both ways of reading agree.
  @Test func mutatedTextsAreReadOrRefused() {
    let seeds = [
      #"{"a":[1.5e3,"b\u00e9é",true,null,{"c":-0}],"b":{"d":"\ud83d\ude00"}}"#,
      "// c\n{a: 'x', /* d */ b: [+1, .5, 0x1F, 5.,], \"c\": 'l\\\nm',}",
    ].map { Array($0.utf8) }
    let spice =
      Array("\"'\\{}[]:,/*+-.0123456789eExXuInN \n\t".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xFF]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      var text = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = spice.randomElement(using: &random) ?? 0
        case 1: text.insert(spice.randomElement(using: &random) ?? 0, at: place)
        default: text.remove(at: place)
        }
      }
      for extras in [false, true] {
        let skipped = skipping(text, extras: extras)
        if let skipped { #expect((0...text.count).contains(skipped.offset)) }
        do throws(JSONError) {
          let node = try JSONNode(parsing: text.span, extras: extras)
          #expect(skipped == nil)
          // What was read reads the same when written strictly.
          var writer = JSONWriter()
          writer.node(node)
          let written = writer.bytes
          #expect(reading(written) == String(decoding: written, as: UTF8.self))
        } catch {
          let isOfTheTree = error.reason.hasSuffix("too large")
          #expect(isOfTheTree || skipped == error, "\(String(decoding: text, as: UTF8.self))")
        }
        if skipped == nil && !extras { #expect(skipping(text, extras: true) == nil) }
      }
    }
  }
}
