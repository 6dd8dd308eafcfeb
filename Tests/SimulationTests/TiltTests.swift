// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Testing

/// Several sessions that tilt what belongs to one player.
struct TiltTests {
  private struct Game: ~Copyable {
    var player: Player

    init(_ fields: String = "") throws {
      let text =
        "{ name: 't', size: { width: 100, height: 100 }, gamepad: 'generic', controls: [{ "
        + "id: 'tilt', kind: 'tilt', frame: { x: 0, y: 0, width: 100, height: 100 }, "
        + "deadZone: 0, smoothing: 0, \(fields) bind: { x: 'ABS_X', y: 'ABS_Y', east: 'KEY_D' } "
        + "}] }"
      player = Player(try LayoutFile.read(Array(text.utf8), path: "t", names: .libevdev).layout)
    }

    var events: [Event] {
      Device.allCases.flatMap { device in
        player.batch.withEvents(of: device) { events in
          events.indices.map { events[$0] }.filter { $0.type != EventType.syn.rawValue }
        }
      }
    }

    /// Fires what is due, then tells of a device that is tilted by `side` / `up`, as a slope.
    mutating func tilt(_ session: SessionID, side: Double, up: Double, at seconds: Double)
      -> [Event]
    {
      let now = Instant(seconds: seconds)
      while let due = player.nextDeadline, due <= now { player.fire(at: due, clock: due) }
      let accel = Vector(x: -side * 7, y: 0, z: up * 7)
      player.handle(Motion(gyro: Vector(x: 0, y: 0, z: 0), accel: accel), of: session, at: now)
      return events
    }

    mutating func leave(_ session: SessionID, isLast: Bool = false, at seconds: Double) -> [Event] {
      player.leave(session, isLast: isLast, at: Instant(seconds: seconds))
      return events
    }
  }

  private static func x(_ value: Int32) -> Event { Event(.abs(0), value) }

  @Test func theFirstToSendKeepsTheControl() throws {
    var game = try Game()
    _ = game.tilt(2, side: 0, up: 1, at: 0)
    let others = game.tilt(1, side: 1, up: 1, at: 0.1)
    #expect(others == [])
    let own = game.tilt(2, side: 1, up: 1, at: 0.2)
    #expect(own == [Self.x(32767), Event(try #require(CodeNames.libevdev.code("KEY_D")), 1)])
  }

  /// The control is free, and its centre forgotten; what was tilted goes to rest.
  @Test func whenItLeavesTheNextOneHasIt() throws {
    var game = try Game()
    _ = game.tilt(1, side: 0, up: 1, at: 0)
    _ = game.tilt(1, side: 1, up: 1, at: 0.1)
    let gone = game.leave(1, at: 0.2)
    #expect(gone.first == Self.x(0))
    #expect(gone.count == 2)
    let first = game.tilt(2, side: 1, up: 1, at: 0.3)
    #expect(first == [])
    let second = game.tilt(2, side: 0, up: 1, at: 0.4)
    #expect(second == [Self.x(-32768)])
    // The one that left says more, as a new session.
    let late = game.tilt(3, side: 1, up: 1, at: 0.5)
    #expect(late == [])
  }

  @Test func whoDoesNotHaveItMayLeave() throws {
    var game = try Game()
    _ = game.tilt(1, side: 0, up: 1, at: 0)
    _ = game.tilt(1, side: -1, up: 1, at: 0.1)
    let gone = game.leave(2, at: 0.2)
    #expect(gone == [])
    let own = game.tilt(1, side: 0, up: 1, at: 0.3)
    #expect(own == [Self.x(0)])
  }

  /// Messages of others do not keep it from being silent.
  @Test func aSilentOneLosesItToTheNext() throws {
    var game = try Game()
    _ = game.tilt(1, side: 0, up: 1, at: 0)
    _ = game.tilt(1, side: -1, up: 1, at: 0.5)
    let early = game.tilt(2, side: 0, up: 1, at: 1.499)
    #expect(early == [])
    // At rest by the timer, then taken: this is its centre.
    let taken = game.tilt(2, side: 1, up: 1, at: 1.5)
    #expect(taken == [])
    let back = game.tilt(1, side: 0, up: 1, at: 1.6)
    #expect(back == [])
    let moved = game.tilt(2, side: 0, up: 1, at: 1.7)
    #expect(moved == [Self.x(-32768)])
  }

  /// A finger that landed while all were silent counts for whoever comes, over the layout's centre.
  @Test func aTouchInSilenceCountsForWhoeverComes() throws {
    var game = try Game("centre: { roll: 0 },")
    let first = game.tilt(1, side: -1, up: 1, at: 0)
    #expect(first == [Self.x(-32768)])
    let touch = Touch(id: 1, phase: .began, place: Point(x: 50, y: 50))
    game.player.fire(at: Instant(seconds: 1), clock: Instant(seconds: 1))
    try game.player.handle(TouchFrame(touches: [touch]), of: 1, at: Instant(seconds: 2))
    let taken = game.tilt(2, side: 1, up: 1, at: 3)
    #expect(taken == [])
    // Two angles of the layout's are back with the next session.
    _ = game.leave(2, at: 3.1)
    let next = game.tilt(1, side: -1, up: 1, at: 3.2)
    #expect(next == [Self.x(-32768)])
  }

  @Test func theLastToLeaveLetsGoOfEverything() throws {
    var game = try Game()
    _ = game.tilt(1, side: 0, up: 1, at: 0)
    _ = game.tilt(1, side: 1, up: 1, at: 0.1)
    _ = game.leave(2, at: 0.2)
    let gone = game.leave(1, isLast: true, at: 0.3)
    #expect(gone.count == 2)
    let isNeutral = game.player.isNeutral
    #expect(isNeutral)
    let due = game.player.nextDeadline
    #expect(due == nil)
  }

  @Test func aLayoutWithoutTiltsIsNotMoved() throws {
    let layout = try LayoutSearch(directories: []).layout(named: "gamepad", names: .libevdev)
    var player = Player(layout.layout)
    let motion = Motion(gyro: Vector(x: 1, y: 1, z: 1), accel: Vector(x: 5, y: 5, z: 5))
    player.handle(motion, of: 1, at: Instant(seconds: 0))
    let isEmpty = player.signals.isEmpty && player.batch.gamepad.isEmpty
    #expect(isEmpty)
    let due = player.nextDeadline
    #expect(due == nil)
  }
}
