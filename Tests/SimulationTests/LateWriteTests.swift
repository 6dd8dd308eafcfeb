// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Testing

/// A caller that is held up between an edge and its write.
struct LateWriteTests {
  private static func player(_ control: String) throws -> Player {
    let text =
      "{ name: 't', size: { width: 100, height: 100 }, gamepad: 'generic', controls: [\(control)] }"
    return Player(try LayoutFile.read(Array(text.utf8), path: "t", names: .libevdev).layout)
  }

  private static func at(_ milliseconds: Int64) -> Instant {
    Instant(microseconds: milliseconds * 1000)
  }

  private static func finger(_ phase: Touch.Phase) -> TouchFrame {
    TouchFrame(touches: [Touch(id: 1, phase: phase, place: Point(x: 50, y: 50))])
  }

  private static let button =
    "{ id: 'b', kind: 'button', frame: { x: 0, y: 0, width: 100, height: 100 }, "
    + "bind: { press: 'BTN_SOUTH' } }"

  @Test func aTapCountsFromItsWrite() throws {
    var player = try Self.player(Self.button)
    try player.handle(Self.finger(.began), of: 1, at: Self.at(100))
    let isPressed = player.hasNewEdges
    #expect(isPressed)
    player.edgesWereTold(at: Self.at(120))
    try player.handle(Self.finger(.ended), of: 1, at: Self.at(121))
    let waits = !player.hasNewEdges
    #expect(waits)
    let due = player.nextDeadline
    #expect(due == Self.at(155))
  }

  @Test func aReleaseThatWaitsAlreadyMovesWithItsPress() throws {
    var player = try Self.player(
      "{ id: 'f', kind: 'flick', frame: { x: 0, y: 0, width: 100, height: 100 }, "
        + "bind: { center: 'KEY_A' } }"
    )
    try player.handle(Self.finger(.began), of: 1, at: Self.at(0))
    try player.handle(Self.finger(.ended), of: 1, at: Self.at(10))
    let asked = player.nextDeadline
    #expect(asked == Self.at(60))
    player.edgesWereTold(at: Self.at(30))
    let moved = player.nextDeadline
    #expect(moved == Self.at(80))
  }

  @Test func theNextPressKeepsItsDistanceFromALateRelease() throws {
    var player = try Self.player(Self.button)
    try player.handle(Self.finger(.began), of: 1, at: Self.at(0))
    try player.handle(Self.finger(.ended), of: 1, at: Self.at(100))
    player.edgesWereTold(at: Self.at(150))
    try player.handle(Self.finger(.began), of: 1, at: Self.at(151))
    let due = player.nextDeadline
    #expect(due == Self.at(185))
  }

  @Test func aMillisecondMakesNoDifference() throws {
    var player = try Self.player(Self.button)
    try player.handle(Self.finger(.began), of: 1, at: Self.at(100))
    player.edgesWereTold(at: Self.at(101))
    try player.handle(Self.finger(.ended), of: 1, at: Self.at(102))
    let due = player.nextDeadline
    #expect(due == Self.at(135))
  }

  @Test func whatWasToldBeforeItsTimeCountsFromItsTime() throws {
    var player = try Self.player(Self.button)
    try player.handle(Self.finger(.began), of: 1, at: Self.at(100))
    player.edgesWereTold(at: Self.at(90))
    try player.handle(Self.finger(.ended), of: 1, at: Self.at(101))
    let due = player.nextDeadline
    #expect(due == Self.at(135))
  }

  @Test func aLayoutThatIsLeftHasNoEdgesToMove() throws {
    var player = try Self.player(Self.button)
    try player.handle(Self.finger(.began), of: 1, at: Self.at(0))
    let layout = player.layout
    player.change(to: layout, at: Self.at(10))
    player.edgesWereTold(at: Self.at(500))
    let due = player.nextDeadline
    #expect(due == Self.at(35))
    player.fire(at: Self.at(35), clock: Self.at(35))
    let isNeutral = player.isNeutral
    #expect(isNeutral)
  }
}
