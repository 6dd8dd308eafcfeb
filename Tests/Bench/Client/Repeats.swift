// SPDX-License-Identifier: MIT

import Glibc

/// How punctual a key is that repeats, beside a timer in C at the same time.
extension Benchmark {
  /// The shortest interval of a layout, which repeat.json5 has.
  private static let interval: Int64 = 20_000_000
  private static let ticks = 10_000

  func repeats() {
    let seconds = Int64(Self.ticks) * Self.interval / 1_000_000_000
    print("")
    print("A finger rests on a pad whose keys repeat every \(Self.interval / 1_000_000) ms, for")
    print("\(Self.ticks) ticks, and beside it a timerfd in C ticks as often: when a tick's batch")
    print("arrives, in µs, counted from the time that it would have were all as the earliest one.")
    urgently { isUrgent in
      print(Self.conditions(isUrgent) + " Takes \(seconds) seconds.")
      fflush(nil)
      let (floor, daemon) = tick()
      print("")
      print(
        left("", 18) + ["median", "p99", "p99.9", "most"].map { right($0, 9) }.joined()
          + right("left out", 10))
      for (name, ticks) in [("timerfd in C", floor), ("Flickpad", daemon)] {
        let figures = [50, 99, 99.9, 100].map {
          right(tenths(percentile(ticks.lateness, $0) / 1000), 9)
        }
        print(left("  " + name, 18) + figures.joined() + right("\(ticks.leftOut)", 10))
      }
      let jitter = (percentile(daemon.lateness, 99) - percentile(floor.lateness, 99)) / 1000
      figure(
        "p99 above that of the timer in C", "\(tenths(jitter)) µs", "at most 1000", jitter <= 1000)
      // A microsecond a tick would be ten thousand; what is left is how punctual the machine is.
      let drift = Double(daemon.drift) / 1000
      figure(
        "drift from the first to the last tick", "\(tenths(drift)) µs", "0, to 100",
        abs(drift) <= 100)
      figure("  of the timer in C", "\(tenths(Double(floor.drift) / 1000)) µs")
    }
  }

  private func tick() -> (floor: Ticks, daemon: Ticks) {
    let daemon = Server(
      binaries + "/bench-daemon", [file("repeat.json5", beside: layout), "1"], cpu: cpu,
      wantsFeedback: false)
    let floor = Server(
      binaries + "/bench-floor", ["repeat", "0", "\(Self.interval / 1000)"], cpu: cpu,
      wantsFeedback: false)
    let touch = Scenario.line(Scenario.touch(1, "began", 5000, 1000))
    var ticks = [Ticks(from: nanoseconds())]
    floor.send(touch)
    // Half an interval between the two, so that neither waits for the other.
    usleep(useconds_t(Self.interval / 2000))
    ticks.append(Ticks(from: nanoseconds()))
    daemon.send(touch)
    // The press.
    _ = daemon.readBatches(Ticks.batchBytes)
    while ticks.contains(where: { $0.times.count < Self.ticks }) {
      var ready = [floor, daemon].map {
        pollfd(fd: $0.batches, events: Int16(POLLIN), revents: 0)
      }
      expect(poll(&ready, 2, 10_000) > 0, "a tick within ten seconds")
      for index in ready.indices where ready[index].revents != 0 {
        ticks[index].read(ready[index].fd)
      }
    }
    return (ticks[0], ticks[1])
  }

  /// When the batches of a key that repeats every `interval` came.
  private struct Ticks {
    /// A key and the end of the batch.
    static let batchBytes = 2 * Scenario.event

    private(set) var times: [Int64] = []
    /// When it was asked for, an interval before the first tick.
    private let start: Int64
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(from start: Int64) {
      self.start = start
    }

    mutating func read(_ descriptor: Int32) {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      let now = nanoseconds()
      expect(count > 0 && count % Self.batchBytes == 0, "ticks")
      for _ in 0..<(count / Self.batchBytes) { times.append(now) }
    }

    /// Which tick each is, from 1 on. Those that came late, and so at once, are different ones.
    private var numbers: [Int64] {
      var numbers = times.map { ($0 - start) / interval }
      for index in numbers.indices.dropLast().reversed() {
        numbers[index] = min(numbers[index], numbers[index + 1] - 1)
      }
      return numbers
    }

    /// Ticks that never came, as from a timer that was stalled.
    var leftOut: Int { Int(numbers.last!) - times.count }

    /// Of each tick: how much later it was than the earliest one, as counted in intervals.
    var lateness: [Int64] {
      let late = zip(times, numbers).map { $0 - $1 * interval }
      let earliest = late.min()!
      return late.map { $0 - earliest }
    }

    /// How much later the earliest of the last thousand is than that of the first, and an interval
    /// for each tick that seems to be left out where there is no gap.
    var drift: Int64 {
      let (lateness, numbers) = (lateness, numbers)
      var slips: Int64 = 0
      for index in times.indices.dropFirst() {
        let gap = times[index] - times[index - 1]
        if gap < interval * 3 / 2 { slips += numbers[index] - numbers[index - 1] - 1 }
      }
      return lateness.suffix(1000).min()! - lateness.prefix(1000).min()! + slips * interval
    }
  }
}
