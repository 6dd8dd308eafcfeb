// SPDX-License-Identifier: MIT

import JSON
import Testing

@Suite struct WriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.1, "0.1"), (1e6, "1000000"),
    (123.33333587646484, "123.33333587646484"), (1e-7, "1e-07"), (1 / 3, "0.3333333333333333"),
    (9_007_199_254_740_991, "9007199254740991"), (18_014_398_509_481_982, "18014398509481982"),
    (18_014_398_509_481_984, "1.8014398509481984e+16"),
    (1e22, "1e+22"), (-1.7976931348623157e308, "-1.7976931348623157e+308"),
    (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
  ])
  func doublesAreShort(value: Double, text: String) {
    #expect(written { $0.number(value) } == text)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (1_234_567_890, "1234567890"),
    (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
  ])
  func integersAreWhole(value: Int, text: String) {
    #expect(written { $0.integer(value) } == text)
  }

  @Test func stringsAreEscaped() {
    let table = [
      ("", #""""#),
      ("pad", #""pad""#),
      ("a\"b\\c/d", #""a\"b\\c/d""#),
      ("é😀", "\"é😀\""),
      ("\n\r\t\0\u{1F}\u{0B}\u{7F}", "\"\\n\\r\\t\\u0000\\u001f\\u000b\u{7F}\""),
    ]
    for (value, text) in table {
      #expect(written { $0.string(value) } == text)
    }
  }

  @Test func theBufferIsUsedAgain() {
    var writer = JSONWriter()
    for round in 0..<3 {
      writer.removeAll()
      #expect(writer.count == 0)
      #expect(writer.bytes == [])
      writer.raw("[")
      for index in 0..<200 { writer.integer(index % 10) }
      writer.bool(round == 1)
      writer.raw(Array("]".utf8).span)
      #expect(writer.count == 202 + (round == 1 ? 4 : 5))
      #expect(writer.withBytes { $0.count } == writer.count)
      #expect(writer.withBytes { $0[200] } == UInt8(ascii: "9"))
    }
  }

  @Test func aNodeIsWrittenAsItWasRead() {
    let text = #"{"a":[1,-2.5,1000,true,null,"d\n"],"b":{"c":[],"d":{}}}"#
    #expect(reading(text) == text)
  }
}
