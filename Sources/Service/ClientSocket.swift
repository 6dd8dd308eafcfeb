// SPDX-License-Identifier: MIT

import Glibc
import Writing

/// A client's way to the daemon.
public enum ClientSocket {
  /// For so many seconds a daemon that is to say something may say nothing.
  public static let patience = 5

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
      // A daemon that hangs accepts nobody, and once its queue is full connect(2) waits: unix(7).
      // So does write(2), once so much was sent.
      limit(descriptor, SO_SNDTIMEO, seconds: patience)
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

  /// Sends all of it; false where the daemon has closed, and some may be lost.
  ///
  /// - Throws: where the daemon has read nothing for as long as it may say nothing.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) -> Bool {
    let reason = writeAll(bytes.span, to: descriptor)
    if reason == EAGAIN { throw silence() }
    return reason == 0
  }

  /// Has read(2) wait for so many seconds and no longer, and then fail with EAGAIN.
  public static func limitReading(_ descriptor: Int32, seconds: Int = patience) {
    limit(descriptor, SO_RCVTIMEO, seconds: seconds)
  }

  private static func limit(_ descriptor: Int32, _ option: Int32, seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The daemon has said nothing for that long.
  public static func silence(seconds: Int = patience) -> Failure {
    Failure(
      "the daemon has not answered for \(seconds) s: it is stopped, or hangs; what it does, "
        + "systemctl status flickpad says, if it is the service", status: EX_UNAVAILABLE)
  }

  private static func told(_ reason: Int32, of path: String) -> String {
    var status = stat()
    switch reason {
    case ECONNREFUSED where stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK:
      return "it is no socket"
    case ECONNREFUSED: return "nobody serves it"
    case ENOENT: return "it is not there"
    case EAGAIN: return "it accepts nobody: it is stopped, or hangs"
    default: return String(cString: strerror(reason))
    }
  }
}
