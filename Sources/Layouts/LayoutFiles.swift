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

  /// Those of the machine.
  public static let system = LayoutFiles(entries: listDirectory, read: readFile)
}

/// Why a file cannot be read.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  /// A number of errno.h.
  public var errno: Int32

  public init(path: String, errno: Int32) {
    self.path = path
    self.errno = errno
  }

  /// Whether the file may not be read.
  public var isDenied: Bool { errno == EACCES || errno == EPERM }

  public var description: String {
    let advice =
      switch errno {
      case EACCES, EPERM: "; may \(path) and its directories be read by the user this runs as?"
      case ENOENT: "; is its name spelt right?"
      default: ""
      }
    return "cannot read \(path): \(String(cString: strerror(errno)))\(advice)"
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

private func readFile(_ path: String) throws(FileError) -> [UInt8] {
  // Without O_NONBLOCK a FIFO would hold up the daemon until somebody writes to it.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { throw FileError(path: path, errno: errno) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= LayoutFile.sizeLimit {
    let count = Glibc.read(file, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw FileError(path: path, errno: errno) }
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  return bytes
}
