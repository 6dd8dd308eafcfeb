// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// Follows what a client says and is told, so as to tell in the end who closed the connection.
public struct Parting: ~Copyable {
  private var reader = LineReader()
  private var decoder = Decoder()
  private var saidBye = false
  private var saidAll = false
  /// What came last: a whole line and what there is of the next one.
  private var lastWords: [UInt8] = []

  public init() {}

  /// The client sends these bytes. What comes behind `bye` does not matter.
  public mutating func says(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty && !saidBye {
      let count = reader.withFreeSpace { space in
        space.copyBytes(from: rest.prefix(space.count))
        return min(space.count, rest.count)
      }
      rest = rest.dropFirst(count)
      while !saidBye, let isBye = nextIsBye() { saidBye = isBye }
    }
  }

  /// Whether the next line says `bye`; nil where there is no line.
  private mutating func nextIsBye() -> Bool? {
    // What is wrong with a line is the daemon's to tell.
    do {
      guard let line = try reader.nextLine() else { return nil }
      let message = try reader.withLine(line) { (line) throws(WireError) in
        try decoder.decode(line)
      }
      if case .bye = message { return true }
    } catch {}
    return false
  }

  /// The client has sent all it had to, and told the daemon so.
  public mutating func hasSaidAll() { saidAll = true }

  /// The client is told these bytes.
  public mutating func hears(_ bytes: ArraySlice<UInt8>) {
    lastWords += bytes
    let newline = UInt8(ascii: "\n")
    guard let end = lastWords.lastIndex(of: newline),
      let before = lastWords[..<end].lastIndex(of: newline)
    else { return }
    lastWords.removeFirst(before + 1)
  }

  /// Why the connection has ended, or nil where the client itself has left.
  ///
  /// - Parameter isBroken: the end was an error, as it is when the daemon has not read everything.
  public func failure(isBroken: Bool) -> Failure? {
    let line = lastWords.prefix { $0 != UInt8(ascii: "\n") }
    let error = WireError(line: Array(line).span)
    // Behind these the daemon always closes.
    let isExpelled = error.map { $0.code == .lineTooLong || $0.code.isFromOutside } ?? false
    guard isExpelled || !(saidBye || saidAll && !isBroken) else { return nil }
    let advice =
      if let error {
        "the last that it said is: \(error.message)"
      } else {
        "it does so when it is stopped; its log (journalctl -u flickpad, if it is the service) says "
          + "more; start it again, then send the rest"
      }
    return Failure("the daemon closed the connection; \(advice)", status: EX_UNAVAILABLE)
  }
}
