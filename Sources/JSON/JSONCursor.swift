// SPDX-License-Identifier: MIT

/// What a value is, told by its first byte.
public enum JSONKind: Equatable, Sendable, CustomStringConvertible {
  case object, array, string, number, bool, null

  /// With its article, for messages.
  public var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

/// A place in a JSON text, from where it is read value by value, by whoever knows what should
/// come. Nothing is allocated, but for the sentence of an error.
///
/// Every call takes the whole text again, since a span cannot be stored. After an error the cursor
/// is of no more use. The text is read strictly as RFC 8259 has it, with UTF-8 checked, escapes of
/// half a surrogate pair refused and nesting limited; the same name twice in an object is the
/// caller's affair.
///
///     try cursor.beginObject(bytes)
///     while let name = try cursor.nextName(bytes) {
///       if name.equals("id", in: bytes) { id = try cursor.number(bytes) … }
///       else { try cursor.skipValue(bytes) }
///     }
///     try cursor.finish(bytes)
public struct JSONCursor: Sendable {
  /// Bytes before the cursor.
  public internal(set) var offset = 0
  /// Whether JSON5 is understood as well; Infinity and NaN are not.
  let hasExtras: Bool
  /// The arrays and objects around the cursor.
  private var depth = 0
  /// Whether the innermost array or object has just begun.
  private var isFirst = false

  /// Arrays and objects may lie this deep in one another.
  public static let depthLimit = 64

  /// A cursor at the beginning of a text.
  ///
  /// - Parameter extras: whether JSON5 is understood as well.
  public init(extras: Bool = false) {
    hasExtras = extras
  }

  // MARK: Values

  /// Goes to the next value and tells its kind.
  public mutating func peek(_ bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
    try skipSpace(bytes)
    switch bytes.byte(at: offset) {
    case .quote: return .string
    case .minus, .zero ... .nine: return .number
    case .openBrace: return .object
    case .openBracket: return .array
    case .ascii("t"), .ascii("f"): return .bool
    case .ascii("n"): return .null
    case .apostrophe where hasExtras: return .string
    case .plus where hasExtras, .dot where hasExtras, .ascii("I") where hasExtras,
      .ascii("N") where hasExtras:
      return .number
    default: throw wanted("a value", bytes)
    }
  }

  /// Reads `true` or `false` at the cursor.
  public mutating func bool(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    let value = bytes.byte(at: offset) == .ascii("t")
    try word(value ? "true" : "false", bytes)
    return value
  }

  /// Reads `null` at the cursor.
  public mutating func null(_ bytes: Span<UInt8>) throws(JSONError) {
    try word("null", bytes)
  }

  /// Goes past the next value, whatever it is, and gives its bytes.
  @discardableResult
  public mutating func skipValue(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
    let kind = try peek(bytes)
    let start = offset
    switch kind {
    case .object:
      try beginObject(bytes)
      while try nextName(bytes) != nil { try skipValue(bytes) }
    case .array:
      try beginArray(bytes)
      while try nextElement(bytes) { try skipValue(bytes) }
    case .string: _ = try string(bytes)
    case .number: _ = try number(bytes)
    case .bool: _ = try bool(bytes)
    case .null: try null(bytes)
    }
    return start..<offset
  }

  /// Sees to it that nothing but white space follows.
  public mutating func finish(_ bytes: Span<UInt8>) throws(JSONError) {
    try skipSpace(bytes)
    if offset < bytes.count { throw wanted("the end", bytes) }
  }

  // MARK: Objects and arrays

  /// Enters the object at the cursor.
  public mutating func beginObject(_ bytes: Span<UInt8>) throws(JSONError) {
    try begin(.openBrace, "an object", bytes)
  }

  /// Goes to the value of the next member and gives the member's name; nil at the end of the
  /// object, which is left then. The value has to be read or skipped before the next call.
  public mutating func nextName(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText? {
    guard try next(.closeBrace, "a comma or \"}\"", bytes) else { return nil }
    let name: JSONText
    if bytes.byte(at: offset) == .quote {
      name = try string(bytes)
    } else if hasExtras {
      name = try extraName(bytes)
    } else {
      throw wanted("a name in quotes", bytes)
    }
    try skipSpace(bytes)
    guard bytes.byte(at: offset) == .colon else { throw wanted("a colon", bytes) }
    offset += 1
    return name
  }

  /// Enters the array at the cursor.
  public mutating func beginArray(_ bytes: Span<UInt8>) throws(JSONError) {
    try begin(.openBracket, "an array", bytes)
  }

  /// Goes to the next element; false at the end of the array, which is left then. The element has
  /// to be read or skipped before the next call.
  public mutating func nextElement(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    try next(.closeBracket, "a comma or \"]\"", bytes)
  }

  private mutating func begin(
    _ bracket: UInt8, _ what: StaticString, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    guard bytes.byte(at: offset) == bracket else { throw wanted(what, bytes) }
    depth += 1
    if depth > Self.depthLimit {
      throw JSONError(
        offset: offset, reason: "objects and arrays lie more than \(Self.depthLimit) deep")
    }
    offset += 1
    isFirst = true
  }

  /// Goes to what follows in the innermost object or array, past the comma; false at its end.
  private mutating func next(
    _ bracket: UInt8, _ what: StaticString, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    try skipSpace(bytes)
    var byte = bytes.byte(at: offset)
    if byte != bracket && !isFirst {
      guard byte == .comma else { throw wanted(what, bytes) }
      offset += 1
      try skipSpace(bytes)
      byte = bytes.byte(at: offset)
      if byte == bracket && !hasExtras {
        throw JSONError(offset: offset, reason: "a comma cannot come last")
      }
    }
    if byte == bracket {
      offset += 1
      depth -= 1
      isFirst = false
      return false
    }
    isFirst = false
    return true
  }

  // MARK: Lexis

  /// Goes past white space.
  @inline(__always)
  mutating func skipSpace(_ bytes: Span<UInt8>) throws(JSONError) {
    while true {
      switch bytes.byte(at: offset) {
      case .space, .lf, .cr, .tab: offset += 1
      default:
        if hasExtras, try skipExtraSpace(bytes) { continue }
        return
      }
    }
  }

  private mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
    let start = offset
    let isThere = word.withUTF8Buffer { letters in
      for index in letters.indices where bytes.byte(at: start + index) != letters[index] {
        return false
      }
      return true
    }
    guard isThere else { throw JSONError(offset: start, reason: "want \(word)") }
    offset += word.utf8CodeUnitCount
  }

  /// An error: something else stands at the cursor (or at `index`).
  func wanted(
    _ what: StaticString, _ bytes: Span<UInt8>, at index: Int? = nil
  ) -> JSONError {
    let index = index ?? offset
    return JSONError(offset: index, reason: "want \(what), got \(bytes.found(at: index))")
  }
}
