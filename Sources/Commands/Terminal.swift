// SPDX-License-Identifier: MIT

import Glibc
import Writing

/// Standard input, output and error.
public enum Terminal {
  /// What the program was called as, without its directory: how its messages begin.
  public static var program: String {
    let path = CommandLine.arguments.first ?? ""
    return String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Opens what was closed when the program began, so that no socket gets its number, and with it
  /// what is printed, or is read from as input. To read or write there still fails.
  public static func fillGaps() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes to standard output. Where that fails, all is in vain, and the program ends.
  public static func say(_ text: String) { say(Array(text.utf8)) }

  /// Writes to standard output. Where that fails, all is in vain, and the program ends.
  public static func say(_ bytes: [UInt8]) { write(bytes, to: 1, called: "standard output") }

  /// Writes a line to standard error; what cannot be written there is lost.
  public static func complain(_ line: String) {
    _ = writeAll(Array((line + "\n").utf8).span, to: 2)
  }

  /// Writes to `descriptor`. Where that fails the program ends and says so, calling it `name`.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, called name: String) {
    let reason = writeAll(bytes.span, to: descriptor)
    guard reason != 0 else { return }
    complain("\(program): cannot write to \(name): \(String(cString: strerror(reason)))")
    exit(EX_IOERR)
  }
}

/// Says on standard error what is wrong.
public func complain(_ message: String) {
  Terminal.complain("\(Terminal.program): \(message)")
}
