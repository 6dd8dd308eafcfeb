// SPDX-License-Identifier: MIT

import JSON

/// Reads a message's fields, and says of a wrong one where it is, what is wanted and what came.
struct FieldReader {
  /// Where in the message the reader is.
  enum Place {
    case message
    case touch(Int)
    case live(Int)
  }
  var place = Place.message
  /// Where the name of the field `type` is that has been read already.
  var typeOffset = 0

  private var cursor = JSONCursor()

  // MARK: Structure

  /// Enters the object that comes next; `what` is said where something else does.
  mutating func beginObject(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) {
    guard try peek(line) == .object else { throw wrong(field, what, line) }
    do { try cursor.beginObject(line) } catch { throw WireError(error) }
  }

  mutating func nextName(_ line: Span<UInt8>) throws(WireError) -> JSONText? {
    do { return try cursor.nextName(line) } catch { throw WireError(error) }
  }

  mutating func beginArray(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) {
    guard try peek(line) == .array else { throw wrong(field, what, line) }
    do { try cursor.beginArray(line) } catch { throw WireError(error) }
  }

  mutating func nextElement(_ line: Span<UInt8>) throws(WireError) -> Bool {
    do { return try cursor.nextElement(line) } catch { throw WireError(error) }
  }

  /// Goes past a value and gives its bytes.
  @discardableResult
  mutating func skip(_ line: Span<UInt8>) throws(WireError) -> Range<Int> {
    do { return try cursor.skipValue(line) } catch { throw WireError(error) }
  }

  mutating func finish(_ line: Span<UInt8>) throws(WireError) {
    do { try cursor.finish(line) } catch { throw WireError(error) }
  }

  // MARK: Values

  /// A number of at most `limit` in magnitude.
  mutating func number(
    _ field: StaticString, _ what: StaticString, limit: Double, _ line: Span<UInt8>
  ) throws(WireError) -> Double {
    let before = self
    if try peek(line) == .number {
      let value = try number(line).double(in: line)
      if value.magnitude <= limit { return value }
    }
    throw before.wrong(field, what, line)
  }

  /// An integer.
  @discardableResult
  mutating func integer(
    _ field: StaticString, _ what: StaticString, in bounds: ClosedRange<Int64> = .min ... .max,
    _ line: Span<UInt8>
  ) throws(WireError) -> Int64 {
    let before = self
    if try peek(line) == .number {
      if let value = try number(line).integer(in: line), bounds.contains(value) { return value }
    }
    throw before.wrong(field, what, line)
  }

  mutating func bool(_ field: StaticString, _ line: Span<UInt8>) throws(WireError) -> Bool {
    guard try peek(line) == .bool else { throw wrong(field, "true or false", line) }
    do { return try cursor.bool(line) } catch { throw WireError(error) }
  }

  /// A string, not copied.
  mutating func text(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) -> JSONText {
    guard try peek(line) == .string else { throw wrong(field, what, line) }
    do { return try cursor.string(line) } catch { throw WireError(error) }
  }

  mutating func string(_ field: StaticString, _ line: Span<UInt8>) throws(WireError) -> String {
    try text(field, "text", line).string(in: line)
  }

  private mutating func peek(_ line: Span<UInt8>) throws(WireError) -> JSONKind {
    do { return try cursor.peek(line) } catch { throw WireError(error) }
  }

  private mutating func number(_ line: Span<UInt8>) throws(WireError) -> JSONNumber {
    do { return try cursor.number(line) } catch { throw WireError(error) }
  }

  // MARK: Errors

  /// The value that comes next is not what it should be.
  func wrong(_ field: StaticString, _ what: StaticString, _ line: Span<UInt8>) -> WireError {
    WireError(.badMessage, "\(path(to: field))want \(what), got \(excerpt(line))")
  }

  /// A field that has to be there is not.
  func missing(_ field: StaticString, _ what: StaticString) -> WireError {
    WireError(.badMessage, "\(path(to: field))missing, want \(what)")
  }

  /// The field with what leads to it, and a colon; `field` is empty for what the place itself is.
  private func path(to field: StaticString) -> String {
    let name = field.description
    return switch place {
    case .message: name.isEmpty ? "" : "\(name): "
    case .touch(let index): "touches[\(index)]\(name.isEmpty ? "" : ".")\(name): "
    case .live(let index): "live[\(index)]: "
    }
  }

  /// The next value in short: as it stands, only its beginning, or only its kind.
  private func excerpt(_ line: Span<UInt8>) -> String {
    var cursor = cursor
    guard let kind = try? cursor.peek(line) else { return "no value" }
    if kind == .object || kind == .array { return kind.description }
    guard let range = try? cursor.skipValue(line) else { return kind.description }
    if range.count <= 40 { return line.text(range) }
    return line.text(range.lowerBound..<range.lowerBound + 32) + "…"
  }
}

extension WireError {
  init(_ error: JSONError) {
    self.init(.badJSON, "this line is not JSON: \(error)")
  }
}

extension Span<UInt8> {
  /// The bytes of a range as text; a character that the range ends within is left out.
  fileprivate func text(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound && end < count && self[end] & 0xC0 == 0x80 { end -= 1 }
    return extracting(range.lowerBound..<end)
      .withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
