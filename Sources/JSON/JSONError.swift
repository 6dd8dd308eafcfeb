// SPDX-License-Identifier: MIT

/// Why a text is not the JSON that was asked for.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Bytes before the place of the mistake.
  public var offset: Int
  /// Half a sentence: `want a value, got "}"`.
  public var reason: String

  public init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The reason and the place, whose first byte is number 1.
  public var description: String { "\(reason) at byte \(offset + 1)" }
}

/// A place in a text as editors show it, both parts counted from 1.
public struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
  /// Lines end with LF, CR or both.
  public var line: Int
  /// In Unicode scalars, a tab being one. Bytes that are not UTF-8 count one by one.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place `offset` bytes into `bytes`; the end, if there are fewer.
  public init(offset: Int, in bytes: Span<UInt8>) {
    line = 1
    column = 1
    let end = min(offset, bytes.count)
    var index = 0
    while index < end {
      let byte = bytes[index]
      if byte == .lf || (byte == .cr && bytes.byte(at: index + 1) != .lf) {
        line += 1
        column = 1
        index += 1
      } else {
        index += max(1, bytes.scalarLength(at: index))
        if index <= end { column += 1 }
      }
    }
  }

  public var description: String { "\(line):\(column)" }
}
