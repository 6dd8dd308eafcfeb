// SPDX-License-Identifier: MIT

/// Compact JSON into a byte buffer that is used again and again: once it is large enough, nothing
/// is allocated. Commas, colons and brackets are the caller's, written with `raw`.
public struct JSONWriter: Sendable {
  /// What has been written since the last `removeAll`.
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Forgets what was written and keeps its storage.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Bytes as they are.
  @inline(__always)
  public mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Bytes as they are.
  public mutating func raw(_ span: Span<UInt8>) {
    span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// A range of bytes as they are.
  public mutating func raw(_ bytes: borrowing [UInt8], _ range: Range<Int>) {
    raw(bytes.span.extracting(range))
  }

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
    if value < 0 { bytes.append(.minus) }
    for index in start..<20 { bytes.append(digits[index]) }
  }

  /// The shortest decimal that reads back as the same double, without a fraction of 0. What is
  /// not finite becomes `null`, as everywhere in JSON.
  public mutating func number(_ value: Double) {
    if let integer = Int(exactly: value), integer.magnitude < 1 << 53 {
      if integer == 0 && value.sign == .minus { bytes.append(.minus) }
      self.integer(integer)
    } else if value.isFinite {
      var stream = ASCIIStream(bytes: [])
      swap(&stream.bytes, &bytes)
      value.write(to: &stream)
      swap(&stream.bytes, &bytes)
    } else {
      raw("null")
    }
  }

  /// A string with its quotes and escapes.
  public mutating func string(_ value: String) {
    bytes.append(.quote)
    for byte in value.utf8 {
      switch byte {
      case .quote, .backslash:
        bytes.append(.backslash)
        bytes.append(byte)
      case .lf: raw("\\n")
      case .cr: raw("\\r")
      case .tab: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        bytes.append(.zero + byte >> 4)
        let low = byte & 15
        bytes.append(low < 10 ? .zero + low : .ascii("a") + low - 10)
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
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
}

/// Takes a number's digits where the standard library writes them, instead of a `String`, which
/// would be allocated.
private struct ASCIIStream: TextOutputStream {
  var bytes: [UInt8]

  mutating func write(_ string: String) {
    bytes.append(contentsOf: string.utf8)
  }

  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: buffer)
  }
}
