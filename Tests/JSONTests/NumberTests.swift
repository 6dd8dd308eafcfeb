// SPDX-License-Identifier: MIT

import JSON
import Randomness
import Testing

@Suite struct NumberTests {
  private func double(_ text: String) throws -> Double {
    var cursor = JSONCursor()
    return try cursor.double(Array(text.utf8).span)
  }

  private func integer(_ text: String) throws -> Int64? {
    var cursor = JSONCursor()
    return try cursor.integer(Array(text.utf8).span)
  }

  private func expectSame(_ text: String) throws {
    let expected = try #require(Double(text))
    let read = try double(text)
    if read.bitPattern != expected.bitPattern {
      Issue.record("\(text) was read as \(read), not \(expected)")
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "0.1", "0.30000000000000004", "9007199254740993", "9007199254740992.5",
    "4503599627370496.5", "4503599627370497.5", "123.33333587646484", "1e22", "1e23", "8.5e-23",
    "18446744073709551615", "9999999999999999999", "0.9999999999999999999", "1e-27", "1e27",
    "9999999999999999999e27", "1e-28", "1e308", "1.7976931348623157e308", "1.7976931348623159e308",
    "1e309", "2.2250738585072014e-308", "2.2250738585072011e-308", "5e-324", "2e-324", "1e-999",
    "0.000000000000000000000000000000000000000000000000000012345", "6.02214076e23",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
  ])
  func hardNumbersAreExact(text: String) throws {
    try expectSame(text)
  }

  @Test func randomDecimalsAreExact() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      var text = Bool.random(using: &random) ? "-" : ""
      let whole = Int.random(in: 1...20, using: &random)
      let digits = UInt64.random(in: 0...UInt64.max, using: &random)
      text += String(String(digits).prefix(whole))
      if Bool.random(using: &random) {
        let decimals = UInt64.random(in: 0...UInt64.max, using: &random)
        text += "." + String(decimals).prefix(Int.random(in: 1...20, using: &random))
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        text += "e\(Int.random(in: -330...330, using: &random))"
      } else if Bool.random(using: &random) {
        text += "E\(Int.random(in: -30...30, using: &random))"
      }
      try expectSame(text)
    }
  }

  @Test func everyDoubleComesBackFromItsShortestDecimal() throws {
    var random = SeededGenerator(seed: 2)
    var writer = JSONWriter()
    for _ in 0..<100_000 {
      var value = Double(bitPattern: random.next())
      if !value.isFinite { continue }
      // Every other one is of the size of a coordinate.
      if Bool.random(using: &random) { value = Double.random(in: -2000...2000, using: &random) }
      writer.removeAll()
      writer.number(value)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      let read = try double(text)
      if read.bitPattern != value.bitPattern { Issue.record("\(text) was read as \(read)") }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("10.50e1", 105), ("1e3", 1000),
      ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9007199254740993", 1 << 53 + 1),
      ("9007199254740992.0", 1 << 53),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil),
      ("0.5", nil), ("1e-1", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
      ("1e400", nil), ("9007199254740993.0", 1 << 53 + 1), ("-9223372036854775808.0", .min),
      ("120e-1", 12), ("121e-1", nil), ("0e-9", 0), ("0e999999999999", 0), ("1e-999999999999", nil),
      ("9007199254740993.00000", 1 << 53 + 1), ("1.00000000000000000000", 1),
      ("1.00000000000000000001", nil), ("0.00000000000000000000100e21", 1),
      ("922337203685477580700000e-5", .max), ("922337203685477580800000e-5", nil),
      ("100000000000000000000000000000000000000000000000001", nil),
    ] as [(String, Int64?)])
  func integersAreExactOrNone(text: String, value: Int64?) throws {
    #expect(try integer(text) == value)
  }
}
