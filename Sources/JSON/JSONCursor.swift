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
///       if name.equals("id", in: bytes) { id = try cursor.integer(bytes) … }
///       else { try cursor.skipValue(bytes) }
///     }
///     try cursor.finish(bytes)
public struct JSONCursor: Sendable {
  /// Bytes before the cursor. May be set to a value, or behind one, in the same object or array.
  public var offset: Int
  /// Whether JSON5 is understood as well; Infinity and NaN are not.
  @usableFromInline let hasExtras: Bool
  /// The arrays and objects around the cursor.
  @usableFromInline var depth = 0
  /// Whether the innermost array or object has just begun.
  @usableFromInline var isFirst = false

  /// Arrays and objects may lie this deep in one another.
  @inlinable public static var depthLimit: Int { 64 }

  /// - Parameters:
  ///   - offset: where to begin; a value or the white space before it has to be there.
  ///   - extras: whether JSON5 is understood as well.
  @inlinable
  public init(at offset: Int = 0, extras: Bool = false) {
    self.offset = offset
    hasExtras = extras
  }

  // MARK: Values

  /// Goes to the next value and tells its kind.
  @inlinable @inline(always)
  public mutating func peek(_ bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
    switch bytes.byte(at: offset) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): .number
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    default: try peekFurther(bytes)
    }
  }

  @usableFromInline
  mutating func peekFurther(_ bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
    try skipSpace(bytes)
    switch bytes.byte(at: offset) {
    case .minus, .zero ... .nine: return .number
    case .quote: return .string
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

  /// Reads a number at the cursor: the nearest double, the same bits as `Double(String)` gives;
  /// infinite where it is too large. Allocates only for more than 19 digits and for exponents
  /// that no coordinate has.
  public mutating func double(_ bytes: Span<UInt8>) throws(JSONError) -> Double {
    try number(bytes).double(in: bytes)
  }

  /// Reads a number at the cursor: exactly, or nil where it has a fraction or does not fit.
  public mutating func integer(_ bytes: Span<UInt8>) throws(JSONError) -> Int64? {
    try number(bytes).integer(in: bytes)
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
  @inlinable @inline(always)
  public mutating func beginObject(_ bytes: Span<UInt8>) throws(JSONError) {
    try begin(UInt8(ascii: "{"), "an object", bytes)
  }

  /// Enters the array at the cursor.
  @inlinable @inline(always)
  public mutating func beginArray(_ bytes: Span<UInt8>) throws(JSONError) {
    try begin(UInt8(ascii: "["), "an array", bytes)
  }

  @inlinable @inline(always)
  mutating func begin(
    _ bracket: UInt8, _ what: StaticString, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    guard bytes.byte(at: offset) == bracket else { throw wanted(what, bytes) }
    guard depth < Self.depthLimit else { throw tooDeep }
    depth += 1
    offset += 1
    isFirst = true
  }

  @usableFromInline
  var tooDeep: JSONError {
    JSONError(offset: offset, reason: "objects and arrays lie more than \(Self.depthLimit) deep")
  }

  /// Goes to the value of the next member and gives the member's name; nil at the end of the
  /// object, which is left then. The value has to be read or skipped before the next call.
  @inlinable @inline(always)
  public mutating func nextName(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText? {
    // As programs write it: at most a space behind comma and colon.
    var start = offset
    if !isFirst && bytes.byte(at: start) == UInt8(ascii: ",") {
      start &+= bytes.byte(at: start &+ 1) == UInt8(ascii: " ") ? 2 : 1
    } else if !isFirst && bytes.byte(at: start) == UInt8(ascii: "}") {
      leave()
      return nil
    }
    if isFirst || start > offset, bytes.byte(at: start) == UInt8(ascii: "\""),
      let name = bytes.shortString(at: start &+ 1)
    {
      let end = name.range.upperBound &+ 1
      if bytes.byte(at: end) == UInt8(ascii: ":") {
        isFirst = false
        offset = bytes.byte(at: end &+ 1) == UInt8(ascii: " ") ? end &+ 2 : end &+ 1
        return name
      }
    }
    return try nextNameAnywhere(bytes)
  }

  @usableFromInline
  mutating func nextNameAnywhere(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText? {
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

  /// Whether the next member begins with `start`, a name in its quotes and a colon, in which case
  /// the cursor goes to its value. A guess that costs little where it is right; where it is not,
  /// `nextName` has to be asked, whose name may yet be the same.
  @inlinable @inline(always)
  public mutating func nextIs(_ start: StaticString, _ bytes: Span<UInt8>) -> Bool {
    var place = offset
    if !isFirst {
      guard bytes.byte(at: place) == UInt8(ascii: ",") else { return false }
      place &+= 1
    }
    guard bytes.has(start, at: place) else { return false }
    isFirst = false
    offset = place &+ start.utf8CodeUnitCount
    return true
  }

  /// Goes to the next element; false at the end of the array, which is left then. The element has
  /// to be read or skipped before the next call.
  @inlinable @inline(always)
  public mutating func nextElement(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    let byte = bytes.byte(at: offset)
    if isFirst {
      if byte > UInt8(ascii: " ") && byte != UInt8(ascii: "]") && !hasExtras {
        isFirst = false
        return true
      }
    } else if byte == UInt8(ascii: "]") {
      leave()
      return false
    }
    return try next(UInt8(ascii: "]"), "a comma or \"]\"", bytes)
  }

  /// Goes to what follows in the innermost object or array, past the comma; false at its end.
  @usableFromInline
  mutating func next(
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
      leave()
      return false
    }
    isFirst = false
    return true
  }

  @inlinable @inline(always)
  mutating func leave() {
    offset &+= 1
    depth &-= 1
    isFirst = false
  }

  // MARK: Lexis

  /// Goes past white space.
  @inline(always)
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
  @usableFromInline
  func wanted(_ what: StaticString, _ bytes: Span<UInt8>) -> JSONError {
    wanted(what, bytes, at: offset)
  }

  func wanted(_ what: StaticString, _ bytes: Span<UInt8>, at index: Int) -> JSONError {
    JSONError(offset: index, reason: "want \(what), got \(bytes.found(at: index))")
  }
}
