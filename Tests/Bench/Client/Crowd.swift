// SPDX-License-Identifier: MIT

import Glibc

/// A daemon and its clients, who share its players where they are more than those.
final class Crowd {
  /// As many as the daemon takes.
  static let players = 16

  /// The clients that were let in.
  private(set) var clients: [Int32] = []
  /// What the daemon said to the first whom it turned away.
  private(set) var refusal: String?
  private var next = 0
  private let process: pid_t
  private let clock: clockid_t
  private let batches: [Int32]
  private let directory = temporaryDirectory()

  /// A thumb lands on the stick and moves, moves on, and lifts; all but the first in a write of
  /// their own.
  private static let visit: [[UInt8]] = {
    let scenario = Scenario.stick(wantsFeedback: false)
    let moves = scenario.messages[..<6]
    let lifting = Scenario.line(Scenario.touch(1, "ended", 12031, 24057))
    return ([scenario.landing + moves[0]] + moves[1...] + [lifting]).map { Array($0.utf8) }
  }()
  /// Each with a batch of its own, but for the landing.
  static let messagesInVisit = visit.count + 1

  init(clients count: Int, binaries: String, layout: String, cpu: Int) {
    let pipes = (0..<Self.players).map { _ in makePipe() }
    let path = directory + "/flickpad.sock"
    process = start(
      onCPU: cpu, [binaries + "/bench-daemon", path, layout, "\(Self.players)"],
      passing: pipes.map(\.writing))
    clock = cpuClock(process)
    for pipe in pipes { close(pipe.writing) }
    batches = pipes.map(\.reading)
    while clients.count < count && refusal == nil { admit(connect(to: path)) }
  }

  private func admit(_ client: Int32) {
    let player = clients.count % Self.players + 1
    write(
      Array("{\"type\":\"hello\",\"feedback\":false,\"player\":\(player)}\n".utf8), to: client)
    let line = readLine(client)
    if line.contains("\"welcome\"") {
      clients.append(client)
    } else {
      refusal = line
      close(client)
    }
  }

  deinit {
    end(process)
    for descriptor in clients + batches { close(descriptor) }
    remove(directory)
  }

  /// The CPU that a message costs the daemon in a round in which the clients play in turn, or the
  /// first alone.
  func round(visits: Int, isShared: Bool) -> Double {
    let cpu = nanoseconds(clock)
    for _ in 0..<visits {
      let client = isShared ? next % clients.count : 0
      next += 1
      for bytes in Self.visit {
        write(bytes, to: clients[client])
        awaitBatch(of: client % Self.players)
      }
    }
    return Double(nanoseconds(clock) - cpu) / Double(visits * Self.messagesInVisit)
  }

  private func awaitBatch(of player: Int) {
    var buffer = [UInt8](repeating: 0, count: 3 * Scenario.event)
    readBatch(batches[player], &buffer)
  }
}
