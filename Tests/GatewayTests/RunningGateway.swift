// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Gateway

/// `flickpad-web serve` with `flickpad serve --output print` behind it, each a process of its own,
/// in a folder of their own. They end with the object.
final class RunningGateway {
  let folder: URL
  private(set) var port = 0
  let isPrivate: Bool
  private let daemon: RunningProgram?
  private var gateway: RunningProgram

  var control: String { path("control.sock") }
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// - Parameters:
  ///   - hasDaemon: false: nobody is behind it.
  ///   - fault: what strace makes of system calls; nil: nothing.
  ///   - file: the only file of the folder that the fault is for; nil: all there is.
  init(
    _ arguments: [String] = [], hasDaemon: Bool = true, fault: String? = nil, of file: String? = nil
  ) throws {
    // What is sent to whoever has closed fails, and no more.
    signal(SIGPIPE, SIG_IGN)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flickpad-web-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = { [folder] (name: String) in folder.appendingPathComponent(name).path }
    daemon =
      hasDaemon
      ? try RunningProgram(
        "flickpad", ["serve", "--output", "print", "--socket", path("flickpad.sock")]) : nil
    isPrivate = arguments.contains("auto")
    gateway = try RunningProgram(
      "flickpad-web", Self.arguments(path) + arguments, in: folder, fault: fault,
      of: file.map(path))
    port = try Self.port(gateway)
  }

  private static func arguments(_ path: (String) -> String) -> [String] {
    [
      "serve", "--listen", "127.0.0.1", "--port", "0", "--socket", path("pad.sock"), "--control",
      path("control.sock"), "--state", path("state"),
    ]
  }

  private static func port(_ gateway: RunningProgram) throws -> Int {
    try #require(Int(gateway.started.drop { !$0.isNumber }.prefix(while: \.isNumber)))
  }

  /// Has another gateway in the place of this one.
  func restart(_ arguments: [String]) throws {
    gateway.end()
    gateway = try RunningProgram("flickpad-web", Self.arguments(path) + arguments, in: folder)
    port = try Self.port(gateway)
  }

  func stop() { gateway.end() }

  /// Runs another gateway with the same options, and gives back how it ended.
  func rival(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    try RunningProgram.run("flickpad-web", Self.arguments(path) + arguments, in: folder)
  }

  /// Runs a line of shell in the folder.
  func shell(_ line: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", line]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(line)")
  }

  /// What a file in the folder has.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// What the control socket answers to bytes; nothing where it closes, nil where it is not there.
  func ask(_ bytes: String) -> String? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    guard withUNIXAddress(control, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    _ = Array(bytes.utf8).withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    var answer: [UInt8] = []
    while let byte = try? readBytes(descriptor, 1) { answer += byte }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Its permissions.
  func mode(_ name: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path(name))
    return try #require(facts[.posixPermissions] as? Int)
  }

  /// The names of what is in a folder in the folder.
  func files(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// How many descriptors the gateway has open.
  func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(gateway.processIdentifier)/fd"
    ).count
  }

  /// Waits until the gateway has so many descriptors open, or fewer.
  func waitForDescriptors(_ count: Int) throws {
    // Each answer is a turn of the gateway's loop.
    for _ in 0..<10_000 where try descriptors() > count { _ = ask("\n") }
    #expect(try descriptors() <= count)
  }

  /// Lets the gateway have only so many descriptors.
  func limitDescriptors(_ count: Int) throws {
    try shell("prlimit --pid \(gateway.processIdentifier) --nofile=\(count):4096")
  }

  /// What the gateway takes of memory, in kibibytes.
  func residentSize() throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(gateway.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The next event that is no SYN_REPORT, without its time.
  func event() throws -> String {
    let daemon = try #require(daemon)
    let text = try daemon.line { !$0.contains("SYN_REPORT") }
    return text.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// Has `flickpad-web pair` let somebody in.
  func invite() throws -> Invitation {
    try #require(Invitation(try Control.ask(.pair, at: control)))
  }

  /// A phone that has connected but not said who it is.
  func phone(host: String? = nil, origin: String? = nil) throws -> Phone {
    let host = host ?? "127.0.0.1:\(port)"
    return try Phone(
      port: port, host: host, origin: origin ?? "http\(isPrivate ? "s" : "")://\(host)",
      isPrivate: isPrivate)
  }

  /// A phone that has been paired, and its key.
  func pairedPhone(_ name: String = "Ada") throws -> (Phone, key: String) {
    let phone = try phone()
    phone.send(#"{"type":"pair","secret":"\#(try invite().secret)","name":"\#(name)"}"#)
    let answer = try phone.message()
    #expect(answer["type"] as? String == "paired")
    #expect(answer["lasts"] as? Bool == isPrivate)
    return (phone, try #require(answer["key"] as? String))
  }

  /// A phone that says a key.
  func phone(key: String) throws -> Phone {
    let phone = try phone()
    phone.send(#"{"type":"key","key":"\#(key)"}"#)
    return phone
  }

  func devices() throws -> [DeviceReport] {
    DeviceReport.all(try Control.ask(.devices, at: control))
  }

  func stopDaemon() {
    daemon?.end()
  }

  /// What the gateway has logged, up to a line that a condition holds for.
  func logged(_ condition: (String) -> Bool) throws -> String { try gateway.logged(condition) }
}

/// A program that was built beside the tests.
final class RunningProgram {
  private let process: Process
  var processIdentifier: Int32 { process.processIdentifier }
  private let output = Pipe()
  private let log = Pipe()
  /// The line that says where it listens, which comes when it does.
  private(set) var started = ""

  /// A process that is to run a program, with system calls of its that fail.
  private static func process(
    _ name: String, _ arguments: [String], _ folder: URL?, _ fault: String?, _ file: String? = nil
  ) -> Process {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
    let process = Process()
    process.currentDirectoryURL = folder
    guard let fault else {
      process.executableURL = program
      process.arguments = arguments
      return process
    }
    // -D: the process is the program's, and strace beside it.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
    process.arguments =
      ["-D", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(fault)"]
      + (file.map { ["-P", $0] } ?? []) + [program.path] + arguments
    return process
  }

  /// Runs one that is to end by itself.
  static func run(
    _ name: String, _ arguments: [String], in folder: URL, fault: String? = nil
  ) throws -> (status: Int32, errors: String) {
    let process = process(name, arguments, folder, fault)
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  init(
    _ name: String, _ arguments: [String], in folder: URL? = nil, fault: String? = nil,
    of file: String? = nil
  ) throws {
    process = Self.process(name, arguments, folder, fault, file)
    process.standardOutput = output
    process.standardError = log
    try process.run()
    started = try logged { $0.contains("listening on") }
  }

  deinit { end() }

  func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The next line of output that a condition holds for.
  func line(_ condition: (String) -> Bool) throws -> String { try line(of: output, condition) }

  func logged(_ condition: (String) -> Bool) throws -> String { try line(of: log, condition) }

  private func line(of pipe: Pipe, _ condition: (String) -> Bool) throws -> String {
    var bytes: [UInt8] = []
    while true {
      let byte = try readBytes(pipe.fileHandleForReading.fileDescriptor, 1)[0]
      guard byte == UInt8(ascii: "\n") else {
        bytes.append(byte)
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if condition(text) { return text }
      bytes = []
    }
  }
}

/// The stream ended, or nothing came in 20 seconds.
struct NothingMore: Error {}

func readBytes(_ descriptor: Int32, _ count: Int) throws -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < count {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 20_000) == 1 else { throw NothingMore() }
    var buffer = [UInt8](repeating: 0, count: count - bytes.count)
    let length = read(descriptor, &buffer, buffer.count)
    guard length > 0 else { throw NothingMore() }
    bytes += buffer[..<length]
  }
  return bytes
}
