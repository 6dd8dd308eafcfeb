// SPDX-License-Identifier: MIT

import Evdev
import Foundation
import JSON
import Layouts
import Pad
import Simulation
import Testing
import Wire

/// The examples of the documents are right.
struct ExampleTests {
  private static let pages: [Page] = [.command, .layout, .protocol, .readme]

  /// Whole layouts and single controls.
  private static let layouts: [String] = pages.flatMap(\.blocks).map(\.text)
    .filter { $0.contains("bind:") }.map { block in
      block.contains("controls:")
        ? block
        : #"{ name: "example", size: { width: 900, height: 420 }, controls: ["# + block + "] }"
    }

  @Test func thereAreLayouts() {
    #expect(Self.layouts.count > 10)
  }

  @Test(arguments: layouts)
  func layoutsHaveNoErrors(_ layout: String) throws {
    let loaded = try LayoutFile.read(Array(layout.utf8), path: "example", names: .libevdev)
    #expect(loaded.warnings == [])
  }

  /// Lines of the protocol, alone, in a script or quoted for a shell.
  private static let messages: [String] = pages.flatMap(\.blocks).flatMap { block in
    block.text.split(separator: "\n").compactMap { line in
      guard let start = line.range(of: #"{"t"#)?.lowerBound,
        let end = line.lastIndex(of: "}"), !line.contains("json.dumps")
      else { return nil }
      return String(line[start...end])
    }
  }

  @Test func thereAreMessages() {
    #expect(Self.messages.count > 20)
  }

  @Test(arguments: messages)
  func messagesAreThoseOfTheProtocol(_ message: String) throws {
    let node = try JSONNode(parsing: Array(message.utf8).span)
    guard case .object(let members) = node.value,
      case .string(let type)? = members.first(where: { $0.name == "type" })?.node.value
    else {
      Issue.record("no type")
      return
    }
    if Vocabulary.client.contains(type) && members.count > 1 || type == "bye" {
      var decoder = Decoder()
      _ = try decoder.decode(Array(message.utf8).span)
    } else if Vocabulary.requests.contains(type) {
      _ = try Request(Array(message.utf8).span)
    } else {
      #expect((Vocabulary.client + Vocabulary.daemon).contains(type))
    }
  }

  /// The first layout of the README does what is printed there.
  @Test func theFirstLayoutReportsWhatTheReadmeSays() throws {
    let blocks = Page.readme.blocks
    let index = try #require(blocks.firstIndex { $0.text.contains("simulate first.json5") })
    let layout = try #require(blocks.first { $0.kind == "json5" })
    let script = blocks[index].text.split(separator: "\n").filter { $0.hasPrefix("{") }
    var reported: [UInt8] = []
    var simulation = Simulation(
      try LayoutFile.read(Array(layout.text.utf8), path: "first.json5", names: .libevdev),
      wantsFeedback: false,
      find: { (name) throws(LayoutError) in
        throw .unknown(name, meant: nil, known: [])
      }, names: .libevdev,
      report: { time, report in
        guard case .batch(let device, let events) = report else { return }
        for event in events { TraceLine.append(event, from: device, at: time, to: &reported) }
      })
    for line in script { try simulation.run(Array(line.utf8).span) }
    simulation.finish(until: simulation.now)
    #expect(String(decoding: reported, as: UTF8.self) == blocks[index + 1].text)
  }
}
