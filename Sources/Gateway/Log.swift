// SPDX-License-Identifier: MIT

import Glibc

/// Lines on standard error; under systemd with their priority. Nothing secret goes there.
public struct Log: Sendable {
  private let isJournal: Bool

  /// A log to standard error as it is now.
  public init() {
    isJournal = Self.leadsToJournal(2)
  }

  /// Whether a descriptor is the stream to the journal that $JOURNAL_STREAM names by device and
  /// inode: children of a service inherit the name, but not always the stream (systemd.exec(5)).
  public static func leadsToJournal(_ descriptor: Int32) -> Bool {
    var facts = stat()
    let isKnown = fstat(descriptor, &facts) == 0
    return isKnown
      && getenv("JOURNAL_STREAM").map { String(cString: $0) } == "\(facts.st_dev):\(facts.st_ino)"
  }

  public func warning(_ line: String) { write("<4>", line) }
  public func info(_ line: String) { write("<6>", line) }

  private func write(_ priority: String, _ line: String) {
    let bytes = Array("\(isJournal ? priority : "flickpad-web: ")\(Self.printable(line))\n".utf8)
    // What cannot be written there is lost.
    _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
  }

  /// On one line and without control characters, whatever a phone has put into it.
  public static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      let isLineEnd = scalar.value == 0x2028 || scalar.value == 0x2029
      result += isControl || isLineEnd ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return result
  }
}

/// Seconds since the machine started, time asleep included.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
