// SPDX-License-Identifier: MIT

import Glibc

/// How late the latest batches are under load, beside the floor under the same one.
extension Benchmark {
  private static let players = 16
  private static let bound = 3.0

  func load() {
    print("")
    print("\(Self.players) players, \(Playing.rate) messages a second each, at their sockets: from")
    print(
      "the write of a message to the end of its batch, in µs; the floor in C has the same load.")
    urgently { isUrgent in
      print(Self.conditions(isUrgent))
      print("")
      let heads = ["median", "p99", "p99.9", "most"]
      print(
        left("", 26) + heads.map { right($0, 9) }.joined() + right("p99.9/median", 14)
          + right("wanted", 8))
      for isInStep in [false, true] {
        for feedback in [false, true] {
          load(.stick(wantsFeedback: feedback), isInStep: isInStep)
        }
      }
    }
  }

  /// What a latency has to be read with.
  static func conditions(_ isUrgent: Bool) -> String {
    isUrgent
      ? "All of them go before what else the machine does (SCHED_FIFO)."
      : "What else the machine does is in it: to go before that (SCHED_FIFO) is not allowed here."
  }

  private func load(_ scenario: Scenario, isInStep: Bool) {
    let rigs = [Rig.Kind.floor, .socket].map {
      Rig(
        $0, binaries: binaries, layout: layout, phones: Self.players, scenario: scenario, cpu: cpu)
    }
    expectSameBatches(rigs, scenario)
    let figures = Playing(rigs: rigs, isInStep: isInStep, turns: 20).figures()
    print(
      (isInStep ? "all at the same instant" : "evenly spread")
        + (scenario.wantsFeedback ? ", feedback" : ""))
    let values = figures.map { figures in
      [50, 99, 99.9, 100].map { percentile(figures.latencies, $0) }
    }
    let ratios = values.map { $0[2] / $0[0] }
    for (index, name) in ["floor in C", "Flickpad"].enumerated() {
      var row = left("  " + name, 26) + values[index].map { right(tenths($0 / 1000), 9) }.joined()
      row += right(decimals(ratios[index]), 14)
      if index == 1 {
        row += right("\(Self.bound)", 8) + verdict(ratios[1] <= Self.bound)
        if ratios[1] > Self.bound && ratios[0] > Self.bound { row += ", as by the floor" }
      }
      print(row)
      fflush(nil)
    }
  }
}
