// SPDX-License-Identifier: MIT

import Foundation
import Programs

/// `flickpad serve --output print` as a process of its own, in a folder of its own. Ends with the
/// object.
final class RunningDaemon {
  let folder: URL
  private let program: RunningProgram

  /// What it had logged when it listened.
  var linesBefore: [String] { program.linesBefore }

  var socket: String { path("flickpad.sock") }
  var padSocket: String { path("pad.sock") }
  var adminSocket: String { path("admin.sock") }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Starts a daemon, with at most so many `descriptors`, and files of at most so many `blocks` of
  /// 512 bytes, and waits until it listens. `environment` is more of that; `stored` is what systemd
  /// hands over under a name, any open file of ours.
  init(
    _ arguments: [String] = [], files: [String: String] = [:], descriptors: Int? = nil,
    blocks: Int? = nil, environment: [String: String] = [:],
    stored: (name: String, descriptor: Int32)? = nil
  ) throws {
    folder = try makeFolder()
    for (name, text) in files { try Self.write(text, to: folder.appendingPathComponent(name)) }
    var preparation = descriptors.map { "ulimit -n \($0); " } ?? ""
    if let blocks { preparation += "ulimit -f \(blocks); " }
    if let stored {
      preparation +=
        "exec 3<>/proc/\(getpid())/fd/\(stored.descriptor); "
        + "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=\(stored.name); "
    }
    program = try RunningProgram(
      "/bin/sh",
      ["-c", preparation + #"exec "$0" "$@""#, BuiltPrograms.path("flickpad"), "serve"]
        + ["--output", "print", "--socket", folder.appendingPathComponent("flickpad.sock").path]
        + arguments,
      in: folder,
      environment: ["XDG_STATE_HOME": folder.appendingPathComponent("state").path]
        .merging(environment) { $1 })
  }

  deinit {
    program.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The time of a processor that it has had, in seconds: utime and stime of proc_pid_stat(5).
  var secondsAtWork: Double {
    get throws {
      let path = "/proc/\(program.processIdentifier)/stat"
      let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
      let ticks = (Double(fields[13]) ?? .nan) + (Double(fields[14]) ?? .nan)
      return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  func write(_ text: String, to file: String) throws {
    try Self.write(text, to: folder.appendingPathComponent(file))
  }

  private static func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Its resident memory in bytes.
  var memory: Int { ((try? program.residentSize()) ?? 0) << 10 }

  func signal(_ number: Int32) { program.signal(number) }

  /// Another descriptor of the memory that it keeps for the next daemon; nil where it keeps none.
  func keptMemory() throws -> Int32? {
    let folder = "/proc/\(program.processIdentifier)/fd"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = "\(folder)/\(name)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
      if target?.hasPrefix("/memfd:flickpad") == true { return open(file, O_RDWR | O_CLOEXEC) }
    }
    return nil
  }

  /// Waits for the end, and gives back the exit status.
  func end() -> Int32 { program.end() }

  /// What is left of the events, up to the daemon's end.
  func restOfEvents() throws -> [String] {
    try program.restOfOutput().split(separator: "\n").map(String.init)
  }

  /// The next event that is no SYN_REPORT, without its time.
  func event() throws -> String { try program.event() }

  /// The next line of the log that a condition holds for.
  func logged(_ condition: (String) -> Bool) throws -> String { try program.logged(condition) }
}

/// Lets this process have as many descriptors as its clients need; false where it may not.
func canOpen(_ descriptors: rlim_t) -> Bool {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  if limit.rlim_cur >= descriptors { return true }
  limit.rlim_cur = min(descriptors, limit.rlim_max)
  return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    && limit.rlim_cur >= descriptors
}
