// SPDX-License-Identifier: MIT

import Programs
import Testing

/// How `flickpad send` ends.
@Suite struct SendTests {
  /// Runs `lines` of shell beside a daemon ($daemon, at $d/s) and a client of it ($send) whose
  /// input stays open as descriptor 3, and ends as the client does.
  private func run(_ lines: String) throws -> Ending {
    try Shell.run(
      """
      exec 4>&2 2>/dev/null  # what the shell says of its jobs
      d=$(mktemp -d); touch $d/log $d/out; mkfifo $d/in; exec 3<>$d/in
      flickpad serve --output print --socket $d/s 2>$d/log 3>&- & daemon=$!
      until grep -q listening $d/log; do sleep 0.02; done
      timeout 20 flickpad send --socket $d/s <$d/in >$d/out 2>&4 3>&- & send=$!
      echo '{"type":"ping"}' >&3
      until grep -q pong $d/out; do sleep 0.02; done
      \(lines)
      wait $send; s=$?; kill $daemon; wait $daemon; rm -r $d; exit $s
      """)
  }

  @Test(arguments: ["TERM", "KILL"])
  func aDaemonThatGoesAwayIsAnError(signal: String) throws {
    let (status, _, errors) = try run("kill -\(signal) $daemon")
    #expect(status == 69)
    #expect(errors.hasPrefix("flickpad: the daemon closed the connection; it does so when "))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test func theDaemonsLastWordsAreTold() throws {
    let (status, _, errors) = try run("head -c 70000 /dev/zero >&3")
    #expect(status == 69)
    #expect(
      errors == "flickpad: the daemon closed the connection; "
        + "the last that it said is: a line has at most 65536 bytes\n")
  }

  @Test func aDaemonThatHangsIsGivenUp() throws {
    // All at once: each waits for five seconds.
    let (status, output, _) = try run(
      """
      kill -STOP $daemon
      echo '{"t":0,"type":"touch","touches":[]}' >$d/script
      ask() {
        timeout 20 flickpad "$@" <&5 2>&1 5<&- || echo "status $?"
      }
      exec 5</dev/null
      { printf '{"t":0,"type":"hello","client":"'; head -c 3000000 /dev/zero | tr '\\0' x; echo '"}'
      } >$d/long
      ask players --socket $d/admin.sock >$d/1 & ask monitor --socket $d/admin.sock >$d/2 &
      ask send --socket $d/s >$d/3 & ask replay $d/script --socket $d/s >$d/4 &
      ask replay $d/long --socket $d/s >$d/5 &
      ask send --socket $d/s 5<$d/long >$d/6 &
      wait %3 %4 %5 %6 %7 %8; cat $d/[1-6]
      kill -CONT $daemon; echo '{"type":"bye"}' >&3
      """)
    #expect(status == 0)
    let answer =
      "flickpad: the daemon has not answered for 5 s: it is stopped, or hangs; what it does, "
      + "systemctl status flickpad says, if it is the service"
    #expect(
      output.split(separator: "\n")
        == Array(repeating: [answer[...], "status 69"], count: 6).flatMap(\.self))
  }

  @Test func whoSaysByeLeaves() throws {
    let (status, _, errors) = try run(#"printf '{"type":"by\\u0065"}\n{"type":"ping"}\n' >&3"#)
    #expect(status == 0)
    #expect(errors.isEmpty)
  }
}
