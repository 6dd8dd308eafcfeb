// SPDX-License-Identifier: MIT

import Glibc

/// Nanoseconds a message, of the server's CPU and by the clock on the wall.
struct Cost {
  var cpu: Double
  var wall: Double
}

/// The costs of one server from round to round; servers take turns, so that a busy machine is
/// unfair to none.
struct Costs {
  var rounds: [Cost] = []

  var cpu: Double { median(rounds.map(\.cpu)) }
  var wall: Double { median(rounds.map(\.wall)) }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// The time that so many percent of `times` are not above.
func percentile(_ times: [Int64], _ percent: Double) -> Double {
  let sorted = times.sorted()
  return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))])
}

extension Server {
  func cost(of messages: Int, _ work: () -> Void) -> Cost {
    let cpu = self.cpu
    let wall = nanoseconds()
    work()
    return Cost(
      cpu: Double(self.cpu - cpu) / Double(messages),
      wall: Double(nanoseconds() - wall) / Double(messages))
  }

  /// Messages one by one: each is sent when the batch of the one before, and its lines, are out.
  func oneByOne(_ scenario: Scenario, _ count: Int) -> Cost {
    let messages = scenario.messages.map { Array($0.utf8) }
    return cost(of: count) {
      for index in 0..<count {
        send(messages[index % messages.count])
        _ = readBatches(scenario.batchBytes)
        if scenario.lines > 0 { readLines(scenario.lines) }
      }
    }
  }

  /// All messages of the scenario, several times over, lie in the socket when the server gets to
  /// them, and nobody disturbs it while it works on them.
  func inBulk(_ scenario: Scenario, _ bursts: Int, repeated: Int) -> Cost {
    let once = Array(scenario.messages.joined().utf8)
    let burst = Array(repeatElement(once, count: repeated).joined())
    let count = scenario.messages.count * repeated
    let batchBytes = count * scenario.batchBytes
    return cost(of: bursts * count) {
      for _ in 0..<bursts {
        kill(process, SIGSTOP)
        send(burst)
        kill(process, SIGCONT)
        while unreadBatchBytes < batchBytes { usleep(200) }
        exchange([], batchBytes: batchBytes, lines: count * scenario.lines)
      }
    }
  }

  private var unreadBatchBytes: Int {
    var count: Int32 = 0
    expect(ioctl(batches, UInt(FIONREAD), &count) == 0, "FIONREAD of the batches")
    return Int(count)
  }
}
