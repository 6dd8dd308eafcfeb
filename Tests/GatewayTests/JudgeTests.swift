// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// A WebSocket client that was not written here: Python's websockets.
@Suite struct JudgeTests {
  /// That of the system, whose packages make installs.
  private static let python = "/usr/bin/python3"

  private static let hasWebSockets = (try? run(python, ["-c", "import websockets"]))?.status == 0

  @Test(.enabled(if: hasWebSockets, "Python has no websockets (Debian: python3-websockets)"))
  func anotherClientFindsNothingWrong() throws {
    let gateway = try RunningGateway()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("judge.py").path
    let (status, _, errors) = try run(
      Self.python, [script, String(gateway.port), gateway.control])
    #expect(status == 0, "\(errors)")
  }
}
