// SPDX-License-Identifier: MIT

import Glibc

/// Where the sockets lie.
public enum SocketPlaces {
  /// The service's directory.
  public static let service = "/run/flickpad"

  /// The directory of a user's own daemon, if the user has a runtime directory.
  public static var user: String? {
    guard let runtime = getenv("XDG_RUNTIME_DIR"), runtime[0] != 0 else { return nil }
    return String(cString: runtime) + "/flickpad"
  }

  /// Where a daemon binds its sockets: `given` (the full socket; the others lie beside it), the
  /// service's directory for root, else the user's. The directory is made, unless it was given.
  static func forDaemon(_ given: String?) throws(Failure) -> [SocketKind: String] {
    if let given {
      let directory = given.lastIndex(of: "/").map { given[...$0] } ?? ""
      let name = given.dropFirst(directory.count)
      if let other = SocketKind.allCases.first(where: { $0 != .full && name == $0.rawValue }) {
        throw Failure(
          "\(given) is where \(other.purpose) will lie; give the full socket another name with "
            + "--socket", status: EX_CONFIG)
      }
      return [
        .full: given, .pad: directory + SocketKind.pad.rawValue,
        .admin: directory + SocketKind.admin.rawValue,
      ]
    }
    let directory: String
    if geteuid() == 0 {
      directory = service
    } else if let user {
      directory = user
    } else {
      throw Failure(
        "XDG_RUNTIME_DIR is not set, so there is no place for the socket; log in as a user of "
          + "this machine, or choose a place with --socket", status: EX_CONFIG)
    }
    if mkdir(directory, geteuid() == 0 ? 0o755 : 0o700) != 0 && errno != EEXIST {
      throw Failure(
        "cannot create the directory \(directory) for the socket: "
          + "\(String(cString: strerror(errno))); choose another place with --socket",
        status: EX_CANTCREAT)
    }
    return Dictionary(
      uniqueKeysWithValues: SocketKind.allCases.map { ($0, directory + "/" + $0.rawValue) })
  }

  /// Where a client looks, in this order: `given`, $FLICKPAD_SOCKET, the user's daemon, the service.
  /// Both name the full socket; the others lie beside it.
  public static func forClient(_ given: String?, _ kind: SocketKind = .full) -> [String] {
    var named = given
    if named == nil, let variable = getenv("FLICKPAD_SOCKET"), variable[0] != 0 {
      named = String(cString: variable)
    }
    if let named {
      let directory = named.lastIndex(of: "/").map { named[...$0] } ?? ""
      return [kind == .full ? named : directory + kind.rawValue]
    }
    return [user, service].compactMap { $0 }.map { $0 + "/" + kind.rawValue }
  }
}
