// SPDX-License-Identifier: MIT

import Testing

@testable import Pad

/// What is held by nobody is found and let go of. Nothing leads to it but a plant.
struct StrayTests {
  private static let a = Code.key(30)
  private static let b = Code.key(48)

  private static func player(_ kinds: Layout.Kind...) -> Player {
    let controls = kinds.enumerated().map { index, kind in
      Layout.Control(
        id: "c\(index)", frame: Rect(x: 100 * Double(index), y: 0, width: 100, height: 100),
        shape: .rect, kind: kind)
    }
    return Player(
      Layout(
        name: "t", size: Size(width: 400, height: 100), gamepad: .generic, controls: controls))
  }

  private static func button(hold: Bool = false) -> Layout.Kind {
    var options = ButtonOptions()
    options.hold = hold
    options.press = Binding([.key(a), .abs(.abs(0), value: 100)])
    return .button(options)
  }

  /// What can be compared: a player itself cannot be copied.
  private struct Facts: Equatable {
    var held: [Code] = []
    var isNeutral = true
    var isHoldingAlone = false

    init(_ player: inout Player) {
      held = player.heldCodes
      isNeutral = player.isNeutral
      isHoldingAlone = player.isHoldingAlone
    }
  }

  private func expect(
    _ player: inout Player, sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: (Facts) -> Bool
  ) {
    let facts = Facts(&player)
    #expect(isRight(facts), "\(facts)", sourceLocation: sourceLocation)
  }

  private func expectStrays(
    of player: inout Player, at time: Instant = now, _ codes: [Code],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let strays = player.releaseStrays(at: time)
    #expect(strays == codes, sourceLocation: sourceLocation)
  }

  private static let now = Instant(microseconds: 1_000_000)

  private static func tap(_ phase: Touch.Phase) -> TouchFrame {
    TouchFrame(touches: [Touch(id: 1, phase: phase, place: Point(x: 50, y: 50))])
  }

  @Test func aKeyThatNobodyHoldsIsReleased() {
    var player = Self.player(Self.button())
    let untouched = Facts(&player)
    player.output.ledger.press(Self.b)
    expect(&player) { $0.isHoldingAlone }
    expectStrays(of: &player, [Self.b])
    expect(&player) { $0 == untouched }
    expectStrays(of: &player, [])
  }

  @Test func anAxisThatNobodyWantsGoesBack() {
    var player = Self.player(Self.button())
    player.output.ledger.claim(.abs(3), 77, by: Ledger.Claimant(number: 99))
    expect(&player) { $0.isHoldingAlone }
    expectStrays(of: &player, [.abs(3)])
    expect(&player) { $0.isNeutral }
  }

  @Test func aKeyThatIsHeldOnceTooOftenStaysAsLongAsItShould() throws {
    var player = Self.player(Self.button())
    try player.handle(Self.tap(.began), of: 1, at: Self.now)
    player.output.ledger.press(Self.a)
    expectStrays(of: &player, [Self.a])
    expect(&player) { $0.held == [Self.a] }
    let later = Self.now + Interval(microseconds: 100_000)
    try player.handle(Self.tap(.ended), of: 1, at: later)
    expect(&player) { $0.isNeutral }
  }

  @Test func aGateThatForgotItsReleaseIsReleased() throws {
    var player = Self.player(Self.button())
    player.begin(Self.now)
    player.output.press(GateID(index: 0))
    player.close()
    expect(&player) { $0.held == [Self.a] }
    expectStrays(of: &player, [.key(30), .abs(0)])
    expect(&player) { $0.isNeutral }
    // The binding is as good as new.
    let later = Self.now + Interval(microseconds: 100_000)
    try player.handle(Self.tap(.began), of: 1, at: later)
    expect(&player) { $0.held == [Self.a] }
  }

  @Test func whatALatchOrATimerHoldsStays() throws {
    var slide = SlideOptions()
    slide.snap = .stay
    slide.position = .abs(2)
    slide.thumb = 20
    var player = Self.player(Self.button(hold: true), .slide(slide))
    try player.handle(Self.tap(.began), of: 1, at: Self.now)
    // Its minimum is not over.
    expectStrays(of: &player, [])
    try player.handle(Self.tap(.ended), of: 1, at: Self.now)
    let finger = [(Touch.Phase.began, 105.0), (.moved, 140), (.ended, 140)].map { phase, x in
      Touch(id: 2, phase: phase, place: Point(x: x, y: 50))
    }
    try player.handle(TouchFrame(touches: finger), of: 1, at: Self.now)
    expect(&player) { $0.isHoldingAlone }
    expectStrays(of: &player, at: Self.now + Interval(microseconds: 1), [])
    let place = player.place(of: .abs(2))
    expect(&player) { $0.held == [Self.a] && place > 0 }
  }
}
