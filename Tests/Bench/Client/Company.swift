// SPDX-License-Identifier: MIT

import Glibc

/// Four players of one daemon among a thousand clients, most of them bad ones, which are a process of
/// their own that can be stopped: so the same players are measured in good company and in bad.
final class Company {
  static let players = 4
  static let deaf = 500
  static let noisy = 100
  static let slow = 100
  static let all = 1000

  /// From the write of a message to the end of its batch, in nanoseconds.
  private(set) var good: [Int64] = []
  private(set) var bad: [Int64] = []
  /// Of the daemon's resident memory, with the players alone and in bad company.
  private(set) var memory: (alone: Int, crowded: Int) = (0, 0)

  private static let rounds = 12
  private static let messages = 400

  init(binaries: String, layout: String, cpu: Int) {
    let directory = temporaryDirectory()
    defer { remove(directory) }
    let path = directory + "/flickpad.sock"
    let pipes = (0..<Self.players).map { _ in makePipe() }
    let daemon = start(
      "/usr/bin/taskset",
      ["taskset", "-c", "\(cpu)", binaries + "/bench-daemon", path, layout, "\(Self.players)"],
      passing: pipes.map(\.writing))
    for pipe in pipes { close(pipe.writing) }
    defer { end(daemon) }
    let scenario = Scenario.stick(wantsFeedback: false)
    let players = (0..<Self.players).map { index in
      let socket = connect(to: path)
      write(Array("{\"type\":\"hello\",\"feedback\":false}\n".utf8), to: socket)
      expect(readLine(socket).contains("\"welcome\""), "a welcome")
      write(Array(scenario.landing.utf8), to: socket)
      return socket
    }
    let messages = scenario.messages.map { Array($0.utf8) }
    defer { for descriptor in players + pipes.map(\.reading) { close(descriptor) } }
    memory.alone = status(daemon, "VmRSS")
    // Nice, so that it costs the daemon's time and not that of who measures.
    let ready = makePipe()
    let others = start(
      "/usr/bin/nice", ["nice", "-n", "19", binaries + "/bench", "company", path],
      passing: [ready.writing])
    close(ready.writing)
    var byte: UInt8 = 0
    expect(read(ready.reading, &byte, 1) == 1, "a thousand clients")
    close(ready.reading)
    var next = 0
    func play(_ latencies: inout [Int64]) {
      var buffer = [UInt8](repeating: 0, count: scenario.batchBytes)
      for _ in 0..<Self.messages {
        usleep(500)
        let player = next % players.count
        let begin = nanoseconds()
        write(messages[next / players.count % messages.count], to: players[player])
        readBatch(pipes[player].reading, &buffer)
        latencies.append(nanoseconds() - begin)
        next += 1
      }
    }
    for round in 0...Self.rounds {
      kill(others, SIGSTOP)
      // What they had sent is worked off.
      usleep(100_000)
      var warming: [Int64] = []
      if round == 0 { play(&warming) } else { play(&good) }
      kill(others, SIGCONT)
      usleep(100_000)
      if round == 0 { play(&warming) } else { play(&bad) }
    }
    memory.crowded = status(daemon, "VmRSS")
    // Whoever behaved is still there.
    for player in players {
      write(Array("{\"type\":\"ping\"}\n".utf8), to: player)
      expect(readLine(player).contains("\"pong\""), "a pong for a player")
    }
    kill(others, SIGUSR1)
    expect(wait(for: others), "that nobody is lost who behaved")
  }
}

/// The thousand, as a process of their own: descriptor 3 says that they are there.
enum BadCompany {
  private nonisolated(unsafe) static var isAsked: sig_atomic_t = 0

  static func run(_ path: String) -> Never {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGUSR1) { _ in BadCompany.isAsked = 1 }
    raiseDescriptorLimit()
    func others(_ count: Int) -> [Int32] {
      (0..<count).map { _ in
        let socket = connect(to: path)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        return socket
      }
    }
    let deaf = others(Company.deaf)
    var noisy = others(Company.noisy)
    let slow = others(Company.slow)
    let quiet = others(Company.all - Company.players - deaf.count - noisy.count - slow.count)
    expect(write(3, "!", 1) == 1, "say that all are there")
    let noise = Array(String(repeating: "{\"type\":\"nonsense\",[[[\n", count: 64).utf8)
    let ping = Array("{\"type\":\"ping\",\"id\":1}\n".utf8)
    var second = nanoseconds()
    var byte = 0
    while isAsked == 0 {
      for index in noisy.indices where send(noisy[index], noise, noise.count, 0) < 0 {
        guard errno != EAGAIN else { continue }
        // Sent away, it comes back at once.
        close(noisy[index])
        noisy[index] = connect(to: path)
        _ = fcntl(noisy[index], F_SETFL, O_NONBLOCK)
      }
      guard nanoseconds() - second > 1_000_000_000 else { continue }
      second += 1_000_000_000
      for socket in deaf { send(socket, ping, ping.count, 0) }
      for socket in slow { send(socket, [ping[byte % ping.count]], 1, 0) }
      byte += 1
    }
    // A client that was sent away could not write.
    for socket in deaf + slow + quiet { expect(send(socket, ping, ping.count, 0) > 0, "a client") }
    exit(0)
  }
}
