// SPDX-License-Identifier: MIT

import Commands
import Glibc
import JSON
import Service
import Writing

/// `flickpad monitor`: what a player does, live, as a tester of game pads shows it.
enum Monitor {
  static let command = Command(
    name: "monitor", summary: "watch a player live: touches, controls, codes, axes, latency",
    words: "[PLAYER]", count: 0...1,
    options: [
      Players.socket,
      Option("json", "print the daemon's lines as they are"),
      Option("interval", "SECONDS", "how often, from 0.01 to 60 (default: 0.1)"),
      Option("count", "N", "end after N views (default: never; 1 for text to no terminal)"),
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    let player = try Players.number(arguments.words.first ?? "1")
    let interval = try arguments.number("interval", in: 0.01...60.0) ?? 0.1
    let isLive = isatty(1) == 1 && !arguments.has("json")
    let count =
      try arguments.number("count", in: 1...Int(Int32.max))
      ?? (isLive || arguments.has("json") ? Int.max : 1)
    do throws(Failure) {
      let socket = try ClientSocket.connect(arguments["socket"], .admin)
      defer { close(socket) }
      let patience = ClientSocket.patience + Int(interval)
      ClientSocket.limitReading(socket, seconds: patience)
      let request = #"{"type":"watch","player":\#(player),"interval":\#(interval)}"# + "\n"
      _ = writeAll(Array(request.utf8).span, to: socket)
      let screen = isLive ? Screen() : nil
      try watch(
        socket, screen, count: count, patience: patience, asJSON: arguments.has("json"))
      screen?.restore()
      return EX_OK
    } catch {
      complain(error.message)
      return error.status
    }
  }

  private static func watch(
    _ socket: Int32, _ screen: Screen?, count: Int, patience: Int, asJSON: Bool
  ) throws(Failure) {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var left = count
    while left > 0 {
      let length = read(socket, &buffer, buffer.count)
      if screen?.isOver == true { return }
      if length < 0 && errno == EINTR { continue }
      guard length > 0 else {
        screen?.restore()
        if length < 0 && errno == EAGAIN { throw ClientSocket.silence(seconds: patience) }
        throw Failure("the daemon has closed the connection", status: EX_UNAVAILABLE)
      }
      rest += buffer[..<length]
      while left > 0, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        try show(line, screen, asJSON: asJSON)
        left -= 1
      }
    }
  }

  private static func show(
    _ line: [UInt8], _ screen: Screen?, asJSON: Bool
  ) throws(Failure) {
    guard let view = try? JSONNode(parsing: line.span) else {
      screen?.restore()
      throw Failure("the daemon's answer is not understood", status: EX_PROTOCOL)
    }
    if view.string("type") == "error" {
      screen?.restore()
      throw Failure(view.string("message"), status: EX_DATAERR)
    }
    if asJSON { return Terminal.say(line + [UInt8(ascii: "\n")]) }
    let lines = ViewText(view, in: line).lines
    if let screen { screen.show(lines) } else { Terminal.say(lines.joined(separator: "\n") + "\n") }
  }
}

/// The terminal while it shows views: another screen, without a cursor.
private final class Screen {
  /// Somebody wants it to end.
  var isOver: Bool { Screen.wasInterrupted != 0 }
  private nonisolated(unsafe) static var wasInterrupted: sig_atomic_t = 0

  init() {
    // Without SA_RESTART, so that a read that waits ends.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Screen.wasInterrupted = 1 }
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
    Terminal.say("\u{1b}[?1049h\u{1b}[?25l")
  }

  func show(_ lines: [String]) {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
    let rows = isKnown ? Int(size.ws_row) : 24
    let columns = isKnown ? Int(size.ws_col) : 80
    let shown = lines.prefix(rows).map { $0.prefix(columns) + "\u{1b}[K" }
    Terminal.say("\u{1b}[H" + shown.joined(separator: "\r\n") + "\u{1b}[J")
  }

  func restore() {
    Terminal.say("\u{1b}[?25h\u{1b}[?1049l")
  }
}
