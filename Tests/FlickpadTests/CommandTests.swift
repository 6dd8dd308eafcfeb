// SPDX-License-Identifier: MIT

import Programs
import Testing

/// The program as a process of its own, in a shell with whatever is wrong there.
@Suite struct CommandTests {
  @Test(
    arguments: [
      "simulate gamepad", "layouts", "layouts gamepad", "--help", "--version", "serve --help",
      "doctor", "simulate gamepad --evemu /dev/shm/$$.full",
    ], [">/dev/full", ">&-"])
  func whatCannotBePrintedIsAnError(command: String, output: String) throws {
    let tap = #"{"t":0,"type":"touch","touches":[{"id":1,"phase":"began","x":780,"y":345}]}"#
    let line =
      "mkdir -p /dev/shm/$$.full; printf '%s' '\(tap)' | flickpad \(command) \(output); s=$?; "
      + "rm -r /dev/shm/$$.full; exit $s"
    let (status, _, errors) = try Shell.run(line)
    #expect(status == 74)
    #expect(errors.hasPrefix("flickpad: cannot write to standard output: "))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test func aRecordingThatCannotBeWrittenIsAnError() throws {
    let (status, _, errors) = try Shell.run(
      "mkdir /dev/shm/$$.d; ln -s /dev/full /dev/shm/$$.d/gamepad.evemu; "
        + "flickpad simulate gamepad --evemu /dev/shm/$$.d; s=$?; rm -r /dev/shm/$$.d; exit $s")
    #expect(status == 74)
    #expect(errors.hasSuffix("gamepad.evemu: No space left on device\n"))
  }

  @Test func inputThatIsClosedIsAtItsEnd() throws {
    // Where nothing stands in for it, a socket becomes standard input, and send talks to itself.
    let (status, _, errors) = try Shell.run(
      "d=$(mktemp -d); touch $d/log; flickpad serve --output print --socket $d/s 2>$d/log & "
        + "until grep -q listening $d/log; do sleep 0.02; done; "
        + "timeout 20 flickpad send --socket $d/s <&-; s=$?; kill $!; wait; rm -r $d; exit $s")
    #expect(status == 0)
    #expect(errors.isEmpty)
  }

  @Test func aDaemonWithItsOutputClosedDoesNotTellClientsInstead() throws {
    let lines = #"{"type":"touch","touches":[{"id":1,"phase":"began","x":780,"y":345}]}\nx\n"#
    let (status, _, errors) = try Shell.run(
      "d=$(mktemp -d); flickpad serve --output print --socket $d/s <&- >&- 2>&- & "
        + "until [ -S $d/pad.sock ]; do sleep 0.02; done; "
        + "printf '\(lines)' | flickpad send --socket $d/s >$d/answers; kill $!; wait; "
        + "grep -v '^{.*}$' $d/answers >&2; s=$?; rm -r $d; exit $s")
    #expect(status == 1, "lines that are none of the protocol")
    #expect(errors.isEmpty)
  }

  @Test(arguments: [
    "serve --socket ''", "serve --layout=", "serve --layouts ''", "send --socket ''",
    "simulate gamepad --evemu ''", "simulate gamepad --until ''", "layouts --layouts ''",
  ])
  func aValueIsNotEmpty(command: String) throws {
    let (status, _, errors) = try Shell.run("flickpad \(command)")
    #expect(status == 64)
    #expect(errors.contains(" needs a value that is not empty "))
  }

  @Test(arguments: [
    ("serve --players 0", "--players wants a number from 1 to 16, not '0'"),
    ("serve --players 17", "--players wants a number from 1 to 16, not '17'"),
    ("serve --players 1.5", "--players wants a number from 1 to 16, not '1.5'"),
    ("serve --grace -1", "--grace wants a number from 0 to 86400, not '-1'"),
    ("serve --grace nan", "--grace wants a number from 0 to 86400, not 'nan'"),
    ("serve --grace 1s", "--grace wants a number from 0 to 86400, not '1s'"),
    ("serve --plug none", "--plug wants one of first, all, demand, not 'none'"),
    ("simulate gamepad --until 2e9", "--until wants a number from 0 to 1000000000, not '2e9'"),
  ])
  func anOptionHasItsRange(command: String, says: String) throws {
    let (status, _, errors) = try Shell.run("flickpad \(command)")
    #expect(status == 64)
    #expect(errors.contains(": \(says) (flickpad "), "\(errors)")
  }

  @Test(arguments: [
    ("serve --pl all", "--pl could be any of --players, --plug"),
    ("serve --l=retro", "--l=retro could be any of --layout, --layouts, --log-level"),
    ("simulate --u 1 gamepad", "--u could be any of --until, --uinput"),
    ("serve --out nothing", "--output wants one of uinput, print, auto, not 'nothing'"),
    ("serve --layout= --layouts .", "--layout needs a value that is not empty"),
  ])
  func anOptionIsCutShortOnlyWhereItIsUnmistakable(command: String, says: String) throws {
    let (status, _, errors) = try Shell.run("flickpad \(command)")
    #expect(status == 64)
    #expect(errors.contains(": \(says) (flickpad "), "\(errors)")
  }

  @Test(arguments: ["+11c:0001", "f11c:-001", "f11c", "f11c:0001:", "f11c:00001", "0000:0001"])
  func idsAreFourDigitsEach(id: String) throws {
    let (status, _, errors) = try Shell.run("flickpad serve --output print --generic-id \(id)")
    #expect(status == 64)
    #expect(errors.contains("not '\(id)'"))
  }

  private static let long = String(repeating: "s", count: 108)

  @Test(arguments: [
    ("/proc/s", 73, "cannot create the socket /proc/s: /proc takes no sockets; choose another"),
    (
      "none/s", 73,
      "cannot create the socket none/s: the directory none does not exist; create it, or choose another"
    ),
    ("file/s", 73, "cannot create the socket file/s: file is not a directory; choose another"),
    ("dir", 73, "cannot create the socket dir: it is a directory; choose another"),
    (
      "file", 73,
      "cannot create the socket file: something else has that name; move it away, or choose another"
    ),
  ])
  func aPlaceThatTakesNoSocketIsToldWhy(path: String, status: Int32, message: String) throws {
    let result = try Shell.run(
      "d=$(mktemp -d); cd $d; mkdir dir; touch file; "
        + "flickpad serve --output print --socket \(path); s=$?; rm -r $d; exit $s")
    #expect(result.status == status)
    #expect(result.errors == "flickpad: \(message) place with --socket\n")
  }

  @Test(arguments: ["serve --output print", "send"])
  func aPathTooLongForASocketIsNotCutShort(command: String) throws {
    let (status, _, errors) = try Shell.run("flickpad \(command) --socket \(Self.long)")
    #expect(status == 78)
    #expect(
      errors == "flickpad: the socket's path is 108 bytes long, a UNIX socket's can have 107: "
        + "\(Self.long); choose a shorter one with --socket\n")
  }

  @Test func theTwoSocketsDoNotHaveOneName() throws {
    let (status, _, errors) = try Shell.run("flickpad serve --output print --socket x/pad.sock")
    #expect(status == 78)
    #expect(
      errors == "flickpad: x/pad.sock is where the socket for gamepads will lie; "
        + "give the full socket another name with --socket\n")
  }

  @Test(arguments: [
    ("/proc/none", "it is not there"), ("/dev/null", "it is no socket"),
    ("/dev/null/s", "Not a directory"),
  ])
  func whereNobodyListensIsToldWhy(path: String, reason: String) throws {
    let (status, _, errors) = try Shell.run("flickpad send --socket \(path)")
    #expect(status == 69)
    #expect(
      errors == "flickpad: no Flickpad listens on \(path) (\(reason)); "
        + "start it with flickpad serve, or name its socket with --socket\n")
  }
}
