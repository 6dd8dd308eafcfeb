// SPDX-License-Identifier: MIT

import Evdev
import Foundation
import Layouts
import Pad
import Simulation
import Testing

/// A scenario: touches in, events out. A file has a comment that says what is shown, and blocks
/// that begin with the lines `layout`, `script`, `events` and, where it matters, `feedback`.
struct Trace: CustomTestStringConvertible {
  var name: String
  var layout: [UInt8]
  var script: [String]
  var events: [String]
  /// What the client is told: a time and a JSON object a line.
  var feedback: [String]?

  var testDescription: String { name }

  init(_ file: URL) throws {
    name = file.deletingPathExtension().lastPathComponent
    var blocks: [String: [String]] = [:]
    var block = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if ["layout", "script", "events", "feedback"].contains(line) {
        block = String(line)
        blocks[block] = []
      } else {
        blocks[block, default: []].append(String(line))
      }
    }
    layout = Array((blocks["layout"] ?? []).joined(separator: "\n").utf8)
    script = blocks["script"] ?? []
    events = blocks["events"] ?? []
    feedback = blocks["feedback"]
  }

  /// Every trace of the project.
  static let all: [Trace] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Traces").standardizedFileURL
    let files = try! FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return files.filter { $0.pathExtension == "trace" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }.map { try! Trace($0) }
  }()

  func load() throws -> LoadedLayout {
    try LayoutFile.read(layout, path: name + ".json5", names: .libevdev)
  }
}

/// What a simulation reported, as text.
final class Transcript {
  var events: [String] = []
  var feedback: [String] = []
  /// What each device was told last of each key and axis.
  var state: [String: Int32] = [:]

  func note(_ report: Simulation.Report, at time: Instant) {
    switch report {
    case .batch(let device, let batch):
      for event in batch {
        var text: [UInt8] = []
        TraceLine.append(event, from: device, at: time, to: &text)
        events.append(String(decoding: text.dropLast(), as: UTF8.self))
        if event.type == 1 || event.type == 3 {
          state["\(device.name) \(event.type) \(event.code)"] = event.value
        }
      }
    case .feedback(let line):
      var text: [UInt8] = []
      TraceLine.append(seconds: time, to: &text)
      feedback.append(
        String(decoding: text, as: UTF8.self) + " " + String(decoding: line, as: UTF8.self))
    case .barred: break
    }
  }

  /// Keys that are down, and axes away from rest.
  var held: [String] {
    state.filter { key, value in
      let parts = key.split(separator: " ")
      let rest = parts[1] == "3" ? Code.abs(UInt16(parts[2])!).rest : 0
      return value != rest
    }.keys.sorted()
  }
}

extension Simulation {
  /// Runs a script over a layout and gives back what was reported.
  static func play(
    _ script: [String], on layout: LoadedLayout, feedback: Bool = false, until: Instant? = nil
  ) throws -> Transcript {
    let transcript = Transcript()
    var simulation = Simulation(
      layout, wantsFeedback: feedback,
      find: { (name) throws(LayoutError) in
        try LayoutSearch(directories: []).layout(named: name, names: .libevdev)
      }, names: .libevdev, report: { transcript.note($1, at: $0) })
    for line in script { try simulation.run(Array(line.utf8).span) }
    simulation.finish(until: until ?? simulation.now + Interval(seconds: 10))
    return transcript
  }
}
