// SPDX-License-Identifier: MIT

import Glibc

/// Files that the gateway keeps for itself (0600).
struct StateDirectory: Sendable {
  var path: String

  /// More than any file of ours has.
  private static let limit = 1 << 20

  /// The bytes of a file; nil where there is none.
  ///
  /// - Throws: a sentence if it cannot be read.
  func read(_ name: String) throws(Failure) -> [UInt8]? {
    let file = path + "/" + name
    // A pipe in its place must not stop the gateway.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw unreadable(file, reason(errno), errno == EACCES ? EX_NOPERM : EX_IOERR)
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(file, "it is no file", EX_CONFIG)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(file, reason(errno), EX_IOERR) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= Self.limit else {
        throw unreadable(file, "it is far too long", EX_CONFIG)
      }
    }
  }

  private func unreadable(_ file: String, _ why: String, _ status: Int32) -> Failure {
    Failure(
      "cannot read \(file): \(why); mend that, or choose another directory with --state",
      status: status)
  }

  /// Puts a file in the place of the one before, if there is one, in one step.
  ///
  /// - Throws: a sentence if that fails; the file before is still there then.
  func write(_ name: String, _ bytes: [UInt8]) throws(Failure) {
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw unwritable(path, errno) }
    let file = path + "/" + name
    let fresh = file + ".new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unwritable(file, errno) }
    var rest = bytes[...]
    var failed = false
    while !rest.isEmpty && !failed {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      failed = count <= 0
      rest = rest.dropFirst(max(count, 0))
    }
    failed = failed || fsync(descriptor) != 0
    let number = errno
    close(descriptor)
    guard !failed else {
      unlink(fresh)
      throw unwritable(file, number)
    }
    guard rename(fresh, file) == 0 else {
      let number = errno
      unlink(fresh)
      throw unwritable(file, number)
    }
  }

  private func unwritable(_ file: String, _ number: Int32) -> Failure {
    Failure(
      "cannot write \(file): \(reason(number)); mend that, or choose another directory with "
        + "--state", status: number == EACCES ? EX_NOPERM : EX_CANTCREAT)
  }
}
