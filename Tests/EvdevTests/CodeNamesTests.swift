// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Foundation
import Pad
import Testing

/// The names of linux/input-event-codes.h as the C compiler would have them.
struct CHeader {
  static let path = "/usr/include/linux/input-event-codes.h"
  var numbers: [String: Int] = [:]

  init() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("#define") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 3, let number = number(String(words[2])) else { continue }
      numbers[String(words[1])] = number
    }
  }

  private func number(_ word: String) -> Int? {
    if let number = numbers[word] { return number }
    return word.hasPrefix("0x") ? Int(word.dropFirst(2), radix: 16) : Int(word)
  }

  /// Every name of a code that bindings can be made of, and its number.
  var codes: [String: Code] {
    var codes: [String: Code] = [:]
    for (name, number) in numbers
    where !["KEY_MAX", "REL_MAX", "ABS_MAX"].contains(name) && !name.hasSuffix("_CNT") {
      let type: EventType? =
        switch name.prefix(4) {
        case "KEY_", "BTN_": .key
        case "ABS_": .abs
        case "REL_": .rel
        default: nil
        }
      if let type { codes[name] = Code(type, UInt16(number)) }
    }
    return codes
  }
}

@Suite struct CodeNamesTests {
  let names = CodeNames.libevdev

  @Test func everyNameAndAliasOfTheHeaderIsKnown() throws {
    let codes = try CHeader().codes
    #expect(codes.count > 600)
    for (name, code) in codes {
      #expect(names.code(name) == code, "\(name)")
    }
  }

  @Test func everyCodeWithANameComesOutUnderOneOfItsNames() throws {
    let codes = try CHeader().codes
    for code in Set(codes.values) {
      let name = names.name(code)
      #expect(name != nil && codes[name!] == code, "\(code)")
    }
  }

  @Test func suggestionsAreTheNamesOfTheHeader() throws {
    #expect(Set(names.all()) == Set(try CHeader().codes.keys))
    #expect(names.all().count == Set(names.all()).count)
  }

  @Test(arguments: [
    ("BTN_A", "BTN_SOUTH"), ("BTN_X", "BTN_NORTH"), ("BTN_Y", "BTN_WEST"),
    ("BTN_GAMEPAD", "BTN_SOUTH"), ("BTN_MISC", "BTN_0"), ("KEY_HANGUEL", "KEY_HANGEUL"),
    ("KEY_LINK_PHONE", "KEY_LINK_PHONE"), ("ABS_PROFILE", "ABS_PROFILE"),
  ])
  func anAliasComesOutAsLibevdevPrintsIt(alias: String, name: String) throws {
    let code = try #require(names.code(alias))
    #expect(names.name(code) == name)
  }

  @Test(arguments: [
    "", "KEY_", "KEY_ENTRE", "key_enter", "KEY_ENTER ", "KEY_ENTER\u{0}", "BTN_A\u{0}B", "KEY_MAX",
    "ABS_MAX", "REL_CNT", "KEY_CNT", "SYN_REPORT", "EV_KEY", "MSC_SCAN", "LED_CAPSL", "30",
  ])
  func whatIsNoCodeHasNone(name: String) {
    #expect(names.code(name) == nil)
  }

  @Test func typesAndTheReportHaveTheirNames() {
    #expect(EventType.key.name == "EV_KEY")
    #expect(EventType.syn.name == "EV_SYN")
    #expect(names.name(Code(.syn, 0)) == "SYN_REPORT")
    #expect(names.name(.key(0x2ff)) == nil)
    #expect(names.name(.abs(0x3f)) == nil)
    #expect(names.name(.key(0xffff)) == nil)
  }

  @Test func theCoresCodesAreThoseOfTheHeader() {
    #expect(Code.relX.number == UInt16(REL_X) && Code.relY.number == UInt16(REL_Y))
    #expect(Code.relHWheel.number == UInt16(REL_HWHEEL))
    #expect(Code.relWheel.number == UInt16(REL_WHEEL))
    #expect(Code.relWheelHiRes.number == UInt16(REL_WHEEL_HI_RES))
    #expect(Code.relHWheelHiRes.number == UInt16(REL_HWHEEL_HI_RES))
    #expect(Code.absHat0X.number == UInt16(ABS_HAT0X))
    #expect(Code.absHat0Y.number == UInt16(ABS_HAT0Y))
    #expect(Code.btnDpadUp.number == UInt16(BTN_DPAD_UP))
    #expect(Code.btnDpadDown.number == UInt16(BTN_DPAD_DOWN))
    #expect(Code.btnDpadLeft.number == UInt16(BTN_DPAD_LEFT))
    #expect(Code.btnDpadRight.number == UInt16(BTN_DPAD_RIGHT))
    #expect(Code.keyCount == Int(KEY_MAX) + 1)
    #expect(Code.absCount == Int(ABS_MAX) + 1)
    #expect(EventType.syn.rawValue == UInt16(EV_SYN) && EventType.key.rawValue == UInt16(EV_KEY))
    #expect(EventType.rel.rawValue == UInt16(EV_REL) && EventType.abs.rawValue == UInt16(EV_ABS))
  }

  @Test func forbiddenAreTheCodesThatTheHeaderNamesSo() throws {
    let names = [
      "KEY_POWER", "KEY_POWER2", "KEY_SLEEP", "KEY_SUSPEND", "KEY_WAKEUP", "KEY_RESTART",
      "KEY_SYSRQ", "KEY_RFKILL", "KEY_WLAN", "KEY_BLUETOOTH", "KEY_UWB", "KEY_WWAN", "KEY_WIMAX",
    ]
    for (name, code) in try CHeader().codes where code.type == .key {
      let isForbidden = names.contains(name) || name.hasPrefix("KEY_MACRO")
      #expect(code.isForbidden == isForbidden, "\(name)")
    }
  }
}
