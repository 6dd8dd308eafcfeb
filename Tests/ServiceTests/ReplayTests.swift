// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// Scripts that are played to the daemon.
struct ReplayTests {
  /// Plays a script, of which `after` is done once the daemon has answered its first ping: lines of
  /// shell, to which $replay is the process. Ends as that does.
  private func replay(
    _ script: String..., options: String = "", to daemon: RunningDaemon, after: String = ""
  ) throws -> Ending {
    try daemon.write(script.joined(separator: "\n") + "\n", to: "script")
    return try Shell.run(
      """
      touch said
      timeout 20 flickpad replay --feedback \(options) --socket \(daemon.socket) script >said &
      replay=$!
      until grep -q pong said || ! kill -0 $replay; do sleep 0.02; done 2>/dev/null
      \(after)
      wait $replay 2>/dev/null
      """, in: daemon.folder)
  }

  @Test(arguments: [("3e6", "1"), ("1e9", "100"), ("30000", "0.01"), ("1e9", "0.01")])
  func pausesMayBeLong(time: String, speed: String) throws {
    let daemon = try RunningDaemon()
    let (status, _, errors) = try replay(
      #"{"t":0,"type":"ping"}"#, #"{"t":\#(time),"type":"ping"}"#, options: "--speed \(speed)",
      to: daemon, after: "kill $replay")
    #expect(status == 128 + SIGTERM, "it waits until it is ended")
    #expect(errors.isEmpty)
  }

  @Test func nothingIsPlayedBehindBye() throws {
    let daemon = try RunningDaemon()
    let (status, output, errors) = try replay(
      #"{"t":0,"type":"ping"}"#, #"{"t":0,"type":"bye"}"#, #"{"t":1000,"type":"ping"}"#, "nonsense",
      to: daemon)
    #expect(status == 0)
    #expect(output.isEmpty && errors.isEmpty)
  }

  @Test(arguments: [
    (
      "flickpad players --socket $socket drop 1",
      "whoever manages the players has ended this session"
    ),
    (
      #"""
      token=$(sed -n 's/.*"resume":"\([^"]*\)".*/\1/p' said)
      echo '{"type":"hello","resume":"'$token'"}' | flickpad send --socket $socket >/dev/null
      """#, "the client has come back on another connection"
    ),
  ])
  func noLineIsBlamedForAnEndFromOutside(cause: String, reason: String) throws {
    let daemon = try RunningDaemon()
    let (status, _, errors) = try replay(
      #"{"t":0,"type":"ping"}"#, #"{"t":1000,"type":"ping"}"#, to: daemon,
      after: "socket=\(daemon.socket)\n" + cause)
    #expect(status == 69)
    #expect(
      errors == "flickpad: the daemon closed the connection; the last that it said is: \(reason)\n")
  }
}
