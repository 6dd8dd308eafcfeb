// SPDX-License-Identifier: MIT

import CLinux
import Commands
import Glibc
import Service

/// `flickpad send`: lines from standard input to the daemon, its lines to standard output.
enum Send {
  static let socket = Option(
    "socket", "PATH", "the daemon's socket (default: $FLICKPAD_SOCKET, yours, the service's)")

  static let command = Command(
    name: "send", summary: "send lines from standard input to the daemon, print what it answers",
    words: "", count: 0...0,
    options: [socket]
  ) { (arguments) throws(Arguments.Mistake) in
    do throws(Failure) {
      try relay(try ClientSocket.connect(arguments["socket"]))
      return EX_OK
    } catch {
      complain(error.message)
      return error.status
    }
  }

  /// Copies both ways until the daemon closes, or standard output is gone.
  private static func relay(_ socket: Int32) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    var parting = Parting()
    var ends = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Once it was told that nothing more comes, the daemon closes.
      let ready = poll(&ends, 2, ends[0].fd < 0 ? Int32(ClientSocket.patience * 1000) : -1)
      if ready == 0 { throw ClientSocket.silence() }
      if ready < 0 {
        if errno == EINTR { continue }
        throw Failure(
          "cannot wait for input: \(String(cString: strerror(errno)))", status: EX_OSERR)
      }
      if ends[1].revents != 0 {
        let count = read(socket, &buffer, buffer.count)
        if count > 0 {
          Terminal.say(Array(buffer[..<count]))
          parting.hears(buffer[..<count])
        } else {
          let isBroken = count < 0
          // Who had nothing more to say has left, even if the daemon was the first to close.
          if ends[0].revents != 0, read(0, &buffer, 1) <= 0 { parting.hasSaidAll() }
          if let failure = parting.failure(isBroken: isBroken) { throw failure }
          return
        }
      }
      if ends[0].revents != 0 {
        let count = read(0, &buffer, buffer.count)
        if count > 0 {
          parting.says(buffer[..<count])
          // A daemon that has closed says so on the other end.
          if try !ClientSocket.write(Array(buffer[..<count]), to: socket) { ends[0].fd = -1 }
        } else {
          parting.hasSaidAll()
          shutdown(socket, Int32(SHUT_WR))
          ends[0].fd = -1
        }
      }
    }
  }
}
