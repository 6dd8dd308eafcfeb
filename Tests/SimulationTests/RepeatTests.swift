// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Randomness
import Testing

/// Keys that repeat for long, for a caller that is never quite in time.
struct RepeatTests {
  private static let interval: Int64 = 20_000
  private static let begin: Int64 = 5_000_000
  private static let count = 10_000

  /// A button that is held from `begin` on, the first tick an interval later.
  private static func player(_ binding: String) throws -> Player {
    let text =
      "{ name: 't', size: { width: 100, height: 100 }, controls: [{ id: 'b', kind: 'button', "
      + "frame: { x: 0, y: 0, width: 100, height: 100 }, repeat: { delay: 0.02, interval: 0.02 }, "
      + "bind: { press: '\(binding)' } }] }"
    var player = Player(
      try LayoutFile.read(Array(text.utf8), path: "t", names: .libevdev).layout)
    let finger = Touch(id: 1, phase: .began, place: Point(x: 50, y: 50))
    try player.handle(
      TouchFrame(touches: [finger]), of: 1, at: Instant(microseconds: begin))
    return player
  }

  /// What ticked in a cause, if anything did: the count that clients are told.
  private static func tick(_ player: borrowing Player) -> Int? {
    for index in player.signals.indices {
      if case .buttonRepeat(let count) = player.signals[index].kind { return count }
    }
    return nil
  }

  /// The tick of a number has its own time to the microsecond, however late those before it were.
  @Test(arguments: ["KEY_A", "BTN_SOUTH"])
  func nothingDrifts(_ binding: String) throws {
    var random = SeededGenerator(seed: 7)
    var player = try Self.player(binding)
    var ticks: Int64 = 0
    var now = Self.begin
    while ticks < Self.count {
      let next = player.nextDeadline
      let due = try #require(next)
      let late = Int64.random(in: 0..<Self.interval, using: &random)
      now = max(now, due.microseconds + late)
      player.fire(at: due, clock: Instant(microseconds: now))
      guard let count = Self.tick(player) else { continue }
      ticks += 1
      try #require(count == Int(ticks))
      try #require(due.microseconds == Self.begin + ticks * Self.interval)
    }
  }

  /// Who was stalled for long leaves out the ticks that were missed, and goes on at the first that is
  /// still to come.
  @Test func stallsShiftNothing() throws {
    var random = SeededGenerator(seed: 8)
    var player = try Self.player("KEY_A")
    var now = Self.begin
    for count in 1...Self.count {
      let next = player.nextDeadline
      let due = try #require(next).microseconds
      try #require((due - Self.begin) % Self.interval == 0)
      try #require(due > now && due - now <= Self.interval)
      now = due + Int64.random(in: 0..<10 * Self.interval, using: &random)
      player.fire(at: Instant(microseconds: due), clock: Instant(microseconds: now))
      let told = Self.tick(player)
      try #require(told == count)
    }
  }
}
