// SPDX-License-Identifier: MIT

import Glibc

/// Lines on standard error, which begin with the program's name, or under systemd with their priority.
/// Nothing secret goes there.
public struct Log: Sendable {
  public enum Level: Int, CaseIterable, Comparable, Sendable {
    case error, warning, info, debug

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    /// What `--log-level` calls it.
    public var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }

    /// Of sd-daemon(3).
    fileprivate var prefix: String {
      switch self {
      case .error: "<3>"
      case .warning: "<4>"
      case .info: "<6>"
      case .debug: "<7>"
      }
    }
  }

  private let program: String
  private let level: Level
  private let isJournal: Bool

  /// A log of lines up to `level`, to standard error as it is now.
  public init(of program: String, level: Level = .info) {
    self.program = program
    self.level = level
    isJournal = Self.leadsToJournal(2)
  }

  /// Whether a descriptor is the stream to the journal.
  public static func leadsToJournal(_ descriptor: Int32) -> Bool {
    leadsToJournal(descriptor, getenv("JOURNAL_STREAM").map { String(cString: $0) })
  }

  /// Whether a descriptor is the stream to the journal that $JOURNAL_STREAM names by device and
  /// inode: children of a service, such as those of a desktop, inherit the name, but not always the
  /// stream (systemd.exec(5)).
  static func leadsToJournal(_ descriptor: Int32, _ name: String?) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && name == "\(facts.st_dev):\(facts.st_ino)"
  }

  public func error(_ line: @autoclosure () -> String) { write(.error, line) }
  public func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  public func info(_ line: @autoclosure () -> String) { write(.info, line) }
  public func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  public func write(_ level: Level, _ line: () -> String) {
    guard level <= self.level else { return }
    let prefix = isJournal ? level.prefix : "\(program): "
    var bytes = Array((prefix + Self.printable(line()) + "\n").utf8)[...]
    while !bytes.isEmpty {
      // A journal that is slow must not hold up the players: the line is lost then.
      let count = bytes.withUnsafeBytes {
        isJournal
          ? send(2, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
          : Glibc.write(2, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The text on one line and without terminal controls or changes of its direction, whatever a client
  /// or a phone has put into it.
  public static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      let isLineEnd = scalar.value == 0x2028 || scalar.value == 0x2029
      let isTurn = scalar.properties.isBidiControl
      result += isControl || isLineEnd || isTurn ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return result
  }
}
