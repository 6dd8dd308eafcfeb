// SPDX-License-Identifier: MIT

import JSON

/// What has been found in one file while it is read.
final class Report {
  private struct Finding {
    var severity: Diagnostic.Severity
    var field: String
    var offset: Int
    var message: String
  }

  private var findings: [Finding] = []
  private var errorCount = 0
  var hasErrors: Bool { errorCount > 0 }
  /// Nobody reads more errors, and a hostile file could cost a daemon's time with 50,000.
  private static let errorLimit = 1000
  /// Whether there are so many errors that there is no point in looking for more.
  var isFull: Bool { errorCount > Self.errorLimit }
  /// How many more words may be compared with all known ones: a hostile file must not buy much
  /// time with many misspelt codes.
  private var suggestionsLeft = 50

  /// - Parameters:
  ///   - field: the path of the field, such as `controls[3].frame`.
  ///   - offset: bytes before the place that is meant.
  func error(_ field: String, at offset: Int, _ message: String) {
    errorCount += 1
    guard !isFull else { return }
    findings.append(Finding(severity: .error, field: field, offset: offset, message: message))
  }

  /// So many warnings are enough for anybody, and their places cost time.
  private static let warningLimit = 100
  private var warningCount = 0
  /// Whether there are so many warnings that no more are wanted.
  var hasEnough: Bool { warningCount > Self.warningLimit }

  func warning(_ field: String, at offset: Int, _ message: String) {
    warningCount += 1
    guard !hasEnough else { return }
    findings.append(Finding(severity: .warning, field: field, offset: offset, message: message))
  }

  /// The end of a message that names what may have been meant; if nothing is near, all candidates
  /// that there are, or nothing.
  func suggestion(
    for word: String, among candidates: [String], ignoring: Int = 0, orList: Bool = false,
    where isWanted: (String) -> Bool = { _ in true }
  ) -> String {
    guard suggestionsLeft > 0 else { return "" }
    suggestionsLeft -= 1
    let meant = Spelling.nearest(
      to: word, among: candidates, ignoring: ignoring, where: isWanted)
    if let meant { return "; did you mean \(meant)?" }
    return orList ? "; known here: \(candidates.listed())" : ""
  }

  /// The findings of one severity in the order of the text.
  func diagnostics(_ severity: Diagnostic.Severity, path: String, in bytes: [UInt8])
    -> [Diagnostic]
  {
    // Positions are counted on from one finding to the next, so that many cost no more than one.
    var counted = 0
    var position = SourcePosition(line: 1, column: 1)
    let ordered = findings.enumerated().filter { $0.element.severity == severity }
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    var diagnostics = ordered.map { _, finding in
      let offset = min(finding.offset, bytes.count)
      let way = SourcePosition(offset: offset - counted, in: bytes.span.extracting(counted...))
      position.column = way.line == 1 ? position.column + way.column - 1 : way.column
      position.line += way.line - 1
      counted = offset
      return Diagnostic(
        severity, path: path, line: position.line, column: position.column, where: finding.field,
        message: finding.message)
    }
    if severity == .error, isFull, let last = diagnostics.last {
      diagnostics.append(
        Diagnostic(
          path: path, line: last.line, column: last.column, where: "",
          message: "there are more errors than these \(Self.errorLimit)"))
    }
    if severity == .warning, hasEnough, let last = diagnostics.last {
      diagnostics.append(
        Diagnostic(
          .warning, path: path, line: last.line, column: last.column, where: "",
          message: "there are more warnings than these \(Self.warningLimit)"))
    }
    return diagnostics
  }
}
