// SPDX-License-Identifier: MIT

import Glibc
import Writing

/// Files that the gateway keeps for itself (0600).
struct StateDirectory: Sendable {
  var path: String

  /// Makes the directory, with what lies above it, and keeps other gateways out until this process
  /// ends: each would write what it knows over what the other has. Where it cannot be made nothing is
  /// kept there either, and what tries says so.
  ///
  /// - Throws: a sentence if another gateway has it, or others than its user can write in it.
  func claim() throws(Failure) {
    make()
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    try checkOwner(path, directory)
    // A file of its own: the daemon, whose sockets may lie here too, locks the directory.
    let lock = openat(directory, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { return }
    // Closed when the process ends, which is what lets the next gateway in.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(lock)
      guard number == EWOULDBLOCK else { return }
      throw Failure(
        "another gateway keeps its phones in \(path); stop that one, or choose another directory with "
          + "--state", status: EX_UNAVAILABLE)
    }
  }

  /// Makes the directory, and those above it.
  private func make() {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), 0o700)
    }
  }

  /// - Throws: a sentence if somebody else than we and root can change a file, and so let phones in.
  private func checkOwner(_ file: String, _ descriptor: Int32) throws(Failure) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw unreadable(file, reason(errno), EX_IOERR) }
    guard [0, geteuid()].contains(facts.st_uid) else {
      throw Failure(
        "\(file) belongs to another user, who could let phones in; choose another directory with "
          + "--state", status: EX_CONFIG)
    }
    guard facts.st_mode & 0o022 == 0 else {
      throw Failure(
        "others may write to \(file), and so let phones in; chmod go-w it, or choose another "
          + "directory with --state", status: EX_CONFIG)
    }
  }

  /// - Throws: a sentence if others than we and root can read a file, such as a private key.
  func checkSecrecy(_ name: String) throws(Failure) {
    let file = path + "/" + name
    var facts = stat()
    guard stat(file, &facts) == 0, facts.st_mode & 0o077 != 0 else { return }
    throw Failure(
      "others may read \(file), which is secret; remove it, and cert.pem beside it, for new ones",
      status: EX_CONFIG)
  }

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
    try checkOwner(file, descriptor)
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
    make()
    let file = path + "/" + name
    let number = replaceFile(file, with: bytes.span, mode: 0o600)
    if number != 0 { throw unwritable(file, number) }
  }

  private func unwritable(_ file: String, _ number: Int32) -> Failure {
    Failure(
      "cannot write \(file): \(reason(number)); mend that, or choose another directory with "
        + "--state", status: number == EACCES ? EX_NOPERM : EX_CANTCREAT)
  }
}
