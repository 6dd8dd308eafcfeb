// SPDX-License-Identifier: MIT

import Commands
import Glibc
import JSON
import Service
import Writing

/// `flickpad players`: who plays as which, and changes of that, by admin.sock.
enum Players {
  static let socket = Option(
    "socket", "PATH",
    "the daemon's socket, beside which admin.sock lies (default: as flickpad send)")

  static let command = Command(
    name: "players", summary: "show who plays as which, or swap, drop and identify players",
    words: "[swap A B | drop N | identify N]", count: 0...3,
    options: [
      socket,
      Option("json", "print the daemon's answer as it is"),
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    let request = try request(arguments.words)
    do throws(Failure) {
      let answer = try ask(request, at: arguments["socket"])
      if arguments.has("json") {
        Terminal.say(answer + [UInt8(ascii: "\n")])
        return EX_OK
      }
      return try show(answer)
    } catch {
      complain(error.message)
      return error.status
    }
  }

  /// The line for the daemon.
  private static func request(_ words: [String]) throws(Arguments.Mistake) -> String {
    guard let verb = words.first else { return #"{"type":"players"}"# }
    let counts = ["swap": 2, "drop": 1, "identify": 1]
    guard let count = counts[verb] else {
      throw Arguments.Mistake(message: "want swap, drop or identify, not '\(verb)'")
    }
    var numbers: [Int] = []
    for word in words.dropFirst() {
      numbers.append(try number(word))
    }
    guard numbers.count == count else {
      throw Arguments.Mistake(
        message: "\(verb) takes \(count == 1 ? "one player" : "two players"), not \(numbers.count)")
    }
    let with = count == 2 ? #","with":\#(numbers[1])"# : ""
    return #"{"type":"\#(verb)","player":\#(numbers[0])\#(with)}"#
  }

  /// A player's number, as a word of the command line.
  static func number(_ word: String) throws(Arguments.Mistake) -> Int {
    guard let number = Int(word), (1...Configuration.playerLimit).contains(number) else {
      throw Arguments.Mistake(
        message: "want a player's number from 1 to \(Configuration.playerLimit), not '\(word)'")
    }
    return number
  }

  /// Sends a line and gives back the one that answers it.
  private static func ask(_ request: String, at path: String?) throws(Failure) -> [UInt8] {
    let socket = try ClientSocket.connect(path, .admin)
    defer { close(socket) }
    ClientSocket.limitReading(socket)
    // Where this fails, the daemon has said why already, and closed.
    _ = Array((request + "\n").utf8).withUnsafeBytes {
      send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while answer.last != UInt8(ascii: "\n") {
      let count = read(socket, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { throw ClientSocket.silence() }
      guard count > 0 else {
        throw Failure(
          "the daemon has closed the connection without an answer; journalctl -u flickpad may say "
            + "why", status: EX_UNAVAILABLE)
      }
      answer += buffer[..<count]
    }
    return answer.dropLast()
  }

  // MARK: For people

  private static func show(_ answer: [UInt8]) throws(Failure) -> Int32 {
    guard let node = try? JSONNode(parsing: answer.span) else {
      throw Failure("the daemon's answer is not understood", status: EX_PROTOCOL)
    }
    if node.string("type") == "error" {
      throw Failure(node.string("message"), status: EX_DATAERR)
    }
    var text = ""
    for player in node.list("players") {
      // Clients choose what they are called.
      for line in PlayerText.lines(player, in: answer) { text += Log.printable(line) + "\n" }
    }
    // At once: who has seen enough after a line, as grep -q has, ends nobody who writes the next.
    Terminal.say(text)
    return EX_OK
  }
}
