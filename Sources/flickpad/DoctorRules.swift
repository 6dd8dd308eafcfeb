// SPDX-License-Identifier: MIT

import Glibc

/// What udev's rules, read together, make of /dev/uinput: the last file, by name, that sets a thing
/// wins, and of two files of one name the one in the earlier directory hides the other (udev(7)).
struct NodeRules {
  struct Setting: Equatable {
    var value: String
    /// The file that has set it.
    var path: String
    /// Set by :=, which no later rule changes.
    var isFinal = false
  }

  private(set) var group: Setting?
  private(set) var mode: Setting?
  /// The file that counts as 60-flickpad.rules, if there is one.
  private(set) var ours: String?

  static let directories = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d",
    "/usr/lib/udev/rules.d",
  ]
  static let name = "60-flickpad.rules"

  /// The rule of udev/60-flickpad.rules.
  static let rule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", GROUP="flickpad-uinput", MODE="0660", OPTIONS+="static_node=uinput""#

  init(_ host: Host) {
    var paths: [String: String] = [:]
    for directory in Self.directories {
      for name in host.names(directory) where name.hasSuffix(".rules") && paths[name] == nil {
        paths[name] = directory + "/" + name
      }
    }
    ours = paths[Self.name]
    for path in paths.values.sorted(by: Self.isRead(_:before:)) {
      // A link to /dev/null, which is how a file is masked, reads as empty.
      read(host.text(path) ?? "", from: path)
    }
  }

  /// A name for a file that is read right after the one at `path`.
  static func name(after path: String) -> String {
    // What divides them is the byte after the common part: "_" comes after ".".
    fileName(path).dropLast(".rules".count) + "_flickpad.rules"
  }

  /// Whether a file is read before another: by the bytes of their names, not as people sort.
  static func isRead(_ path: String, before other: String) -> Bool {
    Array(fileName(path).utf8).lexicographicallyPrecedes(Array(fileName(other).utf8))
  }

  private static func fileName(_ path: String) -> Substring {
    path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
  }

  private mutating func read(_ text: String, from path: String) {
    var rest = Self.lines(text)[...]
    while let line = rest.popFirst() {
      let terms = Self.terms(of: line)
      guard Self.applies(terms) else { continue }
      for term in terms {
        switch (term.key, term.sign) {
        case ("GROUP", "="), ("GROUP", ":="): Self.set(&group, term, path)
        case ("MODE", "="), ("MODE", ":="): Self.set(&mode, term, path)
        case ("GOTO", "="):
          let label = Term(key: "LABEL", sign: "=", value: term.value)
          if let target = rest.firstIndex(where: { Self.terms(of: $0).contains(label) }) {
            rest = rest[target...]
          }
        default: break
        }
      }
    }
  }

  private static func set(_ setting: inout Setting?, _ term: Term, _ path: String) {
    if setting?.isFinal == true { return }
    setting = Setting(value: term.value, path: path, isFinal: term.sign == ":=")
  }

  // MARK: The form of a rule

  struct Term: Equatable {
    var key: String
    var sign: String
    var value: String
  }

  /// The rules of a file, without comments; a backslash at the end of a line joins it to the next.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var joined = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " || $0 == "\t" }).first == "#" { continue }
      if line.hasSuffix("\\") {
        joined += line.dropLast()
      } else {
        lines.append(joined + line)
        joined = ""
      }
    }
    return lines + [joined]
  }

  /// `KEY=="value", KEY="value"`: what cannot be read ends the line.
  static func terms(of line: String) -> [Term] {
    var terms: [Term] = []
    var rest = Substring(line)
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      let key = rest.prefix { !"=!+-:\"".contains($0) }
      rest = rest.dropFirst(key.count)
      let sign = rest.prefix { "=!+-: ".contains($0) }
      rest = rest.dropFirst(sign.count).drop { $0 != "\"" }
      guard !key.isEmpty, !sign.isEmpty, !rest.isEmpty else { return terms }
      rest = rest.dropFirst()
      var value = ""
      while let character = rest.popFirst(), character != "\"" {
        value.append(character == "\\" && rest.first == "\"" ? rest.removeFirst() : character)
      }
      terms.append(
        Term(
          key: String(key.filter { $0 != " " }), sign: String(sign.filter { $0 != " " }),
          value: value))
    }
  }

  /// Whether a rule is for /dev/uinput. What cannot be known by reading (ENV, TEST, PROGRAM, ...) is
  /// taken to be so in a rule that names the node, and not to be so in any other.
  private static func applies(_ terms: [Term]) -> Bool {
    var isNamed = false
    var isSure = true
    for term in terms where term.sign == "==" || term.sign == "!=" {
      let isMatch: Bool
      switch term.key {
      case "KERNEL": isMatch = matches("uinput", term.value)
      case "SUBSYSTEM": isMatch = matches("misc", term.value)
      case "DEVPATH": isMatch = matches("/devices/virtual/misc/uinput", term.value)
      case "ACTION": isMatch = matches("add", term.value) || matches("change", term.value)
      default:
        isSure = false
        continue
      }
      if isMatch != (term.sign == "==") { return false }
      if term.value.contains("uinput") { isNamed = true }
    }
    return isSure || isNamed
  }

  /// udev's patterns are those of the shell, several of them divided by |.
  private static func matches(_ text: String, _ patterns: String) -> Bool {
    patterns.split(separator: "|", omittingEmptySubsequences: false)
      .contains { fnmatch(String($0), text, 0) == 0 }
  }
}
