// SPDX-License-Identifier: MIT

/// Compact JSON into a buffer that is used again and again: once it is large enough, nothing is
/// allocated. Commas, colons and brackets are the caller's, written with `raw`.
///
/// The buffer is the writer's own, and no array: that would look at each piece whether it is
/// shared.
public struct JSONWriter: ~Copyable {
  /// Bytes written since the last `removeAll`.
  public var count: Int { end }
  @usableFromInline var end = 0

  /// What was written, and room for more.
  @usableFromInline var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)

  public init() {}

  deinit {
    buffer.deallocate()
  }

  /// Forgets what was written and keeps its storage.
  public mutating func removeAll() {
    end = 0
  }

  /// A copy of what was written.
  public var bytes: [UInt8] { Array(buffer[..<end]) }

  /// Lends what was written.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(buffer.span.extracting(first: end))
  }

  // MARK: Bytes as they are

  @inlinable @inline(always)
  public mutating func raw(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func raw(_ span: Span<UInt8>) {
    span.withUnsafeBytes { append($0) }
  }

  /// A range of an array.
  public mutating func raw(_ bytes: borrowing [UInt8], _ range: Range<Int>) {
    raw(bytes.span.extracting(range))
  }

  // MARK: Values

  public mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  public mutating func integer(_ value: Int) {
    var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    var start = 20
    var rest = value.magnitude
    repeat {
      start -= 1
      digits[start] = .zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 { append(.minus) }
    raw(digits.span.extracting(start..<20))
  }

  /// The shortest decimal that reads back as the same double, without a fraction of 0. What is
  /// not finite becomes `null`, as everywhere in JSON.
  public mutating func number(_ value: Double) {
    if value.magnitude < 1, let decimal = ShortDecimal(value.magnitude) {
      if value < 0 { append(.minus) }
      self.decimal(decimal)
      return
    }
    // From 2^54 on the standard library writes an exponent.
    if let integer = Int(exactly: value), integer.magnitude < 1 << 54 {
      if integer == 0 && value.sign == .minus { append(.minus) }
      self.integer(integer)
    } else if value.isFinite {
      var stream = ASCIIStream()
      value.write(to: &stream)
      raw(stream.text.span.extracting(first: stream.count))
    } else {
      raw("null")
    }
  }

  /// A string with its quotes and escapes.
  public mutating func string(_ value: String) {
    append(.quote)
    for byte in value.utf8 {
      switch byte {
      case .quote, .backslash:
        append(.backslash)
        append(byte)
      case .lf: raw("\\n")
      case .cr: raw("\\r")
      case .tab: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        append(.zero + byte >> 4)
        let low = byte & 15
        append(low < 10 ? .zero + low : .ascii("a") + low - 10)
      default: append(byte)
      }
    }
    append(.quote)
  }

  /// A whole value.
  public mutating func node(_ node: JSONNode) {
    switch node.value {
    case .null: raw("null")
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      raw("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { raw(",") }
        self.node(element)
      }
      raw("]")
    case .object(let members):
      raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { raw(",") }
        string(member.name)
        raw(":")
        self.node(member.node)
      }
      raw("}")
    }
  }

  // MARK: Storage

  @inlinable @inline(always)
  mutating func append(_ source: UnsafeRawBufferPointer) {
    if buffer.count &- end < source.count { grow(source.count) }
    if let start = source.baseAddress {
      UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped.advanced(by: end))
        .copyMemory(from: start, byteCount: source.count)
    }
    end &+= source.count
  }

  @inlinable @inline(always)
  mutating func append(_ byte: UInt8) {
    if buffer.count == end { grow(1) }
    buffer[end] = byte
    end &+= 1
  }

  /// Appends the highest `count` bytes of a word, 1 to 8, the lowest of them first.
  @inline(always)
  mutating func append(last count: Int, of word: UInt64) {
    // All eight are stored, whatever comes next goes over those that are too many: one move,
    // where a copy of so many bytes is a call.
    if buffer.count &- end < 8 { grow(8) }
    let bytes = word &>> UInt64(64 &- 8 &* count)
    UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped.advanced(by: end))
      .storeBytes(of: bytes.littleEndian, as: UInt64.self)
    end &+= count
  }

  @inline(never)
  @usableFromInline mutating func grow(_ size: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: end + max(size, end))
    _ = larger.moveInitialize(fromContentsOf: buffer[..<end])
    buffer.deallocate()
    buffer = larger
  }
}

extension JSONWriter: @unchecked Sendable {}

/// Takes a number's digits where the standard library writes them, instead of a `String`, which
/// would be allocated.
private struct ASCIIStream: TextOutputStream {
  /// The longest is -2.2250738585072014e-308.
  var text: InlineArray<32, UInt8> = .init(repeating: 0)
  var count = 0

  mutating func write(_ string: String) {
    for byte in string.utf8 { append(byte) }
  }

  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    for byte in buffer { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    text[count] = byte
    count += 1
  }
}
