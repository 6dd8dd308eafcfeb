// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The socket on which the commands of this machine reach the gateway: only our own user and root
/// may connect.
public struct ControlSocket {
  /// Listens; `Server.run` takes it over.
  public let descriptor: Int32
  private let path: String
  private let inode: ino_t?

  /// - Throws: a sentence if another gateway serves there, or the socket cannot be made.
  public init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = clinux_listen(path)
    guard descriptor < 0 else {
      inode = Self.inode(of: path)
      return
    }
    switch errno {
    case EADDRINUSE:
      throw Failure(
        "\(path) is taken: another gateway serves there, or something else has that name; choose "
          + "another place with --control", status: EX_UNAVAILABLE)
    case ENAMETOOLONG:
      throw Failure(
        "the path of the control socket is too long for a socket: \(path); choose a shorter one "
          + "with --control", status: EX_CONFIG)
    case let number:
      throw Failure(
        "cannot create the control socket \(path): \(reason(number)); choose another place with "
          + "--control", status: number == EACCES ? EX_NOPERM : EX_CANTCREAT)
    }
  }

  /// Removes its file, unless another gateway's has taken its place.
  public func remove() {
    if let inode, Self.inode(of: path) == inode { unlink(path) }
  }

  private static func inode(of path: String) -> ino_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_ino : nil
  }
}
