// SPDX-License-Identifier: MIT

import JSON

/// Reads a message's fields, and says of a wrong one where it is, what is wanted and what came.
struct FieldReader {
  /// Where in the message the reader is.
  enum Place {
    case message
    case touch(Int)
    case live(Int)
    /// A component of the field that it names.
    case component(StaticString, Int)
  }
  var place = Place.message
  /// Where the name of the field `type` is that has been read already.
  var typeOffset = 0

  private(set) var cursor = JSONCursor()

  // MARK: Structure

  /// Enters the object that comes next; `what` is said where something else does.
  @inline(always)
  mutating func beginObject(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) {
    guard try peek(line) == .object else { throw wrong(field, what, line) }
    do { try cursor.beginObject(line) } catch { throw WireError(error) }
  }

  @inline(always)
  mutating func nextName(_ line: Span<UInt8>) throws(WireError) -> JSONText? {
    do { return try cursor.nextName(line) } catch { throw WireError(error) }
  }

  /// Goes past the value that comes next, which ends at `offset`.
  @inline(always)
  mutating func goOn(at offset: Int) {
    cursor.offset = offset
  }

  /// A cheap guess at how the next field begins; false may be wrong.
  @inline(always)
  mutating func nextIs(_ start: StaticString, _ line: Span<UInt8>) -> Bool {
    cursor.nextIs(start, line)
  }

  @inline(always)
  mutating func beginArray(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) {
    guard try peek(line) == .array else { throw wrong(field, what, line) }
    do { try cursor.beginArray(line) } catch { throw WireError(error) }
  }

  @inline(always)
  mutating func nextElement(_ line: Span<UInt8>) throws(WireError) -> Bool {
    do { return try cursor.nextElement(line) } catch { throw WireError(error) }
  }

  /// Goes past a value and gives its bytes.
  @inline(always)
  @discardableResult
  mutating func skip(_ line: Span<UInt8>) throws(WireError) -> Range<Int> {
    do { return try cursor.skipValue(line) } catch { throw WireError(error) }
  }

  /// Goes past an object and gives its bytes.
  mutating func object(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) -> Range<Int> {
    guard try peek(line) == .object else { throw wrong(field, what, line) }
    return try skip(line)
  }

  @inline(always)
  mutating func finish(_ line: Span<UInt8>) throws(WireError) {
    do { try cursor.finish(line) } catch { throw WireError(error) }
  }

  // MARK: Values

  /// A number of at most `limit` in magnitude.
  @inline(always)
  mutating func number(
    _ field: StaticString, _ what: StaticString, limit: Double, _ line: Span<UInt8>
  ) throws(WireError) -> Double {
    let start = cursor.offset
    if try peek(line) == .number {
      let value: Double
      do { value = try cursor.double(line) } catch { throw WireError(error) }
      if value.magnitude <= limit { return value }
    }
    throw wrong(field, what, line, at: start)
  }

  /// An integer.
  @inline(always)
  @discardableResult
  mutating func integer(
    _ field: StaticString, _ what: StaticString, in bounds: ClosedRange<Int64> = .min ... .max,
    _ line: Span<UInt8>
  ) throws(WireError) -> Int64 {
    let start = cursor.offset
    if try peek(line) == .number {
      let value: Int64?
      do { value = try cursor.integer(line) } catch { throw WireError(error) }
      if let value, bounds.contains(value) { return value }
    }
    throw wrong(field, what, line, at: start)
  }

  @inline(always)
  mutating func bool(_ field: StaticString, _ line: Span<UInt8>) throws(WireError) -> Bool {
    guard try peek(line) == .bool else { throw wrong(field, "true or false", line) }
    do { return try cursor.bool(line) } catch { throw WireError(error) }
  }

  /// A string, not copied.
  @inline(always)
  mutating func text(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>
  ) throws(WireError) -> JSONText {
    guard try peek(line) == .string else { throw wrong(field, what, line) }
    do { return try cursor.string(line) } catch { throw WireError(error) }
  }

  @inline(always)
  mutating func string(_ field: StaticString, _ line: Span<UInt8>) throws(WireError) -> String {
    try text(field, "text", line).string(in: line)
  }

  @inline(always)
  private mutating func peek(_ line: Span<UInt8>) throws(WireError) -> JSONKind {
    do { return try cursor.peek(line) } catch { throw WireError(error) }
  }

  // MARK: Errors

  /// The value at `offset`, or the next one, is not what it should be.
  @inline(never)
  func wrong(
    _ field: StaticString, _ what: StaticString, _ line: Span<UInt8>, at offset: Int? = nil
  ) -> WireError {
    let found = excerpt(line, at: offset ?? cursor.offset)
    return WireError(.badMessage, "\(path(to: field))want \(what), got \(found)")
  }

  /// A field that has to be there is not.
  @inline(never)
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
    case .component(let field, let index): "\(field)[\(index)]: "
    }
  }

  /// The next value in short: as it stands, only its beginning, or only its kind.
  private func excerpt(_ line: Span<UInt8>, at offset: Int) -> String {
    var cursor = JSONCursor(at: offset)
    guard let kind = try? cursor.peek(line) else { return "no value" }
    if kind == .object || kind == .array { return kind.description }
    guard let range = try? cursor.skipValue(line) else { return kind.description }
    if range.count <= 40 { return line.text(range) }
    return line.text(range.lowerBound..<range.lowerBound + 32) + "…"
  }
}

extension WireError {
  @inline(never)
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
