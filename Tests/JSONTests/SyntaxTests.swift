// SPDX-License-Identifier: MIT

import JSON
import Testing

@Suite struct SyntaxTests {
  @Test func whatJSONAllowsIsRead() {
    for (text, value) in Self.allowed {
      #expect(reading(text) == value)
      #expect(skipping(Array(text.utf8)) == nil)
      #expect(reading(text, extras: true) == value)
    }
  }

  private static let allowed = [
    ("null", "null"),
    ("true", "true"),
    ("false", "false"),
    (" \t\r\n1 \t\r\n", "1"),
    ("[]", "[]"),
    ("[ ]", "[]"),
    ("{}", "{}"),
    ("{ }", "{}"),
    ("[1,2 , 3]", "[1,2,3]"),
    ("[[],[[]],{}]", "[[],[[]],{}]"),
    (#"{"a":1,"b":[2],"c":{"d":null}}"#, #"{"a":1,"b":[2],"c":{"d":null}}"#),
    (#"{"a" : 1 , "b" : 2}"#, #"{"a":1,"b":2}"#),
    (#"{"":0}"#, #"{"":0}"#),
    (#"{"a name that is longer than a word":0}"#, #"{"a name that is longer than a word":0}"#),
    (#"{"\u0061\n":0}"#, #"{"a\n":0}"#),
    (#""""#, #""""#),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#),
    (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
    (#""\u00e9\u20AC""#, "\"é€\""),
    (#""\ud83d\ude00\uDBFF\uDFFF""#, "\"😀\u{10FFFF}\""),
    (
      "\"é€😀\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\"",
      "\"é€😀\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\""
    ),
    ("0", "0"),
    ("-0", "-0"),
    ("-0.0", "-0"),
    ("1.0", "1"),
    ("-12.5e+1", "-125"),
    ("1E2", "100"),
    ("1e-2", "0.01"),
    ("0e99999999999999999999", "0"),
    ("1e-99999999999999999999", "0"),
    ("123456789012345678901234567890", "1.2345678901234568e+29"),
  ]

  @Test func whatJSONForbidsIsRefused() {
    for (text, error) in Self.forbidden {
      #expect(reading(text) == error)
      #expect(skipping(Array(text.utf8))?.description == error)
    }
  }

  private static let forbidden = [
    ("", "want a value, got the end at byte 1"),
    ("  ", "want a value, got the end at byte 3"),
    ("nul", "want null at byte 1"),
    ("nulL", "want null at byte 1"),
    ("tru", "want true at byte 1"),
    ("fals", "want false at byte 1"),
    ("True", "want a value, got \"T\" at byte 1"),
    ("nulll", "want the end, got \"l\" at byte 5"),
    ("undefined", "want a value, got \"u\" at byte 1"),
    ("1 2", "want the end, got \"2\" at byte 3"),
    ("[1]]", "want the end, got \"]\" at byte 4"),
    ("{}}", "want the end, got \"}\" at byte 3"),
    ("[", "want a value, got the end at byte 2"),
    ("[1", "want a comma or \"]\", got the end at byte 3"),
    ("[1,", "want a value, got the end at byte 4"),
    ("[1,]", "a comma cannot come last at byte 4"),
    ("[,1]", "want a value, got \",\" at byte 2"),
    ("[1,,2]", "want a value, got \",\" at byte 4"),
    ("[1 2]", "want a comma or \"]\", got \"2\" at byte 4"),
    ("[1}", "want a comma or \"]\", got \"}\" at byte 3"),
    ("[é]", "want a value, got \"é\" at byte 2"),
    ("[\u{0}]", "want a value, got the byte 0x00 at byte 2"),
    ("{", "want a name in quotes, got the end at byte 2"),
    ("{,}", "want a name in quotes, got \",\" at byte 2"),
    ("{1:2}", "want a name in quotes, got \"1\" at byte 2"),
    ("{a:2}", "want a name in quotes, got \"a\" at byte 2"),
    ("{'a':2}", "want a name in quotes, got \"'\" at byte 2"),
    (#"{"a"}"#, "want a colon, got \"}\" at byte 5"),
    (#"{"a" 1}"#, "want a colon, got \"1\" at byte 6"),
    (#"{"a":}"#, "want a value, got \"}\" at byte 6"),
    (#"{"a":1"#, "want a comma or \"}\", got the end at byte 7"),
    (#"{"a":1 "b":2}"#, "want a comma or \"}\", got a quote at byte 8"),
    (#"{"a":1]"#, "want a comma or \"}\", got \"]\" at byte 7"),
    (#"{"a":1,}"#, "a comma cannot come last at byte 8"),
    (#"{"a":1,,"b":2}"#, "want a name in quotes, got \",\" at byte 8"),
    (#"{"a":1} x"#, "want the end, got \"x\" at byte 9"),
    ("// no\n1", "want a value, got \"/\" at byte 1"),
    ("/**/1", "want a value, got \"/\" at byte 1"),
    ("\u{FEFF}1", "want a value, got \"\u{FEFF}\" at byte 1"),
    ("\u{A0}1", "want a value, got \"\u{A0}\" at byte 1"),
    ("\u{0C}1", "want a value, got the byte 0x0C at byte 1"),
    // Strings.
    (#"""#, "this string has no end at byte 1"),
    (#""abcdefghij"#, "this string has no end at byte 1"),
    ("\"a\nb\"", "want an escape in a string, got the byte 0x0A at byte 3"),
    ("\"\t\"", "want an escape in a string, got the byte 0x09 at byte 2"),
    ("\"\u{0}\"", "want an escape in a string, got the byte 0x00 at byte 2"),
    (#""\"#, "there is no escape of the end at byte 2"),
    (#""\a""#, "there is no escape of \"a\" at byte 2"),
    (#""\x41""#, "there is no escape of \"x\" at byte 2"),
    (#""\'""#, "there is no escape of \"'\" at byte 2"),
    (#""\U0041""#, "there is no escape of \"U\" at byte 2"),
    (#""\u12G4""#, "want 4 hexadecimal digits in an escape, got \"G\" at byte 6"),
    (#""\u12"#, "want 4 hexadecimal digits in an escape, got the end at byte 6"),
    (#""\ud83d""#, "this escape is half of a surrogate pair at byte 2"),
    (#""\ud83dx""#, "this escape is half of a surrogate pair at byte 2"),
    (#""\ud83d\n""#, "this escape is half of a surrogate pair at byte 2"),
    (#""\ud83d\ud83d""#, "this escape is half of a surrogate pair at byte 2"),
    (#""\ude00\ud83d""#, "this escape is half of a surrogate pair at byte 2"),
    (#""\ud83d\u00"#, "want 4 hexadecimal digits in an escape, got the end at byte 12"),
    // Numbers.
    ("-", "want a digit, got the end at byte 2"),
    ("--1", "want a digit, got \"-\" at byte 2"),
    ("+1", "want a value, got \"+\" at byte 1"),
    (".5", "want a value, got \".\" at byte 1"),
    ("-.5", "want a digit, got \".\" at byte 2"),
    ("5.", "want a digit, got the end at byte 3"),
    ("5.e1", "want a digit, got \"e\" at byte 3"),
    ("1e", "want a digit, got the end at byte 3"),
    ("1e+", "want a digit, got the end at byte 4"),
    ("1E-x", "want a digit, got \"x\" at byte 4"),
    ("1e1.5", "want the end, got \".\" at byte 4"),
    ("1.2.3", "want the end, got \".\" at byte 4"),
    ("01", "a number cannot have more digits after a first 0 at byte 1"),
    ("-00", "a number cannot have more digits after a first 0 at byte 2"),
    ("0x10", "want the end, got \"x\" at byte 2"),
    ("1a", "want the end, got \"a\" at byte 2"),
    ("1_000", "want the end, got \"_\" at byte 2"),
    ("NaN", "want a value, got \"N\" at byte 1"),
    ("Infinity", "want a value, got \"I\" at byte 1"),
    ("-Infinity", "want a digit, got \"I\" at byte 2"),
  ]

  @Test func bytesThatAreNotUTF8AreRefused() {
    for bytes in Self.notUTF8 {
      for padding in ["", "abc", "0123456789"] {
        let text = Array("[\"\(padding)".utf8) + bytes + Array("\"]".utf8)
        let offset = 2 + padding.utf8.count
        #expect(skipping(text) == JSONError(offset: offset, reason: "this byte is not UTF-8"))
        #expect(skipping(text, extras: true)?.offset == offset)
      }
      #expect(skipping(bytes)?.offset == 0)
    }
  }

  /// Stray, cut off, overlong, surrogates, too high.
  private static let notUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xFF], [0xFE], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xC1, 0xBF],
    [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
    [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
  ]

  @Test func nestingHasALimit() {
    let limit = JSONCursor.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(reading(nested(limit)) == nested(limit))
    let error = "objects and arrays lie more than 64 deep at byte 65"
    #expect(reading(nested(limit + 1)) == error)
    #expect(reading(String(repeating: "[", count: 100_000)) == error)
    #expect(reading(String(repeating: #"{"a":"#, count: 100_000)).hasPrefix("objects and arrays"))
    // Side by side is not deep.
    let wide = "[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]"
    #expect(reading(wide) == wide)
  }

  @Test func aNameTwiceIsKept() {
    let text = #"{"a":{"b":1},"c":{"b":2,"b":3}}"#
    #expect(reading(text) == text)
    #expect(reading(#"{"a":1,"\u0061":2}"#) == #"{"a":1,"a":2}"#)
  }

  @Test func aNumberThatNoDoubleHoldsIsAnErrorOfTheTreeAlone() {
    #expect(reading("[1e308, -1e309]") == "this number is too large at byte 9")
    #expect(skipping(Array("[1e308, -1e309]".utf8)) == nil)
  }
}
