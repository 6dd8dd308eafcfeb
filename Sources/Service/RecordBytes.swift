// SPDX-License-Identifier: MIT

/// Numbers and texts as bytes, the lowest first, and each text behind its length.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: some Collection<UInt8>) {
    put(UInt32(clamping: text.count))
    bytes += text
  }
}

/// Reads what a `RecordWriter` has written.
struct RecordReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The record says something else than was expected here.
  struct Surprise: Error {}

  /// Whether all was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(Surprise) -> Number {
    try take(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// How many of something follow, of which there are `limit` at most.
  mutating func count(upTo limit: Int) throws(Surprise) -> Int {
    let count = Int(try number(UInt16.self))
    guard count <= limit else { throw Surprise() }
    return count
  }

  mutating func bytes() throws(Surprise) -> [UInt8] {
    Array(try take(Int(try number(UInt32.self))))
  }

  mutating func text() throws(Surprise) -> String { String(decoding: try bytes(), as: UTF8.self) }

  private mutating func take(_ count: Int) throws(Surprise) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Surprise() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
