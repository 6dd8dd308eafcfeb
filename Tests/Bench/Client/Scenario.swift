// SPDX-License-Identifier: MIT

/// What the fingers do.
struct Scenario {
  var name: String
  var wantsFeedback: Bool
  /// Before the first message: a line with the fingers that land.
  var landing: String
  /// Bytes of batches, and lines, that the landing is answered with.
  var landed: (batchBytes: Int, lines: Int)
  /// Messages that are sent over and over; all of one length, each with a batch of `batchBytes`.
  var messages: [String]
  var batchBytes = 72
  /// Lines for the client with each message, from the daemon and from the floor.
  var lines: Int

  /// Axis x, axis y, end of the batch: 24 bytes each.
  static let event = 24

  static func line(_ touches: String...) -> String {
    "{\"type\":\"touch\",\"touches\":[\(touches.joined(separator: ","))]}\n"
  }

  static func touch(_ id: Int, _ phase: String, _ x: Int, _ y: Int) -> String {
    "{\"id\":\(id),\"phase\":\"\(phase)\",\"x\":\(x / 100).\(hundredths(x)),"
      + "\"y\":\(y / 100).\(hundredths(y))}"
  }

  private static func hundredths(_ value: Int) -> String {
    value % 100 < 10 ? "0\(value % 100)" : "\(value % 100)"
  }

  /// Places on the stick, all beyond its dead zone, none on an axis, in hundredths of a unit.
  private static let stick: [(x: Int, y: Int)] = (0..<64).map { step in
    (x: 12031 + step * 97 % 4100, y: 24057 - step * 61 % 3900)
  }

  /// One thumb on a stick.
  static func stick(wantsFeedback: Bool) -> Scenario {
    Scenario(
      name: "stick", wantsFeedback: wantsFeedback,
      landing: line(touch(1, "began", 10650, 28675)), landed: (0, 0),
      messages: stick.map { line(touch(1, "moved", $0.x, $0.y)) }, lines: wantsFeedback ? 1 : 0)
  }

  /// Two thumbs: one on a stick, one that stays north on a pad.
  static func stickAndPad(wantsFeedback: Bool) -> Scenario {
    Scenario(
      name: "stick and pad", wantsFeedback: wantsFeedback,
      landing: line(touch(1, "began", 10650, 28675), touch(2, "began", 28350, 28125)),
      landed: (2 * event, wantsFeedback ? 2 : 0),
      messages: stick.enumerated().map { index, place in
        line(
          touch(1, "moved", place.x, place.y),
          touch(2, "moved", 27950 + index * 7 % 800, 28050 + index * 5 % 300))
      }, lines: wantsFeedback ? 1 : 0)
  }

  /// One thumb that turns a pad from north to east and back. A game has to see each turn, so that
  /// the gates let out one in 35 ms at most.
  static func padTurn(wantsFeedback: Bool) -> Scenario {
    Scenario(
      name: "pad, turned", wantsFeedback: wantsFeedback,
      landing: line(touch(2, "began", 28350, 28125)), landed: (2 * event, wantsFeedback ? 2 : 0),
      messages: [
        line(touch(2, "moved", 33925, 33275)), line(touch(2, "moved", 28350, 28125)),
      ], lines: wantsFeedback ? 2 : 0)
  }

  /// Lands the fingers on a server.
  func begin(_ server: Server) {
    server.exchange(Array(landing.utf8), batchBytes: landed.batchBytes, lines: landed.lines)
  }
}
