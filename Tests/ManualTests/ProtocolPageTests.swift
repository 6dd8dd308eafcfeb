// SPDX-License-Identifier: MIT

import JSON
import Testing
import Wire

@testable import Pad

/// flickpad-protocol(7) tells of every message, event, state field and error.
struct ProtocolPageTests {
  @Test(arguments: WireError.Code.allCases)
  func everyErrorIsDefined(_ code: WireError.Code) {
    #expect(Page.protocol.section("# ERRORS")?.definitions.contains(code.rawValue) == true)
  }

  @Test func everyMessageOfAClientIsDefined() {
    #expect(
      Page.protocol.section("# MESSAGES OF A CLIENT")?.definitions.sorted() == Vocabulary.client)
  }

  @Test func everyMessageOfTheDaemonIsDefined() {
    #expect(
      Page.protocol.section("# MESSAGES OF THE DAEMON")?.definitions.sorted() == Vocabulary.daemon)
  }

  @Test func everyRequestIsDefined() {
    #expect(
      Page.protocol.section("# MANAGING PLAYERS")?.definitions.sorted() == Vocabulary.requests)
  }

  @Test func everyEventAndItsFieldsAreNamed() throws {
    let section = try #require(Page.protocol.section("# EVENTS"))
    for line in try Vocabulary.lines({ encoder in
      for kind in Vocabulary.events { encoder.signal(Signal(control: 0, kind: kind)) }
    }) {
      guard case .string(let event)? = line["event"] else { continue }
      #expect(section.names(event), "\(event)")
      for field in line.keys where !["type", "control", "event"].contains(field) {
        #expect(section.names(field), "\(field) of \(event)")
      }
    }
  }

  @Test func everyFieldOfAStateIsNamed() throws {
    let section = try #require(Page.protocol.section("# STATE"))
    for state in Vocabulary.states {
      let line = try #require(
        try Vocabulary.lines { $0.layout(Array("{}".utf8).span, states: [state]) }.first)
      guard case .object(let controls)? = line["state"], let control = controls.first,
        case .object(let fields) = control.node.value
      else {
        Issue.record("no state of \(state)")
        continue
      }
      for field in fields { #expect(section.names(field.name), "\(field.name) of \(state)") }
    }
  }
}

/// The words of the protocol, as the program has them.
enum Vocabulary {
  /// The types of a client's messages, sorted, as the decoder lists them.
  static let client: [String] = {
    var decoder = Decoder()
    do throws(WireError) {
      _ = try decoder.decode(Array(#"{"type":"?"}"#.utf8).span)
      return []
    } catch {
      return types(in: error)
    }
  }()

  /// The types of requests on admin.sock, sorted.
  static let requests: [String] = {
    do throws(WireError) {
      _ = try Request(Array(#"{"type":"?"}"#.utf8).span)
      return []
    } catch {
      return types(in: error)
    }
  }()

  /// Those that an error about an unknown type lists.
  private static func types(in error: WireError) -> [String] {
    let list = error.message.drop { $0 != "," && $0 != " " }.split { ", ".contains($0) }
    return list.drop { $0 != "of" }.dropFirst().prefix { $0 != "got" }.map(String.init).sorted()
  }

  /// The types of the daemon's messages, sorted, each as the encoder writes it.
  static let daemon: [String] = {
    let layout = Array("{}".utf8)
    let lines = try! Self.lines { encoder in
      encoder.welcome(
        player: 1, leds: [], resume: "", layout: layout.span, layouts: [], saves: false, states: [])
      encoder.codes([])
      encoder.layout(layout.span, states: [])
      encoder.signal(Signal(control: 0, kind: .tap))
      encoder.signal(Signal(control: 0, kind: .haptic))
      encoder.rumble(strong: 0, weak: 0, duration: 0)
      encoder.player(1, leds: [])
      encoder.error(.helloAgain, line: nil)
      encoder.pong(id: [UInt8]().span)
    }
    return lines.compactMap { line in
      if case .string(let type)? = line["type"] { type } else { nil }
    }.sorted()
  }()

  /// One of each.
  static let events: [Signal.Kind] = [
    .haptic, .padDown(.north, repeatCount: 0), .padRepeat(.north, repeatCount: 1),
    .padUp(.north, repeatCount: 1), .buttonDown(repeatCount: 0), .buttonRepeat(repeatCount: 1),
    .buttonUp(repeatCount: 1), .highlighted(true), .itemHighlighted(true, item: 0),
    .componentsWillAppear, .componentsDidAppear, .active(.top), .didFlick(.top),
    .componentsWillDisappear, .componentsDidDisappear, .lingerDidEnd(.top), .didToggle(true),
    .position(0.5), .didFinish, .didReset, .didExpand(true), .didSelect(item: 0),
    .stick(x: 0, y: 0), .step(clicks: 1, angle: 0), .tap, .tap2,
  ]

  /// One of each, with every field that it can have.
  static let states: [ControlState] = [
    .dpad(.north, repeatCount: 0, isLatched: false),
    .flick(isHighlighted: true, isExpanded: true, active: .top),
    .toggle(isHighlighted: false, isSelected: false), .slide(position: 0, isFinished: false),
    .menu(isHighlighted: false, isExpanded: true, highlightedItems: [0]),
    .button(isDown: false, repeatCount: 0, isLatched: false), .stick(x: 0, y: 0),
    .knob(angle: 0), .trackpad,
  ]

  /// What the encoder writes for a layout of one control, line by line.
  static func lines(_ write: (inout Encoder) -> Void) throws -> [[String: JSONValue]] {
    var encoder = Encoder()
    encoder.use(
      Layout(
        name: "one", size: Size(width: 1, height: 1), gamepad: .xbox360,
        controls: [
          Layout.Control(
            id: "it", frame: Rect(x: 0, y: 0, width: 1, height: 1), shape: .rect,
            kind: .button(ButtonOptions()))
        ]))
    write(&encoder)
    return try encoder.lines.bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let node = try JSONNode(parsing: Array(line).span)
      guard case .object(let members) = node.value else { return [:] }
      return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.node.value) })
    }
  }
}
