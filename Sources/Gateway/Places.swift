// SPDX-License-Identifier: MIT

import Glibc

/// Where the gateway's files and sockets lie.
public enum Places {
  /// The port on which phones connect. On a telephone's keys it spells FLIC.
  public static let port = 3542

  private static let control = "control.sock"
  private static let service = "/run/flickpad-web"

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }

  private static var runtime: String? { variable("XDG_RUNTIME_DIR") }

  /// Where the daemon's socket for gamepads may be: `given`, beside $FLICKPAD_SOCKET, the user's,
  /// the service's.
  public static func daemonSockets(_ given: String?) -> [String] {
    if let given { return [given] }
    if let full = variable("FLICKPAD_SOCKET") { return [beside(full, "pad.sock")] }
    return [runtime, "/run"].compactMap { $0 }.map { $0 + "/flickpad/pad.sock" }
  }

  /// What lies in the same directory as `path`.
  static func beside(_ path: String, _ name: String) -> String {
    (path.lastIndex(of: "/").map { path[...$0] } ?? "") + name
  }

  /// Where a gateway has its control socket: `given`, where systemd says, in /run for root, else in
  /// the user's runtime directory. The directory is made, unless it was given.
  public static func controlForServer(_ given: String?) throws(Failure) -> String {
    if let given { return given }
    if let directory = variable("RUNTIME_DIRECTORY") { return directory + "/" + control }
    let directory: String
    if geteuid() == 0 {
      directory = service
    } else if let runtime {
      directory = runtime + "/flickpad-web"
    } else {
      throw Failure(
        "XDG_RUNTIME_DIR is not set, so there is no place for the control socket; log in as a user "
          + "of this machine, or choose a place with --control", status: EX_CONFIG)
    }
    if mkdir(directory, 0o700) != 0 && errno != EEXIST {
      throw Failure(
        "cannot create the directory \(directory): \(reason(errno)); choose another place for the "
          + "control socket with --control", status: EX_CANTCREAT)
    }
    return directory + "/" + control
  }

  /// Where a gateway keeps its files: `given`, where systemd says, in /var/lib for root, else in the
  /// user's state directory.
  public static func state(_ given: String?) throws(Failure) -> String {
    if let given { return given }
    if let directory = variable("STATE_DIRECTORY") { return directory }
    if geteuid() == 0 { return "/var/lib/flickpad-web" }
    if let directory = variable("XDG_STATE_HOME") { return directory + "/flickpad-web" }
    guard let home = variable("HOME") else {
      throw Failure(
        "HOME is not set, so there is no place to keep the phones that are paired; choose one with "
          + "--state", status: EX_CONFIG)
    }
    return home + "/.local/state/flickpad-web"
  }

  /// Where commands look for the control socket: `given`, the user's, the service's.
  static func controlForCommands(_ given: String?) -> [String] {
    if let given { return [given] }
    return [runtime.map { $0 + "/flickpad-web" }, service].compactMap { $0 }
      .map { $0 + "/" + control }
  }
}
