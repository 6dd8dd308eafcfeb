// SPDX-License-Identifier: MIT

import Glibc
import Service

/// A script's text.
struct Script {
  /// As it is named in errors.
  let path: String
  let bytes: [UInt8]
  let lines: [Range<Int>]
}

/// An open file with a script.
struct ScriptFile {
  private let path: String
  private let file: Int32

  init(_ argument: String) throws(Failure) {
    path = argument == "-" ? "standard input" : argument
    file = argument == "-" ? 0 : open(argument, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(errno) }
  }

  /// Reads all of it and closes it.
  func read() throws(Failure) -> Script {
    defer { if file != 0 { close(file) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(errno) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.startIndex..<$0.endIndex - 1 : $0.startIndex..<$0.endIndex
    }
    return Script(path: path, bytes: bytes, lines: lines)
  }

  private func unreadable(_ reason: Int32) -> Failure {
    Failure(
      "cannot read the script \(path): \(String(cString: strerror(reason)))", status: EX_NOINPUT)
  }
}
