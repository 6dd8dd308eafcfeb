// SPDX-License-Identifier: MIT

import Foundation
import Programs
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
    folder = try makeFolder()
    let path = { [folder] (name: String) in folder.appendingPathComponent(name).path }
    daemon =
      hasDaemon
      ? try RunningProgram(
        BuiltPrograms.path("flickpad"),
        ["serve", "--output", "print", "--socket", path("flickpad.sock")]) : nil
    isPrivate = arguments.contains("auto")
    var words = [Self.program] + Self.arguments(path) + arguments
    if let fault { words = Fault.command(fault, of: file.map(path)) + words }
    gateway = try RunningProgram(words[0], Array(words.dropFirst()), in: folder)
    port = try Self.port(gateway)
  }

  private static let program = BuiltPrograms.path("flickpad-web")

  private static func arguments(_ path: (String) -> String) -> [String] {
    [
      "serve", "--listen", "127.0.0.1", "--port", "0", "--socket", path("pad.sock"), "--control",
      path("control.sock"), "--state", path("state"),
    ]
  }

  private static func port(_ gateway: RunningProgram) throws -> Int {
    let line = try #require(gateway.linesBefore.last)
    return try #require(Int(line.drop { !$0.isNumber }.prefix(while: \.isNumber)))
  }

  /// Has another gateway in the place of this one.
  func restart(_ arguments: [String]) throws {
    gateway.kill()
    gateway = try RunningProgram(Self.program, Self.arguments(path) + arguments, in: folder)
    port = try Self.port(gateway)
  }

  /// What it said before it was ready.
  var linesBefore: [String] { gateway.linesBefore }

  func stop() { gateway.kill() }

  /// Runs another gateway with the same options, and gives back how it ended.
  func rival(_ arguments: [String]) throws -> Ending {
    try run(Self.program, Self.arguments(path) + arguments, in: folder)
  }

  /// Runs a line of shell in the folder.
  func shell(_ line: String) throws {
    let ending = try Shell.run("set -e; \(line)", in: folder)
    try #require(ending.status == 0, "\(line): \(ending.errors)")
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
  func residentSize() throws -> Int { try gateway.residentSize() }

  /// Whether it takes less than so many kibibytes more than `before`, where that can be told.
  func hasGrownLess(than limit: Int, since before: Int) throws -> Bool {
    try BuiltPrograms.areSanitized || residentSize() - before < limit
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The next event that is no SYN_REPORT, without its time.
  func event() throws -> String {
    try #require(daemon).event()
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
    daemon?.kill()
  }

  /// What the gateway has logged, up to a line that a condition holds for.
  func logged(_ condition: (String) -> Bool) throws -> String { try gateway.logged(condition) }
}
