// SPDX-License-Identifier: MIT

/// A picture of growth, in SVG: clients across, doubling from mark to mark, and microseconds up.
struct Plot {
  private let growth: Growth
  private let width = 760.0
  private let height = 440.0
  private let left = 70.0
  private let right = 20.0
  private let top = 78.0
  private let bottom = 62.0
  /// Microseconds at the top.
  private let most: Double
  private let step: Double

  init(_ growth: Growth) {
    self.growth = growth
    let highest = growth.points.flatMap {
      [Self.band($0.playing).high, Self.band($0.resting).high]
    }
    .max()!
    step = [0.5, 1, 2, 5, 10, 20, 50].first { highest / $0 <= 8 } ?? 100
    most = (highest / step).rounded(.up) * step
  }

  /// The middle half of the rounds, and their median, in microseconds.
  private static func band(_ rounds: [Double]) -> (low: Double, middle: Double, high: Double) {
    let sorted = rounds.sorted().map { $0 / 1000 }
    return (sorted[sorted.count / 4], median(sorted), sorted[sorted.count * 3 / 4])
  }

  private func x(_ clients: Int) -> Double {
    let last = logarithm(growth.points.last!.clients)
    return left + 10 + (width - left - right - 40) * (last > 0 ? logarithm(clients) / last : 0)
  }

  /// To the base 2.
  private func logarithm(_ value: Int) -> Double {
    var whole = 0
    while 2 << whole <= value { whole += 1 }
    // Between two marks a line is near enough.
    return Double(whole) + Double(value - 1 << whole) / Double(1 << whole)
  }

  private func y(_ microseconds: Double) -> Double {
    height - bottom - (height - top - bottom) * microseconds / most
  }

  // MARK: Elements

  private func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: String = "start", size: Int = 13,
    more: String = ""
  ) -> String {
    "<text x=\"\(tenths(x))\" y=\"\(tenths(y))\" text-anchor=\"\(anchor)\" font-size=\"\(size)\" "
      + "\(more)>\(text)</text>\n"
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ look: String
  ) -> String {
    "<line x1=\"\(tenths(x1))\" y1=\"\(tenths(y1))\" x2=\"\(tenths(x2))\" y2=\"\(tenths(y2))\" "
      + "\(look)/>\n"
  }

  private func series(_ rounds: KeyPath<Growth.Point, [Double]>, _ colour: String) -> String {
    let places = growth.points.map { (x($0.clients), Self.band($0[keyPath: rounds])) }
    let corners =
      places.map { "\(tenths($0.0)),\(tenths(y($0.1.high)))" }
      + places.reversed().map { "\(tenths($0.0)),\(tenths(y($0.1.low)))" }
    let medians = places.map { "\(tenths($0.0)),\(tenths(y($0.1.middle)))" }
    let dots = places.map {
      "<circle cx=\"\(tenths($0.0))\" cy=\"\(tenths(y($0.1.middle)))\" r=\"4\" fill=\"\(colour)\"/>\n"
    }
    return "<polygon points=\"\(corners.joined(separator: " "))\" fill=\"\(colour)\" "
      + "fill-opacity=\"0.15\"/>\n<polyline points=\"\(medians.joined(separator: " "))\" "
      + "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>\n" + dots.joined()
  }

  private func key(_ words: String, _ colour: String, _ x: Double) -> String {
    line(x, 53, x + 24, 53, "stroke=\"\(colour)\" stroke-width=\"2\"")
      + "<circle cx=\"\(tenths(x + 12))\" cy=\"53\" r=\"4\" fill=\"\(colour)\"/>\n"
      + text(words, x + 32, 57.5)
  }

  /// The whole file.
  var svg: String {
    let grey = "#d8d8d8"
    let playing = "#0b62b8"
    let resting = "#b35a00"
    var body = text("What a touch message costs the daemon as clients grow", left, 28, size: 17)
    body += key("all clients play, in turn", playing, left)
    body += key("one plays, the others are connected", resting, left + 240)
    var mark = 0.0
    while mark <= most + step / 2 {
      body += line(left, y(mark), width - right, y(mark), "stroke=\"\(grey)\"")
      body += text(step < 1 ? tenths(mark) : "\(Int(mark))", left - 8, y(mark) + 4.5, "end")
      mark += step
    }
    for point in growth.points {
      let x = x(point.clients)
      body += line(x, y(0), x, y(0) + 5, "stroke=\"#555555\"")
      body += text("\(point.clients)", x, y(0) + 20, "middle")
    }
    if growth.points.last!.clients > Crowd.players {
      let x = x(Crowd.players)
      body += line(x, y(0), x, y(most), "stroke=\"#888888\" stroke-dasharray=\"4 4\"")
      body += text("\(Crowd.players) players; more clients share them", x + 6, y(0) - 8, size: 12)
    }
    body += line(left, y(0), width - right, y(0), "stroke=\"#555555\"")
    body += series(\.resting, resting) + series(\.playing, playing)
    body += text("clients, doubling", (left + width - right) / 2, height - 14, "middle")
    body += text(
      "CPU time a message, µs (median, middle half)", 0, 0, "middle",
      more: "transform=\"translate(20 \(tenths((y(0) + y(most)) / 2))) rotate(-90)\"")
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Int(width))\" "
      + "height=\"\(Int(height))\" viewBox=\"0 0 \(Int(width)) \(Int(height))\" "
      + "font-family=\"sans-serif\" fill=\"#222222\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\(body)</svg>\n"
  }
}
