// SPDX-License-Identifier: MIT

import Glibc

/// Injectors side by side on a kernel's own devices: from a touch that is written to the event that
/// is read. They take turns, so that a busy machine is unfair to none.
struct Kernel {
  private static let rounds = 11
  private static let plays = [
    Play.stick("stick, one by one", messages: 200),
    .stick("stick, 120 a second", messages: 120, interval: 1_000_000_000 / 120),
    .button("button, 20 a second", messages: 20),
  ]

  private let injectors: [Injector]

  init(binaries: String, layout: String, cpu: Int) {
    let kinds = Injector.Kind.allCases.filter(\.isInstalled)
    injectors = kinds.map { Injector($0, binaries: binaries, layout: layout, cpu: cpu) }
  }

  func run() {
    goFirst()
    stopSpinner()
    print(
      "From the write of a message to the end of its events, read from /dev/input, and the CPU time"
    )
    print(
      "of the program between, in µs. A device each; a stick's move is three events, a button two.")
    print("They take turns. ydotoold knows no touches: it is sent just those events, ready-made.")
    for kind in Injector.Kind.allCases where !injectors.contains(where: { $0.kind == kind }) {
      print("Left out: \(kind.name), which is not installed.")
    }
    var orders: [String] = []
    for play in Self.plays {
      expectSameReports(play)
      let figures = figures(of: play)
      table(play, figures)
      orders.append(order(play, figures))
    }
    print("")
    for order in orders { print(order) }
  }

  /// Before all others, as on a machine that has a processor left for the reader.
  private func goFirst() {
    var priority = sched_param(sched_priority: 10)
    expect(sched_setscheduler(0, SCHED_FIFO, &priority) == 0, "a priority in real time")
  }

  /// Stops what keeps a counted clock even while files are read (Tests/VM/guest/job): all are in
  /// memory by now, and it would have its turns between message and report.
  private func stopSpinner() {
    guard let text = getenv("FLICKPAD_VM_SPINNER"), let spinner = pid_t(String(cString: text))
    else {
      return
    }
    kill(spinner, SIGSTOP)
  }

  /// Who is given touches has to make the same of them, who is given events just as many.
  private func expectSameReports(_ play: Play) {
    for index in play.touches.indices {
      let reports = injectors.map { injector in
        let messages = injector.messages(of: play)
        _ = injector.exchange(messages[index % messages.count])
        return injector.report
      }
      for (injector, report) in zip(injectors, reports) {
        let isSame =
          injector.kind == .ydotoold
          ? report.count == reports[0].count : report == reports[0]
        expect(isSame, "\(injector.kind.name) reports \(reports[0]), not \(report)")
      }
      usleep(UInt32((play.interval ?? 0) / 1000))
    }
  }

  private func figures(of play: Play) -> [Playing.Figures] {
    var figures = [Playing.Figures](repeating: Playing.Figures(), count: injectors.count)
    for round in 0...Self.rounds {
      for turn in injectors.indices {
        // Nobody is always behind the same.
        let index = (round % 2 == 0 ? turn : injectors.count - 1 - turn + round) % injectors.count
        play.turn(of: injectors[index], &figures[index])
      }
      // The first is for warming up.
      if round == 0 { figures = figures.map { _ in Playing.Figures() } }
    }
    return figures
  }

  // MARK: Text

  private static let columns = ["median", "p99", "worst", "CPU"]

  private func values(_ figures: Playing.Figures) -> [Double] {
    [50, 99, 100].map { percentile(figures.latencies, $0) } + [figures.cpu]
  }

  private func table(_ play: Play, _ figures: [Playing.Figures]) {
    print("")
    print(
      left(play.name, 22) + Self.columns.map { right($0, 9) }.joined()
        + "   as multiples of the floor")
    let floor = values(figures[0])
    for (injector, figures) in zip(injectors, figures) {
      let values = values(figures)
      print(
        left("  " + injector.kind.name, 22) + values.map { right(tenths($0 / 1000), 9) }.joined()
          + right("", 3) + zip(values, floor).map { right(decimals($0 / $1), 7) }.joined())
    }
    fflush(nil)
  }

  /// Who comes after the floor.
  private func order(_ play: Play, _ figures: [Playing.Figures]) -> String {
    func names(_ column: Int) -> String {
      let others = injectors.indices.dropFirst().sorted {
        values(figures[$0])[column] < values(figures[$1])[column]
      }
      return others.map { injectors[$0].kind.name }.joined(separator: ", ")
    }
    return "After the floor, \(play.name): \(names(0)) by the median; \(names(3)) by CPU."
  }
}
