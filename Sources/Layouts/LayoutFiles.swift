// SPDX-License-Identifier: MIT

import Glibc

/// Where layout files are read from; tests bring their own.
public struct LayoutFiles: Sendable {
  /// The names of a directory's entries in any order; none where it cannot be read.
  public var entries: @Sendable (_ directory: String) -> [String]
  /// A file's bytes, at least one more than `LayoutFile.sizeLimit` where it has them.
  public var read: @Sendable (_ path: String) throws(FileError) -> [UInt8]

  public init(
    entries: @escaping @Sendable (String) -> [String],
    read: @escaping @Sendable (String) throws(FileError) -> [UInt8]
  ) {
    self.entries = entries
    self.read = read
  }

  /// Those of the machine. Only regular files are read, so that nothing has to be waited for, and
  /// all can be read again.
  public static let system = LayoutFiles(entries: listDirectory) { (path) throws(FileError) in
    try readFile(path, patience: nil)
  }

  /// Those of the machine, pipes too: for who reads a file once. In a pipe something has to come
  /// within `patience`, in milliseconds, again and again until its end.
  public static func withPipes(patience: Int32) -> LayoutFiles {
    LayoutFiles(entries: listDirectory) { (path) throws(FileError) in
      try readFile(path, patience: patience)
    }
  }
}

/// Why a file cannot be read.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// A number of errno.h.
    case refused(errno: Int32)
    case isDirectory
    case isDevice
    case isSocket
    /// A pipe where only files can be used.
    case isPipe
    /// Nothing came out of a pipe any more.
    case isSilent
  }

  public var path: String
  public var reason: Reason

  public init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Whether the file may not be read.
  public var isDenied: Bool {
    reason == .refused(errno: EACCES) || reason == .refused(errno: EPERM)
  }

  public var description: String {
    let problem =
      switch reason {
      case .refused(EACCES), .refused(EPERM):
        "Permission denied; may it and its directories be read by the user this runs as?"
      case .refused(ENOENT): "there is no such file; is its name spelt right?"
      case .refused(let number): String(cString: strerror(number))
      case .isDirectory: "it is a directory; name a layout file in it"
      case .isDevice: "it is a device; name a layout file"
      case .isSocket: "it is a socket; name a layout file"
      case .isPipe: "it is a pipe, which cannot be read a second time; name a layout file"
      case .isSilent: "nothing comes out of this pipe; does anybody write to it?"
      }
    return "cannot read \(path): \(problem)"
  }
}

private func listDirectory(_ path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafeBytes(of: &entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
  return names
}

/// Reads a file, up to a little more than a layout may have.
private func readFile(_ path: String, patience: Int32?) throws(FileError) -> [UInt8] {
  func error(_ reason: FileError.Reason) -> FileError { FileError(path: path, reason) }
  // Looked at before it is opened: to open a device may do something.
  var status = stat()
  guard stat(path, &status) == 0 else { throw error(.refused(errno: errno)) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFIFO where patience != nil: break
  case S_IFIFO: throw error(.isPipe)
  case S_IFDIR: throw error(.isDirectory)
  case S_IFSOCK: throw error(.isSocket)
  default: throw error(.isDevice)
  }
  // Without O_NONBLOCK a FIFO that has taken the file's place would hold up the daemon.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard file >= 0 else { throw error(.refused(errno: errno)) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= LayoutFile.sizeLimit {
    var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    // A regular file is always ready.
    let ready = poll(&wait, 1, patience ?? 0)
    if ready < 0 && errno == EINTR { continue }
    guard ready != 0 else { throw error(.isSilent) }
    let count = Glibc.read(file, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw error(.refused(errno: errno)) }
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  return bytes
}
