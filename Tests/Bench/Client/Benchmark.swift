// SPDX-License-Identifier: MIT

import Glibc

/// What `make bench` prints.
///
///     bench DIRECTORY LAYOUT [--plot FILE] [PART...]     the directory of the programs, bench.json5
struct Benchmark {
  enum Part: String, CaseIterable {
    case single, bulk, phones, load, repeats, growth, company, others
    /// Wants /dev/uinput.
    case kernel
  }

  let binaries: String
  let layout: String
  /// Where the picture of the growth goes.
  var plot: String?

  private static let rounds = 15

  func run(_ parts: [Part]) {
    signal(SIGPIPE, SIG_IGN)
    raiseDescriptorLimit()
    for part in parts {
      switch part {
      case .single: oneByOne()
      case .bulk: inBulk()
      case .phones: phones()
      case .load: load()
      case .repeats: repeats()
      case .growth: growth()
      case .company: company()
      case .others: others()
      case .kernel: Kernel(binaries: binaries, layout: layout, cpu: cpu).run()
      }
    }
  }

  private func oneByOne() {
    print("CPU time of the server a touch message, from socket bytes to the batch write, in ns; in")
    print("brackets the time on the wall. Medians of rounds in which the servers take turns.")
    print("")
    heading("one by one")
    for feedback in [false, true] {
      table(.stick(wantsFeedback: feedback), 1.2) { $0.oneByOne($1, 400) }
      table(.stickAndPad(wantsFeedback: feedback), 1.2) { $0.oneByOne($1, 400) }
    }
    for feedback in [false, true] { padTurns(.padTurn(wantsFeedback: feedback)) }
  }

  private func inBulk() {
    print("")
    heading("in bulk")
    for feedback in [false, true] {
      table(.stick(wantsFeedback: feedback), 1.5) { $0.inBulk($1, 8, repeated: 8) }
      table(.stickAndPad(wantsFeedback: feedback), 1.5) { $0.inBulk($1, 8, repeated: 8) }
    }
  }

  // MARK: Servers

  /// Where the servers are.
  let cpu = max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)

  func daemon(_ scenario: Scenario, _ arguments: [String] = []) -> Server {
    let server = Server(
      binaries + "/bench-daemon", [layout, "1"] + arguments, cpu: cpu,
      wantsFeedback: scenario.wantsFeedback)
    scenario.begin(server)
    return server
  }

  private func floor(_ scenario: Scenario) -> Server {
    let server = Server(
      binaries + "/bench-floor", ["floor", scenario.wantsFeedback ? "1" : "0", "1"], cpu: cpu,
      wantsFeedback: scenario.wantsFeedback)
    scenario.begin(server)
    return server
  }

  /// Reads and writes only.
  private func bare(_ scenario: Scenario) -> Server {
    let length = scenario.messages[0].utf8.count
    return Server(
      binaries + "/bench-floor", ["bare", scenario.wantsFeedback ? "1" : "0", "\(length)"],
      cpu: cpu, wantsFeedback: scenario.wantsFeedback)
  }

  // MARK: Messages

  private func table(
    _ scenario: Scenario, _ wanted: Double, _ measure: (Server, Scenario) -> Cost
  ) {
    let servers = [bare(scenario), floor(scenario), daemon(scenario)]
    expectSameBatches(scenario, servers[1], servers[2])
    var costs = [Costs](repeating: Costs(), count: servers.count)
    for server in servers { _ = measure(server, scenario) }
    for _ in 0..<Self.rounds {
      for index in servers.indices {
        costs[index].rounds.append(measure(servers[index], scenario))
      }
    }
    row(scenario, costs[0], costs[1], costs[2], wanted)
  }

  /// Floor and daemon have to do the same.
  private func expectSameBatches(_ scenario: Scenario, _ floor: Server, _ daemon: Server) {
    for message in scenario.messages {
      let batches = [floor, daemon].map { server in
        server.send(message)
        let batch = Array(server.readBatches(scenario.batchBytes))
        if scenario.lines > 0 { server.readLines(scenario.lines) }
        return batch
      }
      expect(batches[0] == batches[1], "floor and daemon write the same batch")
    }
  }

  /// Rounds of many turns each, with all that comes of them: the end of a turn's gate is a moment of
  /// its own, which a round of one turn has or has not.
  private func padTurns(_ scenario: Scenario) {
    let servers = [floor(scenario), daemon(scenario)]
    var costs = [Costs](repeating: Costs(), count: servers.count)
    let turns = 20
    for _ in 0..<Self.rounds {
      let before = servers.map(\.cpu)
      var walls = [Int64](repeating: 0, count: servers.count)
      for turn in 0..<turns {
        usleep(40_000)
        for (index, server) in servers.enumerated() {
          walls[index] -= nanoseconds()
          server.send(scenario.messages[turn % 2])
          _ = server.readBatches(scenario.batchBytes)
          if scenario.lines > 0 { server.readLines(scenario.lines) }
          walls[index] += nanoseconds()
        }
      }
      usleep(40_000)
      for (index, server) in servers.enumerated() {
        costs[index].rounds.append(
          Cost(
            cpu: Double(server.cpu - before[index]) / Double(turns),
            wall: Double(walls[index]) / Double(turns)))
      }
    }
    row(scenario, nil, costs[0], costs[1], 1.2)
  }

  private func heading(_ title: String) {
    print(
      left(title, 26) + right("read, write", 16) + right("floor in C", 16) + right("Flickpad", 16)
        + right("ratio", 8) + right("wanted", 8))
  }

  private func row(
    _ scenario: Scenario, _ bare: Costs?, _ floor: Costs, _ daemon: Costs, _ wanted: Double
  ) {
    func figures(_ costs: Costs?) -> String {
      guard let costs else { return right("", 16) }
      return right("\(Int(costs.cpu)) (\(Int(costs.wall)))", 16)
    }
    let name = scenario.name + (scenario.wantsFeedback ? ", feedback" : "")
    print(
      left("  " + name, 26) + figures(bare) + figures(floor) + figures(daemon)
        + right(decimals(daemon.cpu / floor.cpu), 8) + right("\(wanted)", 8)
        + verdict(daemon.cpu / floor.cpu <= wanted))
    fflush(nil)
  }

  // MARK: Phones and clients

  /// How they reach the batch write, side by side: at the daemon's socket, over WebSocket, and over
  /// WebSocket to a program in Python.
  private func phones() {
    print("")
    print("Phones with a thumb on a stick, \(Playing.rate) messages a second each: from the write")
    print(
      "of a message to the end of its batch, and the CPU time of all programs behind it, in µs.")
    print("One load generator for all, with frames made beforehand; they take turns.")
    if !Rig.hasPeer {
      print("Left out: the program in Python, which wants python3-websockets and python3-evdev.")
    }
    print("")
    let heads = ["median", "p99", "CPU"]
    print(left("", 26), terminator: "")
    for head in heads { print(right(head, 11), terminator: "") }
    print("   and as multiples of the row above")
    for feedback in [false, true] {
      for count in [1, 16] { phones(count, .stick(wantsFeedback: feedback)) }
    }
  }

  private func phones(_ count: Int, _ scenario: Scenario) {
    var kinds: [(kind: Rig.Kind, name: String)] = [
      (.socket, "UNIX socket, Flickpad"), (.gateway, "WebSocket, Flickpad"),
    ]
    if Rig.hasPeer { kinds.append((.peer, "WebSocket, Python")) }
    // The gateway, which wants its pings answered, is started after Python, which takes its time.
    let rigs = Array(
      kinds.reversed().map {
        Rig(
          $0.kind, binaries: binaries, layout: layout, phones: count, scenario: scenario, cpu: cpu)
      }.reversed())
    expectSameBatches(rigs, scenario)
    let figures = Playing(rigs: rigs).figures()
    print(
      (count == 1 ? "one phone" : "\(count) phones") + (scenario.wantsFeedback ? ", feedback" : ""))
    for index in kinds.indices {
      let values = Self.columns(figures[index])
      var row = left("  " + kinds[index].name, 26)
      for value in values { row += right(tenths(value / 1000), 11) }
      if index > 0 {
        let ratios = zip(values, Self.columns(figures[index - 1])).map { $0 / $1 }
        row += right("", 4) + ratios.map { right(decimals($0), 7) }.joined()
      }
      print(row)
      fflush(nil)
    }
  }

  /// Median, 99th percentile and CPU, in nanoseconds.
  private static func columns(_ figures: Playing.Figures) -> [Double] {
    [percentile(figures.latencies, 50), percentile(figures.latencies, 99), figures.cpu]
  }

  /// All rigs have to do the same.
  func expectSameBatches(_ rigs: [Rig], _ scenario: Scenario) {
    for _ in scenario.messages {
      let batches = rigs.map { $0.phones[0].exchange() }
      expect(batches.allSatisfy { $0 == batches[0] }, "all write the same batch")
      for phone in rigs.flatMap(\.phones) { phone.drainIfAny() }
    }
  }

  private func growth() {
    print("")
    print(
      "CPU time of the daemon a message as clients grow, in ns, one by one: of a thumb that lands")
    print("on a stick, moves and lifts. \(Crowd.players) players, whom more clients share.")
    let growth = Growth(binaries: binaries, layout: layout, cpu: cpu)
    if let limit = growth.limit {
      print("The daemon lets in \(limit.clients) clients, and says to the next:")
      print("  \(limit.refusal)", terminator: "")
    }
    print("")
    print(
      right("clients", 9) + right("players", 9) + right("all play in turn", 20) + right("ratio", 8)
        + right("one plays, others rest", 26) + right("ratio", 8))
    let first = growth.points[0]
    for point in growth.points {
      let playing = median(point.playing)
      let resting = median(point.resting)
      print(
        right("\(point.clients)", 9) + right("\(min(point.clients, Crowd.players))", 9)
          + right("\(Int(playing))", 20) + right(decimals(playing / median(first.playing)), 8)
          + right("\(Int(resting))", 26) + right(decimals(resting / median(first.resting)), 8))
    }
    for point in growth.points where point.clients == Crowd.players {
      let ratio = median(point.playing) / median(first.playing)
      figure(
        "\(Crowd.players) players who play beside one", decimals(ratio), "at most 1.2", ratio <= 1.2
      )
    }
    guard let plot else { return }
    let file = fopen(plot, "w")
    expect(file != nil && fputs(Plot(growth).svg, file) >= 0 && fclose(file) == 0, "write \(plot)")
    print("Drawn in \(plot).")
  }

  private func company() {
    print("")
    print(
      "\(Company.players) players among \(Company.all) clients, of whom \(Company.deaf) do not read,"
    )
    print(
      "\(Company.noisy) send nonsense as fast as they can, \(Company.slow) a byte a second: from a")
    print(
      "player's message to its batch, in µs, beside the same players while all others are still.")
    let company = Company(binaries: binaries, layout: layout, cpu: cpu)
    print("")
    print(
      left("", 10) + right("still", 10) + right("at work", 10) + right("ratio", 8)
        + right("wanted", 8))
    let rows: [(String, Double, Double?)] = [
      ("median", 50, nil), ("p99", 99, 2), ("p99.9", 99.9, nil),
    ]
    for (name, percent, wanted) in rows {
      let good = percentile(company.good, percent)
      let bad = percentile(company.bad, percent)
      let bound = wanted.map { right("\($0)", 8) + verdict(bad / good <= $0) } ?? ""
      print(
        left("  " + name, 10) + right(tenths(good / 1000), 10) + right(tenths(bad / 1000), 10)
          + right(decimals(bad / good), 8) + bound)
    }
    let (alone, crowded) = company.memory
    print(
      "Nobody who behaved was sent away. The daemon's memory: \(alone >> 10) MiB with the players,")
    print("\(crowded >> 10) MiB with all.")
    fflush(nil)
  }
}
