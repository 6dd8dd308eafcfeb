// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Testing
import Wire
import Writing

@testable import Pad
@testable import Service

/// The daemon looks after its own ledger.
struct WatchdogTests {
  private static func seat() throws -> Seat {
    let configuration = Configuration(
      search: LayoutSearch(directories: []), names: .libevdev)
    let layout = try configuration.search.layout(named: "retro", names: .libevdev)
    let basis = Basis(
      configuration: configuration, log: Log(of: "flickpad", level: .error), loop: try EventLoop(),
      store: nil)
    let nothing: Devices.Maker = { _ in .trace(TracePrinter(descriptor: -1)) }
    return try Seat(number: 1, layout: layout, make: nothing, basis: basis, whenSettled: { _ in })
  }

  @Test func aPlantedLeakIsReleasedAndCounted() throws {
    let seat = try Self.seat()
    seat.settleUp()
    #expect(seat.forcedReleases == 0)
    seat.player.output.ledger.press(.key(30))
    seat.settleUp()
    #expect(seat.forcedReleases == 1)
    let isNeutral = seat.player.isNeutral
    #expect(isNeutral)
    seat.settleUp()
    #expect(seat.forcedReleases == 1)
  }

  @Test func aLeakIsFoundWhenTheLayoutChanges() throws {
    let seat = try Self.seat()
    seat.player.output.ledger.press(.key(30))
    seat.useUnplugged(seat.layout)
    seat.releaseStrays()
    #expect(seat.forcedReleases == 1)
  }

  @Test func theCountIsTold() {
    var encoder = Encoder()
    encoder.players([
      PlayerReport(
        number: 1, layout: "retro", isKept: false, sessions: [], devices: [], holds: [],
        forcedReleases: 1)
    ])
    let line = String(decoding: encoder.lines.bytes, as: UTF8.self)
    #expect(line.hasSuffix(#""held":[],"forcedReleases":1}]}"# + "\n"))
  }
}
