// SPDX-License-Identifier: MIT

import Commands
import Glibc
import JSON
import Pad
import Service
import Wire
import Writing

/// `flickpad replay`: a script of touches to the daemon, each line at its time.
enum Replay {
  static let command = Command(
    name: "replay", summary: "play a script of touches to the daemon, in real time",
    words: "[SCRIPT]", count: 0...1,
    options: [
      Send.socket,
      Option("speed", "FACTOR", "so many times as fast (default: 1)"),
      Option("feedback", "print what the daemon says"),
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    let speed = try arguments.number("speed", in: 0.01...100.0) ?? 1
    do throws(Failure) {
      let script = try ScriptFile(arguments.words.first ?? "-").read()
      let cues = try cues(of: script)
      var player = ReplayedClient(
        socket: try ClientSocket.connect(arguments["socket"]), script: script.path,
        prints: arguments.has("feedback"))
      return try player.play(script, cues, speed: speed)
    } catch {
      complain(error)
      return error.status
    }
  }

  /// A line of a script, and when it is sent.
  struct Cue {
    var line: Range<Int>
    /// Of the line, from 1.
    var number: Int
    /// Seconds since the start.
    var time: Double
    var isHello: Bool
  }

  /// The lines of a script up to `bye`, behind which nothing is read.
  private static func cues(of script: Script) throws(Failure) -> [Cue] {
    var cues: [Cue] = []
    for (index, line) in script.lines.enumerated() where !line.isEmpty {
      func failure(_ what: String) -> Failure {
        Failure("\(script.path):\(index + 1): \(what)", status: EX_DATAERR)
      }
      let node: JSONNode
      do {
        node = try JSONNode(parsing: script.bytes.span.extracting(line))
      } catch {
        throw failure("\(error.reason) (byte \(error.offset + 1))")
      }
      guard case .number(let time)? = node["t"]?.value, time >= 0 && time <= 1e9 else {
        throw failure("t is missing, or no number of seconds from 0 to 1e9")
      }
      if let last = cues.last, time < last.time { throw failure("t goes backwards") }
      cues.append(
        Cue(
          line: line, number: index + 1, time: time, isHello: node.string("type") == "hello"))
      if node.string("type") == "bye" { break }
    }
    return cues
  }
}

/// The client whose part is played.
private struct ReplayedClient: ~Copyable {
  let socket: Int32
  /// Whether standard output gets what the daemon says.
  let prints: Bool
  private var parting = Parting()
  /// The script, as it is named in errors.
  private let path: String
  /// Which lines of the script were sent, in their order, behind one that never was; 0 for one that
  /// is not in it.
  private var sent = [0]
  /// The beginning of a line of the daemon.
  private var rest: [UInt8] = []
  private var isWelcome = false
  private var hasErrors = false

  init(socket: Int32, script path: String, prints: Bool) {
    self.socket = socket
    self.path = path
    self.prints = prints
  }

  deinit { close(socket) }

  mutating func play(
    _ script: Script, _ cues: [Replay.Cue], speed: Double
  ) throws(Failure) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    var cues = cues[...]
    if cues.first?.isHello == true {
      let hello = cues.removeFirst()
      try say(script.bytes[hello.line], number: hello.number)
    } else {
      let hello = #"{"type":"hello","client":"flickpad replay","feedback":\#(prints)}"#
      try say(Array(hello.utf8)[...], number: 0)
    }
    // Touches count from when the devices can be seen.
    while !isWelcome && !hasErrors, try hear(until: nil) {}
    let start = Self.now
    for cue in cues where !hasErrors || isWelcome {
      let due = start + cue.time / speed
      while Self.now < due, try hear(until: due) {}
      try say(script.bytes[cue.line], number: cue.number)
    }
    parting.hasSaidAll()
    shutdown(socket, Int32(SHUT_WR))
    while try hear(until: nil) {}
    return hasErrors ? EX_DATAERR : EX_OK
  }

  /// Seconds of CLOCK_MONOTONIC.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private mutating func say(_ line: ArraySlice<UInt8>, number: Int) throws(Failure) {
    sent.append(number)
    let bytes = line + [UInt8(ascii: "\n")]
    guard try ClientSocket.write(Array(bytes), to: socket) else {
      // The daemon has closed. What it said before says why.
      while try hear(until: nil) {}
      return
    }
    parting.says(bytes)
  }

  /// Waits until the daemon says something, or the time is there; false when it has closed, as it
  /// does once it was told that nothing more comes.
  ///
  /// - Parameter time: in seconds of CLOCK_MONOTONIC; nil as long as an answer may take.
  private mutating func hear(until time: Double?) throws(Failure) -> Bool {
    var end = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    let left = time.map { max(0, $0 - Self.now) }
    // poll counts in whole milliseconds; of the last one nothing is heard.
    if let left, left < 0.001 {
      usleep(useconds_t(left * 1e6))
      return true
    }
    // Nor can it count far: a long pause is waited for in pieces.
    let ready = poll(&end, 1, Int32(min(left ?? Double(ClientSocket.patience), 1e6) * 1000))
    if ready == 0 && left == nil { throw ClientSocket.silence() }
    guard ready > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(socket, &buffer, buffer.count)
    guard count > 0 else {
      if let failure = parting.failure(isBroken: count < 0) { throw failure }
      return false
    }
    parting.hears(buffer[..<count])
    if prints { Terminal.say(Array(buffer[..<count])) }
    rest += buffer[..<count]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      look(at: Array(rest[..<end]))
      rest.removeFirst(end + 1)
    }
    return true
  }

  private mutating func look(at line: [UInt8]) {
    guard let node = try? JSONNode(parsing: line.span) else { return }
    switch node.string("type") {
    case "welcome": isWelcome = true
    case "error":
      // The daemon counts the lines that it was sent.
      let line = node.number("line")
      // No line is to blame where none was read, or the session is ended from outside. The daemon
      // closes then, and `parting` has its reason.
      if line == 0 || WireError.Code(rawValue: node.string("code"))?.isFromOutside == true { break }
      hasErrors = true
      let place = sent.indices.contains(line) && sent[line] > 0 ? "\(path):\(sent[line]): " : ""
      complain("\(place)the daemon refuses a line: \(Log.printable(node.string("message")))")
    default: break
    }
  }
}
