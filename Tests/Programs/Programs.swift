// SPDX-License-Identifier: MIT

import Foundation

/// The programs that were built beside the tests.
public enum BuiltPrograms {
  /// Where they lie.
  public static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Whether they and the tests were built with the address sanitizer, which keeps for a while what
  /// is freed, so that sizes say little.
  public static let areSanitized = dlsym(nil, "__asan_init") != nil

  /// The path of one.
  public static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// A new folder, which is the caller's to remove.
public func makeFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("flickpad-\(UUID().uuidString.prefix(8))")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// How a program has ended, and what it has said.
public typealias Ending = (status: Int32, output: String, errors: String)

/// Runs a program that ends by itself, with nothing to read.
///
/// - Parameter folder: where it runs; nil: where the tests do.
public func run(_ path: String, _ arguments: [String], in folder: URL? = nil) throws -> Ending {
  let process = Process()
  let (output, errors) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  // What it complains of fits the pipe meanwhile.
  let text = output.fileHandleForReading.readDataToEndOfFile()
  let complaints = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (
    process.terminationStatus, String(decoding: text, as: UTF8.self),
    String(decoding: complaints, as: UTF8.self)
  )
}

/// A shell that finds the programs that were built beside the tests.
public enum Shell {
  /// Runs a line.
  ///
  /// - Parameter folder: where it runs; nil: where the tests do.
  public static func run(_ line: String, in folder: URL? = nil) throws -> Ending {
    try Programs.run(
      "/bin/sh", ["-c", "PATH=\(BuiltPrograms.folder.path):$PATH; \(line)"], in: folder)
  }
}
