// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Simulation
import Testing

/// Random fingers and tilting on every layout there is: whatever they do, leaving lets go of everything, no
/// key is ever pressed twice, and every press lasts.
struct RandomTouchTests {
  private struct Generator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// A script of `count` lines and a bye; times go on by 0 to 60 ms, and now and then by a second.
  private static func script(_ seed: UInt64, _ count: Int, size: Size) -> [String] {
    var random = Generator(state: seed &* 2_654_435_761 &+ 12_345)
    var time = 0
    var lines: [String] = []
    for _ in 0..<count {
      time += random.next(10) == 0 ? 1_000_000 : random.next(60_000)
      let seconds = Double(time) / 1e6
      switch random.next(40) {
      case 0: lines.append(#"{"t":\#(seconds),"type":"reset"}"#)
      case 1: lines.append(#"{"t":\#(seconds),"type":"cancel"}"#)
      case 2:
        let name = BuiltInLayouts.names[random.next(BuiltInLayouts.names.count)]
        lines.append(#"{"t":\#(seconds),"type":"layout","name":"\#(name)"}"#)
      case 3..<8:
        let numbers = (0..<6).map { _ in Double(random.next(400) - 200) / 10 }
        lines.append(
          #"{"t":\#(seconds),"type":"motion","gyro":\#(numbers[..<3]),"accel":\#(numbers[3...])}"#)
      default:
        let touches = (0...random.next(3)).map { _ in
          let phase = ["began", "moved", "moved", "ended", "cancelled"][random.next(5)]
          let x = Double(random.next(Int(size.width * 10))) / 10
          let y = Double(random.next(Int(size.height * 10))) / 10
          return #"{"id":\#(random.next(5)),"phase":"\#(phase)","x":\#(x),"y":\#(y)}"#
        }
        let live = random.next(12) == 0 ? #","live":[0,1]"# : ""
        lines.append(
          #"{"t":\#(seconds),"type":"touch","touches":[\#(touches.joined(separator: ","))]\#(live)}"#
        )
      }
    }
    return lines + [#"{"t":\#(Double(time) / 1e6),"type":"bye"}"#]
  }

  /// The built-in layouts, and those of the traces.
  private static let layouts: [LoadedLayout] = {
    let search = LayoutSearch(directories: [])
    let builtIn = BuiltInLayouts.names.map { try! search.layout(named: $0, names: .libevdev) }
    return builtIn + Trace.all.map { try! $0.load() }
  }()

  @Test(arguments: 0..<4)
  func everythingIsReleasedInTheEnd(_ seed: Int) throws {
    for (index, layout) in Self.layouts.enumerated() {
      let script = Self.script(
        UInt64(seed * 1000 + index), 120, size: layout.layout.size)
      let transcript = try Simulation.play(script, on: layout)
      try #require(transcript.held == [], "layout \(layout.layout.name), seed \(seed)")
      try Self.checkKeys(transcript.events, "layout \(layout.layout.name), seed \(seed)")
    }
  }

  /// A key goes 0, 1, 0, 1 … with value 2 only while it is down.
  private static func checkKeys(_ events: [String], _ comment: Comment) throws {
    var down: Set<String> = []
    for event in events where event.contains("EV_KEY") {
      let words = event.split(separator: " ")
      let key = "\(words[1]) \(words[3])"
      switch words[4] {
      case "1": try #require(down.insert(key).inserted, comment)
      case "0": try #require(down.remove(key) != nil, comment)
      default: try #require(down.contains(key), comment)
      }
    }
  }
}
