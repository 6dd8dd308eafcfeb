// SPDX-License-Identifier: MIT

import Foundation

/// A manual page's source, or another document of the project.
struct Page {
  var text: String

  static let command = Page("Sources/flickpad/man/flickpad.1.scd")
  static let gateway = Page("Sources/flickpad-web/man/flickpad-web.1.scd")
  static let layout = Page("Sources/flickpad/man/flickpad-layout.5.scd")
  static let `protocol` = Page("Sources/flickpad/man/flickpad-protocol.7.scd")
  static let readme = Page("README.md")

  private init(_ path: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..").standardizedFileURL
    text = try! String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private init(text: String) {
    self.text = text
  }

  private var lines: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// What stands below a heading, to the next one; nil where there is no such heading.
  func section(_ heading: String) -> Page? {
    guard let start = lines.firstIndex(of: Substring(heading)) else { return nil }
    let body = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    return Page(text: body.joined(separator: "\n"))
  }

  /// The headings of a level below a beginning, such as `## flickpad `, without that.
  func headings(_ beginning: String) -> [String] {
    lines.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
  }

  /// Whether a word stands here in bold, alone or in quotes.
  func names(_ word: String) -> Bool {
    text.contains("*\(word)*") || text.contains("*\"\(word)\"*")
  }

  /// The words in bold that are defined here: those of the lines that an indented text follows.
  var definitions: [String] {
    zip(lines, lines.dropFirst()).filter { $0.hasPrefix("*") && $1.hasPrefix("\t") }
      .flatMap { line, _ in
        line.split(separator: "*", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
  }

  /// The literal blocks, each with the word behind its opening fence.
  var blocks: [(kind: String, text: String)] {
    text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
      let kind = $0.element.prefix { $0 != "\n" }
      return (String(kind), String($0.element.dropFirst(kind.count + 1)))
    }
  }
}
