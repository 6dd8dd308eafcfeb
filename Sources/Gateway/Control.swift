// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import JSON

/// The commands' way to the running gateway.
public enum Control {
  /// Sends a request and gives back the answer.
  ///
  /// - Parameter path: of the control socket; nil: where commands look.
  /// - Throws: a sentence if no gateway listens, or what it says against the request.
  public static func ask(_ request: ControlRequest, at path: String?) throws(Failure) -> JSONNode {
    let descriptor = try connect(Places.controlForCommands(path))
    defer { close(descriptor) }
    let line = request.bytes + [UInt8(ascii: "\n")]
    _ = line.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while answer.last != UInt8(ascii: "\n") {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 5000)
      if ready < 0 && errno == EINTR { continue }
      guard ready == 1 else { break }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    guard let node = try? JSONNode(parsing: answer.span) else {
      throw Failure(
        "the gateway gives no answer; journalctl -u flickpad-web may say why",
        status: EX_UNAVAILABLE)
    }
    if node.text("type") == "error" {
      throw Failure(
        node.text("message") ?? "", status: Int32(node.integer("status") ?? Int(EX_DATAERR)))
    }
    return node
  }

  /// Why what was asked for, and is done, has no effect for now; nil: it has.
  public static func obstacle(_ answer: JSONNode) -> String? { answer.text("obstacle") }

  private static func connect(_ places: [String]) throws(Failure) -> Int32 {
    var denied: String?
    for place in places {
      let descriptor = clinux_connect(place)
      if descriptor >= 0 { return descriptor }
      if errno == EACCES || errno == EPERM { denied = place }
    }
    if let denied {
      throw Failure(
        "you may not connect to \(denied): only root and the gateway's user manage phones; put "
          + "sudo before it", status: EX_NOPERM)
    }
    throw Failure(
      "no gateway listens on \(places.joined(separator: " or ")); start it with flickpad-web serve "
        + "(the service: systemctl start flickpad-web), or name its socket with --control",
      status: EX_UNAVAILABLE)
  }
}
