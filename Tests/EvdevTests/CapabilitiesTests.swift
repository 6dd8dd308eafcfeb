// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Pad
import Testing

@Suite struct CapabilitiesTests {
  @Test func theXboxPadIsTheKernelsOwn() {
    let pad = Capabilities(.gamepad(.xbox360, codes: [], player: 1))
    #expect(pad.typeBitmap == "20000b")
    #expect(Capabilities.bitmap(pad.keys) == "7cdb000000000000 0 0 0 0")
    #expect(Capabilities.bitmap(pad.axes) == "3003f")
    #expect(Capabilities.bitmap(pad.effects) == "107030000 0")
    #expect(Capabilities.bitmap(pad.rels) == "0")
  }

  @Test func theGenericPadHasTriggerAndDirectionButtonsAndNoHat() {
    let pad = Capabilities(.gamepad(.generic, codes: [], player: 1))
    #expect(pad.typeBitmap == "20000b")
    #expect(Capabilities.bitmap(pad.keys) == "f00000000 0 0 0 7fdb000000000000 0 0 0 0")
    #expect(Capabilities.bitmap(pad.axes) == "3f")
    #expect(Capabilities.bitmap(pad.effects) == "107030000 0")
  }

  @Test func whatIsBoundJoinsTheGenericPad() {
    let codes: Set = [Code.key(UInt16(BTN_TRIGGER_HAPPY1)), .abs(UInt16(ABS_WHEEL)), .absHat0X]
    let pad = Capabilities(.gamepad(.generic, codes: codes, player: 1))
    #expect(pad.keys.last == UInt16(BTN_TRIGGER_HAPPY1))
    #expect(Capabilities.bitmap(pad.axes) == "1013f")
  }

  @Test func udevSeesAKeyboardThatNeverRepeatsByItself() {
    let keyboard = Capabilities(.keyboard(codes: [], player: 1))
    #expect(keyboard.types == [UInt16(EV_KEY)])
    for number in UInt16(1)...31 { #expect(keyboard.keys.contains(number)) }
    for number in [KEY_SYSRQ, KEY_POWER, KEY_SLEEP, KEY_WLAN, BTN_0, BTN_LEFT, BTN_SOUTH] {
      #expect(!keyboard.keys.contains(UInt16(number)))
    }
  }

  @Test func theMouseHasBothWheelsInBothResolutions() {
    let mouse = Capabilities(.mouse(codes: [], player: 1))
    #expect(mouse.typeBitmap == "7")
    #expect(Capabilities.bitmap(mouse.keys) == "1f0000 0 0 0 0")
    #expect(Capabilities.bitmap(mouse.rels) == "1943")
  }

  @Test func aBitmapIsWordsOfSixtyFourBits() {
    #expect(Capabilities.bitmap([]) == "0")
    #expect(Capabilities.bitmap([0]) == "1")
    #expect(Capabilities.bitmap([63]) == "8000000000000000")
    #expect(Capabilities.bitmap([64, 0]) == "1 1")
    #expect(Capabilities.bitmap([128]) == "1 0 0")
  }
}
