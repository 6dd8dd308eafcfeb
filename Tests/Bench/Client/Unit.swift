// SPDX-License-Identifier: MIT

import Glibc

/// `flickpad serve` as systemd runs it: the socket is there before, and its being ready is told. Only
/// its devices are printed, and that to nobody.
final class Unit {
  /// From its exec to READY=1, in milliseconds, by the clock and of CPU time.
  private(set) var startUp: (wall: Double, cpu: Double) = (0, 0)
  let process: pid_t
  private let directory = temporaryDirectory()
  var path: String { directory + "/flickpad.sock" }

  init(_ binaries: String, players: Int) {
    let listener = Self.bound(directory + "/flickpad.sock", Int32(SOCK_STREAM.rawValue))
    expect(listen(listener, 64) == 0, "listen")
    let notices = Self.bound(directory + "/notify.sock", Int32(SOCK_DGRAM.rawValue))
    // The sockets are those of a process that is told by its number, which only itself knows.
    let gate = makePipe()
    let shell = "read go <&4; exec 4<&-; LISTEN_PID=$$ exec \"$@\""
    process = start(
      "/bin/sh",
      [
        "sh", "-c", shell, "sh", binaries + "/flickpad", "serve", "--output", "print",
        "--log-level", "error", "--players", "\(players)",
      ],
      environment: [
        "LISTEN_FDS=1", "LISTEN_FDNAMES=flickpad.sock", "NOTIFY_SOCKET=\(directory)/notify.sock",
      ], passing: [listener, gate.reading])
    for descriptor in [listener, gate.reading] { close(descriptor) }
    defer { for descriptor in [notices, gate.writing] { close(descriptor) } }
    let clock = cpuClock(process)
    // The shell gets there.
    usleep(20_000)
    let (wall, cpu) = (nanoseconds(), nanoseconds(clock))
    write(Array("\n".utf8), to: gate.writing)
    var notice = [UInt8](repeating: 0, count: 256)
    repeat {
      expect(recv(notices, &notice, notice.count, 0) > 0, "a notice of the daemon")
    } while !notice.starts(with: "READY=1".utf8)
    startUp.wall = Double(nanoseconds() - wall) / 1e6
    startUp.cpu = Double(nanoseconds(clock) - cpu) / 1e6
  }

  private static func bound(_ path: String, _ type: Int32) -> Int32 {
    let descriptor = socket(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    expect(withAddress(path) { bind(descriptor, $0, $1) } == 0, "bind \(path)")
    return descriptor
  }

  deinit {
    end(process)
    remove(directory)
  }
}
