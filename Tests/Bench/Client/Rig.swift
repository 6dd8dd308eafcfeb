// SPDX-License-Identifier: MIT

import Glibc

/// Programs that make events of what phones send, all on one CPU, and the phones.
final class Rig {
  enum Kind {
    /// The daemon, at its socket.
    case socket
    /// The floor in C, at its socket.
    case floor
    /// The gateway before the daemon.
    case gateway
    /// The program in Python.
    case peer
  }

  private let processes: [pid_t]
  private let clocks: [clockid_t]
  private(set) var phones: [Phone] = []
  private let directory = temporaryDirectory()
  /// The gateway's own.
  private let state = temporaryDirectory()

  /// - Parameters:
  ///   - binaries: where the programs are.
  ///   - layout: bench.json5, beside which the program in Python is.
  init(
    _ kind: Kind, binaries: String, layout: String, phones count: Int, scenario: Scenario, cpu: Int
  ) {
    let pipes = (0..<count).map { _ in makePipe() }
    let port = freePort()
    let outputs = pipes.map(\.writing)
    func run(_ words: [String], passing: [Int32] = []) -> pid_t {
      start(onCPU: cpu, words, passing: passing, isSilent: kind == .gateway && passing.isEmpty)
    }
    switch kind {
    case .peer:
      processes = [
        run([Self.python, file("Peer/peer.py", beside: layout), "\(port)"], passing: outputs)
      ]
    case .floor:
      let floor = [
        binaries + "/bench-floor", directory + "/flickpad.sock", "floor",
        scenario.wantsFeedback ? "1" : "0", "\(count)",
      ]
      processes = [run(floor, passing: outputs)]
    case .socket, .gateway:
      let daemon = run(
        [binaries + "/bench-daemon", directory + "/flickpad.sock", layout, "\(count)"],
        passing: outputs)
      let gateway = [
        binaries + "/flickpad-web", "serve", "--listen", "127.0.0.1", "--port", "\(port)",
        "--socket", directory + "/pad.sock", "--control", directory + "/web.sock", "--state",
        state,
      ]
      processes = [daemon] + (kind == .gateway ? [run(gateway)] : [])
    }
    clocks = processes.map(cpuClock)
    for output in outputs { close(output) }
    // Before the daemon listens the gateway would turn phones away.
    if kind == .gateway { close(connect(to: directory + "/pad.sock")) }

    for pipe in pipes {
      let way: Phone.Way
      switch kind {
      case .socket, .floor: way = .socket(connect(to: directory + "/flickpad.sock"))
      case .gateway:
        let web = WebSocket(port: port)
        let proof = #"{"type":"pair","secret":"\#(invitation())","name":"bench"}"#
        write(WebSocket.frame(proof), to: web.descriptor)
        way = .web(web)
      case .peer: way = .web(WebSocket(port: port))
      }
      let hello = "{\"type\":\"hello\",\"feedback\":\(scenario.wantsFeedback)}"
      write(way.bytes(hello), to: way.descriptor)
      Self.awaitWelcome(way)
      phones.append(Phone(way, batches: pipe.reading, scenario: scenario))
    }
  }

  private static let python = "/usr/bin/python3"

  /// Whether Python is there, with what the program wants.
  static let hasPeer = wait(
    for: start(python, [python, "-c", "import evdev, websockets"], isSilent: true))

  private static func awaitWelcome(_ way: Phone.Way) {
    switch way {
    case .web(let web):
      var message = web.message()
      while !message.contains("\"welcome\"") {
        expect(!message.contains("\"error\""), "a welcome, not \(message)")
        message = web.message()
      }
    case .socket(let descriptor):
      let line = readLine(descriptor)
      expect(line.contains("\"welcome\""), "a welcome, not \(line)")
    }
  }

  /// The secret of the gateway's QR code.
  private func invitation() -> String {
    let control = connect(to: directory + "/web.sock")
    defer { close(control) }
    write(Array("{\"type\":\"pair\"}\n".utf8), to: control)
    return text("secret", in: readLine(control)) ?? ""
  }

  deinit {
    for phone in phones {
      if case .socket(let descriptor) = phone.way { close(descriptor) }
    }
    for process in processes.reversed() { end(process) }
    for path in [directory, state] { remove(path) }
  }

  /// Nanoseconds of CPU so far, of all its programs.
  var cpu: Int64 { clocks.reduce(0) { $0 + nanoseconds($1) } }
}

/// Reads a line from a socket that says no more than that.
func readLine(_ descriptor: Int32) -> String {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while bytes.last != 0x0a {
    let count = read(descriptor, &buffer, buffer.count)
    expect(count > 0, "a line of the server")
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The text under a name in a line of JSON, where nothing in it is escaped.
private func text(_ name: String, in line: String) -> String? {
  let mark = "\"\(name)\":\""
  let start = line.indices.first { line[$0...].hasPrefix(mark) }
  guard let start else { return nil }
  return String(line[line.index(start, offsetBy: mark.count)...].prefix { $0 != "\"" })
}
