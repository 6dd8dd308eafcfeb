// SPDX-License-Identifier: MIT

import Glibc

/// System calls that fail because strace says so.
enum Fault {
  private static let strace = "/usr/bin/strace"

  static var isAvailable: Bool { access(strace, X_OK) == 0 }

  /// The words of a command line that go before a program's path.
  ///
  /// - Parameters:
  ///   - fault: what strace makes of system calls.
  ///   - file: the path of the only file that it is for; nil: all there is.
  static func command(_ fault: String, of file: String? = nil) -> [String] {
    // -D: the process is the program's, and strace beside it.
    [strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(fault)"]
      + (file.map { ["-P", $0] } ?? [])
  }
}
