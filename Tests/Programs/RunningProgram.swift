// SPDX-License-Identifier: MIT

import Foundation

/// A program that says where it listens, as a process of its own. Ends with the object.
public final class RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private let log = Pipe()
  /// What it had logged when it listened; the last line says where.
  public private(set) var linesBefore: [String] = []

  public var processIdentifier: Int32 { process.processIdentifier }

  /// Starts it, and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: where it runs; nil: where the tests do.
  ///   - environment: more of that.
  public init(
    _ path: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = log
    try process.run()
    // The line that says where it listens comes when it does.
    _ = try logged {
      linesBefore.append($0)
      return $0.contains("listening on")
    }
  }

  deinit { kill() }

  /// Ends it, whatever it does.
  public func kill() {
    if process.isRunning { signal(SIGKILL) }
    process.waitUntilExit()
  }

  public func signal(_ number: Int32) {
    Glibc.kill(processIdentifier, number)
  }

  /// Waits for the end, and gives back the exit status.
  public func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Its resident memory in kibibytes.
  public func residentSize() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    guard let size = Int(line.filter(\.isNumber)) else { throw NoLine() }
    return size
  }

  /// The next event that is no SYN_REPORT, without its time, of a daemon that prints them.
  public func event() throws -> String {
    let text = try line(of: output) { !$0.contains("SYN_REPORT") }
    return text.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// What is left of its output, up to its end.
  public func restOfOutput() throws -> String {
    String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// The next line of the log that a condition holds for.
  public func logged(_ condition: (String) -> Bool) throws -> String {
    try line(of: log, condition)
  }

  private func line(of pipe: Pipe, _ condition: (String) -> Bool) throws -> String {
    while true {
      let text = try readLine(pipe.fileHandleForReading.fileDescriptor)
      if condition(text) { return text }
    }
  }
}
