// SPDX-License-Identifier: MIT

import JSON
import Pad

/// What is asked in one line of `admin.sock`. Players are numbered from 1.
public enum Request: Equatable, Sendable {
  /// Who plays as which.
  case players
  /// Exchange those who play as two players.
  case swap(Int, Int)
  /// End the sessions of a player.
  case drop(Int)
  /// Have a player's clients make themselves known.
  case identify(Int)
  /// Tell how a player is doing, now and in intervals, for as long as the connection lasts.
  case watch(Int, every: Interval)

  private static let types: StaticString = "one of players, swap, drop, identify, watch"
  private static let interval: StaticString = "seconds from 0.01 to 60"
  private static let number: StaticString = "a player's number from 1"

  /// Reads a line, given without its end.
  public init(_ line: Span<UInt8>) throws(WireError) {
    do {
      self = try Request.decode(line)
    } catch {
      if let noJSON = Decoder.syntaxError(line) { throw noJSON }
      throw error
    }
  }

  private static func decode(_ line: Span<UInt8>) throws(WireError) -> Request {
    var fields = FieldReader()
    var type: String?
    var player: Int?
    var other: Int?
    var interval = 0.1
    try fields.beginObject("", "an object with a type", line)
    while let name = try fields.nextName(line) {
      if name.equals("type", in: line) {
        if type != nil { throw WireError.typeAgain }
        type = try fields.text("type", types, line).string(in: line)
      } else if name.equals("player", in: line) {
        player = Int(try fields.integer("player", number, in: 1...Int64(Int32.max), line))
      } else if name.equals("with", in: line) {
        other = Int(try fields.integer("with", number, in: 1...Int64(Int32.max), line))
      } else if name.equals("interval", in: line) {
        let start = fields.cursor.offset
        interval = try fields.number("interval", Self.interval, limit: 60, line)
        if interval < 0.01 { throw fields.wrong("interval", Self.interval, line, at: start) }
      } else {
        try fields.skip(line)
      }
    }
    try fields.finish(line)
    guard let type else { throw fields.missing("type", types) }
    if type == "players" { return .players }
    guard ["swap", "drop", "identify", "watch"].contains(type) else {
      throw WireError(.unknownType, "type: want \(types), got \"\(type.prefix(32))\"")
    }
    guard let player else { throw fields.missing("player", number) }
    if type == "drop" { return .drop(player) }
    if type == "identify" { return .identify(player) }
    if type == "watch" { return .watch(player, every: Interval(seconds: interval)) }
    guard let other else { throw fields.missing("with", number) }
    return .swap(player, other)
  }
}
