// SPDX-License-Identifier: MIT

/// A value, and where in its text it begins.
public struct JSONNode: Equatable, Sendable {
  public var value: JSONValue
  /// Bytes before it.
  public var offset: Int

  public init(_ value: JSONValue, offset: Int) {
    self.value = value
    self.offset = offset
  }
}

public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Always finite.
  case number(Double)
  case string(String)
  case array([JSONNode])
  /// In the order of the text. A name may be there more than once.
  case object([JSONMember])

  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// A name and its value in an object.
public struct JSONMember: Equatable, Sendable {
  public var name: String
  /// Bytes before the name (or before its quote).
  public var nameOffset: Int
  public var node: JSONNode

  public init(name: String, nameOffset: Int, node: JSONNode) {
    self.name = name
    self.nameOffset = nameOffset
    self.node = node
  }
}

extension JSONNode {
  /// Reads a whole text. A number that no double can hold is an error.
  ///
  /// - Parameter extras: whether JSON5 is understood as well.
  public init(parsing bytes: Span<UInt8>, extras: Bool = false) throws(JSONError) {
    var cursor = JSONCursor(extras: extras)
    self = try cursor.node(bytes)
    try cursor.finish(bytes)
  }
}

extension JSONCursor {
  /// Reads the next value with all that is in it.
  mutating func node(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNode {
    let kind = try peek(bytes)
    let start = offset
    let value: JSONValue
    switch kind {
    case .null:
      try null(bytes)
      value = .null
    case .bool:
      value = .bool(try bool(bytes))
    case .number:
      let number = try double(bytes)
      guard number.isFinite else {
        throw JSONError(offset: start, reason: "this number is too large")
      }
      value = .number(number)
    case .string:
      value = .string(try string(bytes).string(in: bytes))
    case .array:
      try beginArray(bytes)
      var elements: [JSONNode] = []
      while try nextElement(bytes) { elements.append(try node(bytes)) }
      value = .array(elements)
    case .object:
      try beginObject(bytes)
      value = .object(try members(bytes))
    }
    return JSONNode(value, offset: start)
  }

  private mutating func members(_ bytes: Span<UInt8>) throws(JSONError) -> [JSONMember] {
    var members: [JSONMember] = []
    while let text = try nextName(bytes) {
      let name = text.string(in: bytes)
      let before = bytes[text.range.lowerBound - 1]
      let isQuoted = before == .quote || before == .apostrophe
      let start = text.range.lowerBound - (isQuoted ? 1 : 0)
      members.append(JSONMember(name: name, nameOffset: start, node: try node(bytes)))
    }
    return members
  }
}
