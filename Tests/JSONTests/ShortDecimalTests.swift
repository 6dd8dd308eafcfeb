// SPDX-License-Identifier: MIT

import Randomness
import Testing

@testable import JSON

/// The numbers of events against the standard library, which finds the shortest as well.
struct ShortDecimalTests {
  private func expectSame(_ value: Double) {
    var writer = JSONWriter()
    writer.number(value)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    var wanted = "\(value)"
    if wanted.hasSuffix(".0") { wanted.removeLast(2) }
    if text != wanted { Issue.record("\(value.bitPattern) is written \(text), not \(wanted)") }
  }

  @Test func randomDoublesAreWrittenAsTheLibraryWritesThem() {
    var random = SeededGenerator(seed: 3)
    for range in [0.0005..<0.01, 0.01..<0.1, 0.1..<1, 1..<10, 9..<11] as [Range<Double>] {
      for _ in 0..<20_000 { expectSame(Double.random(in: range, using: &random)) }
    }
    // Every exponent alike.
    for _ in 0..<50_000 {
      expectSame(
        Double.random(in: 1..<2, using: &random)
          * Double(sign: .plus, exponent: -.random(in: -4...11, using: &random), significand: 1))
    }
  }

  @Test func fewDigitsAreWrittenAsTheyAre() {
    for thousandths in 1..<11_000 {
      let value = Double(thousandths) / 1000
      expectSame(value)
      expectSame(-value)
      expectSame(value.nextUp)
      expectSame(value.nextDown)
    }
  }

  /// Their exact decimals end in a 5 that the shortest ones may round up or down.
  @Test func fractionsOfPowersOfTwoAreRoundedAsTheLibraryRoundsThem() {
    for power in 1...20 {
      let parts = 1 << power
      for part in stride(from: 1, to: min(2 * parts, 1 << 17), by: 2) {
        expectSame(Double(part) / Double(parts))
      }
    }
  }

  @Test func powersOfTwoAndTenAndTheirNeighboursAreRight() {
    var value = 1024.0
    while value > 1e-4 {
      for near in [value, value.nextUp, value.nextDown] { expectSame(near) }
      value /= 2
    }
    for value in [0.0001, 0.001, 0.01, 0.1, 1, 10, 100] as [Double] {
      for near in [value, value.nextUp, value.nextDown] { expectSame(near) }
    }
  }

  @Test func whatStickAndSlideReportIsRight() {
    for across in stride(from: -90.0, through: 90, by: 1.25) {
      for along in stride(from: -90.0, through: 90, by: 1.25) where across != 0 || along != 0 {
        let length = (across * across + along * along).squareRoot() / 90
        let factor = (min(length, 1) - 0.1) / 0.9 / length
        expectSame(across / 90 * factor)
        expectSame(along / 230)
      }
    }
  }
}
