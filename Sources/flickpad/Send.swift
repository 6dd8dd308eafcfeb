// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Service

/// `flickpad send`: lines from standard input to the daemon, its lines to standard output.
enum Send {
  static let command = Command(
    name: "send", summary: "send lines from standard input to the daemon, print what it answers",
    words: "", count: 0...0,
    options: [
      Option(
        "socket", "PATH", "the daemon's socket (default: $FLICKPAD_SOCKET, yours, the service's)")
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    do throws(Failure) {
      let descriptor = try ClientSocket.connect(arguments["socket"])
      return relay(descriptor)
    } catch {
      complain(error.message)
      return error.status
    }
  }

  /// Copies both ways until the daemon closes, or standard output is gone.
  private static func relay(_ socket: Int32) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    var ends = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if poll(&ends, 2, -1) < 0 {
        if errno == EINTR { continue }
        complain("cannot wait for input: \(String(cString: strerror(errno)))")
        return EX_OSERR
      }
      if ends[1].revents != 0 {
        let count = read(socket, &buffer, buffer.count)
        guard count > 0 else { return EX_OK }
        guard copy(buffer[..<count], to: 1) else { return EX_IOERR }
      }
      if ends[0].revents != 0 {
        let count = read(0, &buffer, buffer.count)
        // A daemon that has closed says so on the other end.
        if count <= 0 || !copy(buffer[..<count], to: socket) {
          shutdown(socket, Int32(SHUT_WR))
          ends[0].fd = -1
        }
      }
    }
  }

  private static func copy(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
