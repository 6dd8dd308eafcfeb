// SPDX-License-Identifier: MIT

import JSON
import Testing

/// What JSON5 allows besides JSON, where it is asked for.
@Suite struct ExtrasTests {
  @Test func whatJSON5AllowsIsRead() {
    for (text, value) in Self.allowed {
      #expect(reading(text, extras: true) == value)
      #expect(skipping(Array(text.utf8), extras: true) == nil)
      #expect(skipping(Array(text.utf8)) != nil || text.contains("\u{2028}") || text == #""'""#)
    }
  }

  private static let allowed = [
    // Comments and white space.
    ("// one\n1 // two", "1"),
    ("// one\r1", "1"),
    ("// one\u{2028}1", "1"),
    ("// é 😀\n1", "1"),
    ("/* a * / ** é */1/**/", "1"),
    ("[/**/1/**/,/**/2/**/]", "[1,2]"),
    ("{/**/a/**/:/**/1/**/,//\n}", #"{"a":1}"#),
    ("\u{FEFF}1", "1"),
    ("\u{0B}\u{0C}\u{A0}\u{1680}\u{2003}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}1", "1"),
    // Commas.
    ("[1,]", "[1]"),
    ("[1 , ]", "[1]"),
    ("{a:1,}", #"{"a":1}"#),
    // Names.
    ("{a:1,$b_2:2,_:3,é:4,ключ:5,名:6}", #"{"a":1,"$b_2":2,"_":3,"é":4,"ключ":5,"名":6}"#),
    (
      "{null:1,true:2,Infinity:3,a\u{200D}:4}",
      "{\"null\":1,\"true\":2,\"Infinity\":3,\"a\u{200D}\":4}"
    ),
    (#"{'a b':1,"c":2}"#, #"{"a b":1,"c":2}"#),
    // Strings.
    (#"'a"b'"#, #""a\"b""#),
    (#"'\''"#, #""'""#),
    (#""'""#, #""'""#),
    (#""\x41\xe9\v\0\'\a\é""#, "\"Aé\\u000b\\u0000'aé\""),
    ("'a\\\nb\\\rc\\\r\nd\\\u{2028}e\\\u{2029}f'", #""abcdef""#),
    ("'tab\there'", #""tab\there""#),
    ("'\u{2028}'", "\"\u{2028}\""),
    // Numbers.
    ("+1", "1"),
    ("+.5", "0.5"),
    (".5", "0.5"),
    ("-.5e1", "-5"),
    ("5.", "5"),
    ("5.e1", "50"),
    ("+0", "0"),
    ("0x10", "16"),
    ("0XfF", "255"),
    ("-0x10", "-16"),
    ("+0x1", "1"),
    ("0x1fffffffffffff", "9007199254740991"),
    ("0xFFFFFFFFFFFFFFFF", "1.8446744073709552e+19"),
    (".00000000000000000000000000012345678901234567890123", "1.2345678901234567e-28"),
    ("+123456789012345678901234567890.", "1.2345678901234568e+29"),
  ]

  @Test func whatJSON5ForbidsIsRefused() {
    for (text, error) in Self.forbidden {
      #expect(reading(text, extras: true) == error)
    }
  }

  private static let forbidden = [
    ("", "want a value, got the end at byte 1"),
    ("// only", "want a value, got the end at byte 8"),
    ("/* open", "this comment has no end at byte 1"),
    ("/*/", "this comment has no end at byte 1"),
    ("[1 / 2]", "want a comma or \"]\", got \"/\" at byte 4"),
    ("[,]", "want a value, got \",\" at byte 2"),
    ("[1,,]", "want a value, got \",\" at byte 4"),
    ("{,}", "want a name, got \",\" at byte 2"),
    ("{a:1 b:2}", "want a comma or \"}\", got \"b\" at byte 6"),
    ("{1a:1}", "want a name, got \"1\" at byte 2"),
    ("{a-b:1}", "want a colon, got \"-\" at byte 3"),
    (#"{\u0061:1}"#, "a name with an escape needs quotes at byte 2"),
    ("'a", "this string has no end at byte 1"),
    ("'a\nb'", "want an escape in a string, got the byte 0x0A at byte 3"),
    (#"'\1'"#, "there is no escape of \"1\" at byte 2"),
    (#"'\01'"#, "there is no escape of \"0\" at byte 2"),
    (#"'\x4'"#, "want 2 hexadecimal digits in an escape, got \"'\" at byte 5"),
    (#"'\"#, "there is no escape of the end at byte 2"),
    (".", "want a digit, got the end at byte 2"),
    ("+", "want a digit, got the end at byte 2"),
    ("+-1", "want a digit, got \"-\" at byte 2"),
    ("010", "a number cannot have more digits after a first 0 at byte 1"),
    ("0x", "want a hexadecimal digit, got the end at byte 3"),
    ("0x1.5", "want the end, got \".\" at byte 4"),
    ("0x10000000000000000", "a hexadecimal number has at most 64 bits at byte 1"),
    ("1e+", "want a digit, got the end at byte 4"),
    ("Infinity", "Infinity and NaN cannot be used, want a finite number at byte 1"),
    ("[-Infinity]", "Infinity and NaN cannot be used, want a finite number at byte 2"),
    ("{a: NaN}", "Infinity and NaN cannot be used, want a finite number at byte 5"),
    ("[1, 1e999]", "this number is too large at byte 5"),
  ]

  @Test func bytesOutsideOfStringsAreUTF8Too() {
    for text in ["// ", "/* ", "[", "{"] {
      let bytes = Array(text.utf8) + [0xC3, 0x28]
      #expect(skipping(bytes, extras: true)?.offset == text.utf8.count)
    }
  }
}
