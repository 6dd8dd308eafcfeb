// SPDX-License-Identifier: MIT

import CLinux
import CSystemd
import Glibc

/// The sockets a client can come through.
public enum SocketKind: String, CaseIterable, Sendable {
  /// Everything a client may do.
  case full = "flickpad.sock"
  /// Gamepads only.
  case pad = "pad.sock"
  /// Not for playing, but to manage the players.
  case admin = "admin.sock"

  /// What it is, in an error.
  var purpose: String {
    switch self {
    case .full: "the socket for everything"
    case .pad: "the socket for gamepads"
    case .admin: "the socket for managing players"
    }
  }

  /// The group that may connect; nil: only root and the daemon's own user.
  public var group: String? {
    switch self {
    case .full: "flickpad"
    case .pad: "flickpad-pad"
    case .admin: nil
    }
  }
}

/// A listening UNIX stream socket: bound by us, and then removed by us, or handed over by systemd.
final class Listener {
  let descriptor: Int32
  let kind: SocketKind
  /// Where it lies, if we have bound it.
  let path: String?
  /// Which file that is: at its path there may be another one by now.
  private let file: ino_t?

  private init(descriptor: Int32, kind: SocketKind, path: String?) {
    self.descriptor = descriptor
    self.kind = kind
    self.path = path
    file = path.flatMap(Self.inode)
  }

  deinit {
    if let path, Self.inode(of: path) == file { unlink(path) }
    close(descriptor)
  }

  private static func inode(of path: String) -> ino_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_ino : nil
  }

  // MARK: From systemd

  /// The sockets that systemd has handed over, told apart by FileDescriptorName=; none if it has
  /// not.
  ///
  /// - Throws: a sentence if a name is unknown or a descriptor is no listening UNIX stream socket.
  static func activated(_ sockets: [Handover.Item]) throws(Failure) -> [Listener] {
    var listeners: [Listener] = []
    for item in sockets {
      let (name, descriptor) = (item.name, item.descriptor)
      guard let kind = SocketKind.allCases.first(where: { $0.rawValue == name }) else {
        throw Failure(
          "systemd handed over a socket named '\(name)'; FileDescriptorName= has to be "
            + "flickpad.sock, pad.sock or admin.sock", status: EX_CONFIG)
      }
      guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
        throw Failure(
          "what systemd handed over as \(name) is no listening UNIX stream socket; "
            + "compare flickpad.socket with the one that came with Flickpad", status: EX_CONFIG)
      }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      listeners.append(Listener(descriptor: descriptor, kind: kind, path: nil))
    }
    return listeners
  }

  // MARK: Our own

  /// The longest path that fits sockaddr_un with its terminator.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Binds a socket. A socket file that nobody serves is replaced; the file belongs to the kind's
  /// group (0660) where that exists and we may give it away, else to us alone (0600).
  ///
  /// - Throws: a sentence if somebody serves there, or the file cannot be made; nothing has changed
  ///   then.
  static func bind(_ path: String, _ kind: SocketKind) throws(Failure) -> Listener {
    guard path.utf8.count <= longestPath else { throw tooLong(path) }
    let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : path[..<$0] } ?? "."
    let lock = open(String(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else {
      let problem =
        switch errno {
        case ENOENT: "the directory \(directory) does not exist; create it, or"
        case ENOTDIR: "\(directory) is not a directory;"
        default: "cannot look into \(directory): \(String(cString: strerror(errno)));"
        }
      throw cannotCreate(path, problem, errno)
    }
    defer { close(lock) }
    // Two daemons that start at once must not take each other's fresh socket for a stale one.
    try take(lock, of: String(directory), path)
    try clear(path)
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else {
      throw cannotCreate(path, "\(String(cString: strerror(errno)));", errno)
    }
    let mask = umask(0o177)
    let bound = withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    let reason = errno
    umask(mask)
    guard bound == 0 else {
      close(descriptor)
      let problem =
        switch reason {
        case EACCES, EROFS: "you may not write to \(directory);"
        // The directory is there, we have just opened it.
        case ENOENT, EPERM: "\(directory) takes no sockets;"
        default: "\(String(cString: strerror(reason)));"
        }
      throw cannotCreate(path, problem, reason)
    }
    if let name = kind.group, let group = getgrnam(name),
      chown(path, uid_t.max, group.pointee.gr_gid) == 0
    {
      chmod(path, 0o660)
    }
    guard listen(descriptor, SOMAXCONN) == 0 else {
      let reason = errno
      unlink(path)
      close(descriptor)
      throw cannotCreate(path, "\(String(cString: strerror(reason)));", reason)
    }
    return Listener(descriptor: descriptor, kind: kind, path: path)
  }

  /// Waits for another daemon that starts, a second at most.
  private static func take(_ lock: Int32, of directory: String, _ path: String) throws(Failure) {
    for _ in 0..<100 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      usleep(10_000)
    }
    throw cannotCreate(path, "another program keeps \(directory) locked (flock);", EWOULDBLOCK)
  }

  /// Makes room for a socket: removes one that nobody serves.
  private static func clear(_ path: String) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: break
    case S_IFDIR: throw cannotCreate(path, "it is a directory;", EISDIR)
    default:
      throw cannotCreate(path, "something else has that name; move it away, or", EEXIST)
    }
    let probe = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard probe >= 0 else {
      throw cannotCreate(path, "\(String(cString: strerror(errno)));", errno)
    }
    defer { close(probe) }
    let connected = withAddress(path) { connect(probe, $0, $1) }
    // EAGAIN: its queue is full, so somebody listens; EACCES: it is not ours to judge.
    guard connected != 0 && errno == ECONNREFUSED else {
      throw Failure(
        "\(path) is taken: another Flickpad serves there; stop it (systemctl stop flickpad.socket "
          + "flickpad.service if it is the service), or choose another place with --socket",
        status: EX_UNAVAILABLE)
    }
    unlink(path)
  }

  static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      for (index, byte) in path.utf8.prefix(longestPath).enumerated() { field[index] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// - Parameter problem: ends so that "choose another place" can follow.
  private static func cannotCreate(_ path: String, _ problem: String, _ reason: Int32) -> Failure {
    Failure(
      "cannot create the socket \(path): \(problem) choose another place with --socket",
      status: reason == EACCES || reason == EPERM ? EX_NOPERM : EX_CANTCREAT)
  }

  /// What both sides say of a path that no socket can have.
  static func tooLong(_ path: String) -> Failure {
    Failure(
      "the socket's path is \(path.utf8.count) bytes long, a UNIX socket's can have "
        + "\(longestPath): \(path); choose a shorter one with --socket", status: EX_CONFIG)
  }
}
