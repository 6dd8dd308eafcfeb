// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `flickpad serve --output print` as a process of its own, in a folder of its own. Ends with the
/// object.
final class RunningDaemon {
  let folder: URL
  private let process = Process()
  private let events = Pipe()
  private let log = Pipe()
  /// What it had logged by then.
  private(set) var linesBefore: [String] = []

  var socket: String { folder.appendingPathComponent("flickpad.sock").path }
  var padSocket: String { folder.appendingPathComponent("pad.sock").path }
  var adminSocket: String { folder.appendingPathComponent("admin.sock").path }

  /// The binary that was built beside the tests.
  static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("flickpad")

  /// Starts a daemon, with at most so many `descriptors`, and waits until it listens. `environment`
  /// is more of that; `stored` is what systemd hands over under a name, any open file of ours.
  init(
    _ arguments: [String] = [], files: [String: String] = [:], descriptors: Int? = nil,
    environment: [String: String] = [:], stored: (name: String, descriptor: Int32)? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flickpad-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
    var preparation = descriptors.map { "ulimit -n \($0); " } ?? ""
    if let stored {
      preparation +=
        "exec 3<>/proc/\(getpid())/fd/\(stored.descriptor); "
        + "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=\(stored.name); "
    }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = folder
    process.arguments =
      ["-c", preparation + #"exec "$0" "$@""#, Self.binary.path]
      + ["serve", "--output", "print", "--socket", socket] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": folder.appendingPathComponent("state").path]
    ) { $1 }.merging(environment) { $1 }
    process.standardOutput = events
    process.standardError = log
    try process.run()
    // The line that says where it listens comes when it does.
    _ = try line(of: log) {
      linesBefore.append($0)
      return $0.contains("listening on")
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ text: String, to file: String) throws {
    try text.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
  }

  /// Its resident memory in bytes.
  var memory: Int {
    let status =
      (try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status",
        encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Another descriptor of the memory that it keeps for the next daemon; nil where it keeps none.
  func keptMemory() throws -> Int32? {
    let folder = "/proc/\(process.processIdentifier)/fd"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = "\(folder)/\(name)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
      if target?.hasPrefix("/memfd:flickpad") == true { return open(file, O_RDWR | O_CLOEXEC) }
    }
    return nil
  }

  /// Waits for the end, and gives back the exit status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What is left of the events, up to the daemon's end.
  func restOfEvents() throws -> [String] {
    let text = try events.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The next event that is no SYN_REPORT, without its time.
  func event() throws -> String {
    let text = try line(of: events) { !$0.contains("SYN_REPORT") }
    return text.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// The next line of the log that a condition holds for.
  func logged(_ condition: (String) -> Bool) throws -> String { try line(of: log, condition) }

  private func line(of pipe: Pipe, _ condition: (String) -> Bool) throws -> String {
    while true {
      let text = try readLine(pipe.fileHandleForReading.fileDescriptor)
      if condition(text) { return text }
    }
  }
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

/// The stream ended, or nothing came in 20 seconds.
struct NoLine: Error {}

/// Reads one line, byte for byte.
func readLine(_ descriptor: Int32) throws -> String {
  var bytes: [UInt8] = []
  while true {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 20_000) == 1 else { throw NoLine() }
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { throw NoLine() }
    if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
    bytes.append(byte)
  }
}

/// A client of the daemon.
final class Client {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0, "cannot connect to \(path)")
  }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  func send(_ lines: String...) {
    for line in lines { send(Array(line.utf8) + [UInt8(ascii: "\n")]) }
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// The next line, as an object.
  func receive() throws -> [String: Any] {
    let text = try readLine(descriptor)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The next line of a type.
  func receive(_ type: String) throws -> [String: Any] {
    while true {
      let message = try receive()
      if message["type"] as? String == type { return message }
    }
  }

  /// Says hello, with more fields, and waits for the welcome.
  func hello(_ fields: String = "") throws -> [String: Any] {
    send(#"{"type":"hello","protocol":1\#(fields)}"#)
    return try receive("welcome")
  }

  /// The code of the next error.
  func error() throws -> String? { try receive("error")["code"] as? String }

  func touch(_ phase: String, _ x: Double, _ y: Double, id: Int = 1) {
    send(#"{"type":"touch","touches":[{"id":\#(id),"phase":"\#(phase)","x":\#(x),"y":\#(y)}]}"#)
  }
}
