// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Simulation
import Testing

/// Lines of a script that stop it, as the daemon would refuse them.
struct RefusedLineTests {
  /// Runs a held button's tap, and then a line of so many bytes; gives what is wrong with that, and
  /// how many batches there were.
  private func run(
    _ count: Int, _ line: String
  ) throws -> (mistake: Simulation.Mistake?, batches: Int) {
    var batches = 0
    let layout = try LayoutSearch(directories: []).layout("retro", names: .libevdev)
    var simulation = Simulation(
      layout, wantsFeedback: false,
      find: { (name) throws(LayoutError) in throw .unknown(name, meant: nil, known: []) },
      names: .libevdev, report: { if case .batch = $1 { batches += 1 } })
    let bytes = Array(line.utf8)
    let spaces = Array(repeating: UInt8(ascii: " "), count: count - bytes.count)
    let long = Array(bytes.dropLast() + spaces + bytes.suffix(1))
    var mistake: Simulation.Mistake?
    do throws(Simulation.Mistake) {
      for phase in ["began", "ended"] {
        let touch = #"{"id":1,"phase":"\#(phase)","x":670,"y":322}"#
        try simulation.run(Array(#"{"t":0,"type":"touch","touches":[\#(touch)]}"#.utf8).span)
      }
      try simulation.run(long.span)
    } catch {
      mistake = error
    }
    return (mistake, batches)
  }

  @Test(arguments: ["ping", "save"])
  func aLineMayBeAsLongAsTheDaemonsOnly(type: String) throws {
    let line = #"{"t":1,"type":"\#(type)"}"#
    let (mistake, batches) = try run(65_537, line)
    #expect(mistake?.line == 3)
    #expect(mistake?.message == "a line has at most 65536 bytes")
    #expect(batches == 2, "the tap's end is due before it")
  }

  @Test func aLineOfTheMostBytesIsRead() throws {
    #expect(try run(65_536, #"{"t":1,"type":"ping"}"#).mistake == nil)
  }

  @Test(arguments: [
    #"{"t":1,"type":"nope"}"#, #"{"type":"nope","t":1}"#, #"{"t":1}"#,
    #"{"type":"reset","control":7,"t":1}"#, #"{"t":1,"type":"touch","touches":[}"#,
    #"{"type":"ping","type":"ping","t":1}"#,
  ])
  func whatIsDueByItsTimeIsDoneFirst(line: String) throws {
    let (mistake, batches) = try run(line.utf8.count, line)
    #expect(mistake?.line == 3)
    #expect(batches == 2)
  }
}
