// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Testing

@testable import Service

/// The names under which systemd keeps descriptors.
struct StoredNameTests {
  private func gamepad(
    _ identity: Layout.Identity = .xbox360, codes: Set<Code> = [], player: Int = 1,
    ids: DeviceDescription.IDs = .own
  ) -> DeviceDescription {
    .gamepad(identity, codes: codes, player: player, ids: ids)
  }

  @Test func namesAreReadAsTheyWereWritten() throws {
    #expect(StoredName("memory") == .memory)
    let descriptions = [
      gamepad(player: 16), .keyboard(codes: [], player: 1), .mouse(codes: [], player: 2),
    ]
    for description in descriptions {
      let name = StoredName(description)
      #expect(StoredName(name.text) == name)
      // What systemd takes (fdname_is_valid): printable, no colon, at most 255.
      #expect(name.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") })
      #expect(name.text.utf8.count < 255)
    }
    #expect(StoredName(gamepad(player: 16)).text.hasPrefix("player16-gamepad-"))
    #expect(
      StoredName.device(.mouse, player: 3, fingerprint: 0xab).text
        == "player3-mouse-00000000000000ab")
  }

  @Test(arguments: [
    "", "stored", "Memory", "flickpad.sock", "player1", "player1-gamepad",
    "player1-gamepad-00000000000000", "player0-gamepad-0000000000000000",
    "player+1-gamepad-0000000000000000", "player01-gamepad-0000000000000000",
    "player1-tablet-0000000000000000", "player1-gamepad-000000000000000g",
    "player1-gamepad-00000000000000AB", "player1-gamepad-0000000000000000-",
    "player99999999999999999999-gamepad-0000000000000000",
  ]) func whatIsNoneOfOursIsUnknown(text: String) {
    #expect(StoredName(text) == nil)
  }

  /// Another description is another device, in all that the kernel is told.
  @Test func everyPartOfADescriptionCounts() {
    let layout = gamepad(.generic)
    var others = [
      layout, gamepad(), gamepad(.generic, player: 2), gamepad(.generic, codes: [.key(0x2c0)]),
      gamepad(.generic, codes: [.abs(0x28)]),
      gamepad(.generic, ids: DeviceDescription.IDs(vendor: 0xf11c, product: 2)),
      .keyboard(codes: [], player: 1), .keyboard(codes: [.rel(7)], player: 1),
      .mouse(codes: [], player: 1), .mouse(codes: [.key(0x115)], player: 1),
    ]
    var other = layout
    other.hasForceFeedback = false
    others.append(other)
    other = layout
    other.axes[0].range = 0...1
    others.append(other)
    other = layout
    other.name += "s"
    others.append(other)
    other = layout
    other.version += 1
    others.append(other)
    #expect(Set(others.map(\.fingerprint.value)).count == others.count)
    #expect(gamepad(.generic).fingerprint == layout.fingerprint)
  }
}
