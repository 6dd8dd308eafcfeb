// SPDX-License-Identifier: MIT

/// One thing that is wrong with a layout file, or worth a second look, and where it stands.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
  public enum Severity: Sendable {
    /// The layout is refused.
    case error
    /// The layout works, but perhaps not as its author meant.
    case warning
  }

  public var severity: Severity
  /// The file, as it was named to the reader.
  public var path: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in Unicode scalars.
  public var column: Int
  /// The field, such as `controls[3].bind.center`; empty where the whole file is meant.
  public var `where`: String
  public var message: String

  public init(
    _ severity: Severity = .error, path: String, line: Int, column: Int, where field: String,
    message: String
  ) {
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.where = field
    self.message = message
  }

  /// One line: `PATH:LINE:COLUMN: FIELD: MESSAGE`, as compilers print it, so that editors can jump.
  public var description: String {
    let field = self.where.isEmpty ? "" : "\(self.where): "
    let mark = severity == .warning ? "warning: " : ""
    return "\(path):\(line):\(column): \(mark)\(field)\(message)"
  }
}

/// Why a layout file was refused: every error in it, in the order of the file.
public struct BadLayout: Error, Equatable, Sendable, CustomStringConvertible {
  /// At least one.
  public var diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// A line each.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
