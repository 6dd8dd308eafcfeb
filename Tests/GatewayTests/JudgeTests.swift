// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A WebSocket client that was not written here: Python's websockets.
@Suite struct JudgeTests {
  /// Runs Python; gives back its exit status and what it complains of.
  private static func python(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let process = Process()
    let errors = Pipe()
    // That of the system, whose packages make installs.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private static let hasWebSockets =
    (try? python(["-c", "import websockets"]))?.status == 0

  @Test(.enabled(if: hasWebSockets, "Python has no websockets (Debian: python3-websockets)"))
  func anotherClientFindsNothingWrong() throws {
    let gateway = try RunningGateway()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("judge.py").path
    let (status, errors) = try Self.python([script, String(gateway.port), gateway.control])
    #expect(status == 0, "\(errors)")
  }
}
