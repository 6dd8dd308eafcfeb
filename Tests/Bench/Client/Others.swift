// SPDX-License-Identifier: MIT

import Glibc

/// What is not about time a message.
extension Benchmark {
  func others() {
    print("")
    for feedback in [false, true] { allocations(.stickAndPad(wantsFeedback: feedback)) }
    memory(players: 1, of: 4)
    memory(players: Crowd.players, of: Crowd.players)
    idle()
    startUp()
  }

  private func allocations(_ scenario: Scenario) {
    let directory = temporaryDirectory()
    let path = directory + "/count"
    let file = fcntl(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), F_DUPFD, 10)
    expect(file >= 0 && ftruncate(file, 4096) == 0, "a file for the count")
    unlink(path)
    remove(directory)
    defer { close(file) }
    let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
    defer { munmap(page, 4096) }
    let server = daemon(scenario, ["\(file)"])
    var count: UInt { page.load(as: UInt.self) }
    expect(count > 0, "allocations are counted")
    func worked(_ messages: Int) -> UInt {
      let before = count
      _ = server.oneByOne(scenario, messages)
      _ = server.inBulk(scenario, messages / 512, repeated: 8)
      return count - before
    }
    let few = worked(1024)
    let many = worked(11 * 1024)
    let each = (Double(many) - Double(few)) / (20 * 1024)
    figure(
      "allocations a message" + (scenario.wantsFeedback ? ", feedback" : ""), decimals(each), "0",
      each < 0.005)
  }

  /// The daemon with a client whose thumb rests on the pad.
  private func idle() {
    let server = daemon(.padTurn(wantsFeedback: true))
    func wakeUps() -> Int {
      status(server.process, "voluntary_ctxt_switches")
    }
    usleep(200_000)
    let before = wakeUps()
    sleep(3)
    let count = wakeUps() - before
    figure("wake-ups a second when idle", decimals(Double(count) / 3), "0", count == 0)
  }

  /// From exec to READY=1.
  private func startUp() {
    var times: [(wall: Double, cpu: Double)] = []
    urgently { _ in
      for _ in 0..<21 { times.append(Unit(binaries, players: 4).startUp) }
    }
    let time = median(times.map(\.wall))
    figure("start-up, exec to READY=1", "\(decimals(time)) ms", "under 10 ms", time < 10)
    figure("  of it CPU time", "\(decimals(median(times.map(\.cpu)))) ms")
  }

  /// Once players have played.
  private func memory(players: Int, of most: Int) {
    let unit = Unit(binaries, players: most)
    let scenario = Scenario.stickAndPad(wantsFeedback: false)
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    for _ in 0..<players {
      let player = connect(to: unit.path)
      clients.append(player)
      write(Array("{\"type\":\"hello\",\"feedback\":false}\n".utf8), to: player)
      expect(readLine(player).contains("\"welcome\""), "a welcome")
      let play = scenario.landing + scenario.messages.joined()
      write(Array((play + "{\"type\":\"ping\"}\n").utf8), to: player)
      expect(readLine(player).contains("\"pong\""), "a pong")
    }
    let size = Double(status(unit.process, "VmRSS")) / 1024
    figure(
      "resident memory, \(players) of \(most) play", "\(tenths(size)) MiB",
      "under 10 MiB", size < 10)
  }

  func figure(_ name: String, _ value: String, _ wanted: String? = nil, _ isKept: Bool = true) {
    let bound = wanted.map { "   wanted: \($0)" + verdict(isKept) } ?? ""
    print(left(name, 42) + right(value, 16) + bound)
    fflush(nil)
  }
}
