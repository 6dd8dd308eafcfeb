// SPDX-License-Identifier: MIT

import Glibc

/// A client's way to the daemon.
public enum ClientSocket {
  /// Connects to the first daemon that listens where clients look, or at `path` alone (beside it,
  /// for another kind than the full socket). The descriptor is the caller's.
  ///
  /// - Throws: a sentence that names the places tried and why each failed.
  public static func connect(_ path: String?, _ kind: SocketKind = .full) throws(Failure) -> Int32 {
    let places = SocketPlaces.forClient(path, kind)
    var reasons: [(path: String, errno: Int32)] = []
    for place in places {
      guard place.utf8.count <= Listener.longestPath else { throw Listener.tooLong(place) }
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      if Listener.withAddress(place, { Glibc.connect(descriptor, $0, $1) }) == 0 {
        return descriptor
      }
      reasons.append((place, errno))
      close(descriptor)
    }
    if let denied = reasons.first(where: { $0.errno == EACCES || $0.errno == EPERM }) {
      let advice =
        kind == .admin
        ? "only root and the daemon's user manage players: put sudo before it"
        : "join its group (sudo adduser $USER flickpad) and log in again"
      throw Failure("you may not connect to \(denied.path); \(advice)", status: EX_NOPERM)
    }
    let list = reasons.map { "\($0.path) (\(told($0.errno, of: $0.path)))" }
      .joined(separator: ", ")
    throw Failure(
      "no Flickpad listens on \(list); start it with flickpad serve, or name its socket with "
        + "--socket", status: EX_UNAVAILABLE)
  }

  private static func told(_ reason: Int32, of path: String) -> String {
    var status = stat()
    switch reason {
    case ECONNREFUSED where stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK:
      return "it is no socket"
    case ECONNREFUSED: return "nobody serves it"
    case ENOENT: return "it is not there"
    default: return String(cString: strerror(reason))
    }
  }
}
