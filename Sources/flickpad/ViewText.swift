// SPDX-License-Identifier: MIT

import Glibc
import JSON
import Service
import Writing

/// A `view` line of the daemon as text.
struct ViewText {
  private let view: JSONNode
  private let text: [UInt8]

  init(_ view: JSONNode, in text: [UInt8]) {
    self.view = view
    self.text = text
  }

  /// Without ends; nothing that a client or a layout says can control a terminal.
  var lines: [String] {
    var lines = PlayerText.lines(view, in: text)
    lines += section("touches", touches) + section("axes", axes)
    lines += section(
      "latency of \(view.number("batches")) batches, \(view.number("events")) events", latency)
    return (lines + section("controls", controls)).map(Log.printable)
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  " + $0 }
  }

  private var touches: [String] {
    view.list("touches").map { touch in
      let control = touch.string("control")
      return "\(touch.digits("id", in: text)) of session \(touch.number("session")) at "
        + "\(decimals(touch, "x")), \(decimals(touch, "y"))"
        + (control.isEmpty ? "" : " -> \(control)")
    }
  }

  private var controls: [String] {
    guard case .object(let members)? = view["state"]?.value else { return [] }
    return members.map { member in
      guard case .object(let fields) = member.node.value else { return member.name }
      return padded(member.name, 14)
        + fields.map { "\($0.name) \(told($0.node))" }.joined(separator: ", ")
    }
  }

  private func told(_ node: JSONNode) -> String {
    switch node.value {
    case .bool(let flag): return flag ? "yes" : "no"
    case .number(let number): return Self.decimals(number)
    case .string(let text): return text
    case .array(let elements):
      return elements.isEmpty ? "none" : elements.map(told).joined(separator: " ")
    case .null, .object: return ""
    }
  }

  // MARK: Gauges

  private static let width = 41

  private var axes: [String] {
    view.list("axes").map { axis in
      let low = axis.number("minimum")
      let high = axis.number("maximum")
      let value = axis.number("value")
      var gauge = [Character](repeating: "-", count: Self.width)
      func place(_ value: Int) -> Int {
        let way = Double(max(low, min(high, value)) - low) / Double(max(1, high - low))
        return Int((way * Double(Self.width - 1)).rounded())
      }
      gauge[place(low < 0 ? 0 : low)] = "|"
      gauge[place(value)] = "*"
      return padded(axis.string("code"), 14) + "[" + String(gauge) + "] \(value)"
    }
  }

  /// A bar for each span of time from the shortest to the longest that there was.
  private var latency: [String] {
    let counts = view.list("latency").map(Self.whole)
    let bounds = view.list("bounds").map(Self.whole)
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 }), counts.count == bounds.count + 1
    else { return [] }
    let most = counts.max() ?? 1
    return (first...last).map { index in
      let span = index < bounds.count ? "under \(Self.time(bounds[index]))" : "longer"
      let bar = String(repeating: "#", count: (counts[index] * Self.width + most - 1) / most)
      return padded(span, 14) + padded("\(counts[index])", 9) + bar
    } + ["longest \(Self.time(view.number("longest")))"]
  }

  private static func whole(_ node: JSONNode) -> Int {
    if case .number(let number) = node.value { Int(number) } else { 0 }
  }

  private static func time(_ microseconds: Int) -> String {
    microseconds < 1000 ? "\(microseconds) us" : decimals(Double(microseconds) / 1000) + " ms"
  }

  private func decimals(_ node: JSONNode, _ name: String) -> String {
    if case .number(let number)? = node[name]?.value { Self.decimals(number) } else { "" }
  }

  /// At most two decimals.
  private static func decimals(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
