// SPDX-License-Identifier: MIT

import Evdev
import Pad

/// What the next daemon has to know of a player.
struct Recollection: Equatable {
  /// The player's.
  var number: Int
  var origin: LayoutOrigin
  /// Who played last, or does.
  var client: Client?
  var tokens: [Tokens.Remembered]
}

extension Recollection {
  /// All players' as the record of a `MemoryFile`. `layouts` that clients have sent may be left out.
  static func record(_ players: [Recollection], layouts: Bool) -> [UInt8] {
    var writer = RecordWriter()
    writer.put(UInt16(players.count))
    for player in players { player.write(to: &writer, layouts) }
    return writer.bytes
  }

  private func write(to writer: inout RecordWriter, _ layouts: Bool) {
    writer.put(UInt8(number))
    switch origin {
    case .named(let name):
      writer.put(UInt8(1))
      writer.put(name.utf8)
    case .sent(let json) where layouts:
      writer.put(UInt8(2))
      writer.put(json)
    case .start, .sent: writer.put(UInt8(0))
    }
    if let client {
      writer.put(UInt8(SocketKind.allCases.firstIndex(of: client.kind)! + 1))
      writer.put(client.user)
      writer.put(client.name.utf8)
    } else {
      writer.put(UInt8(0))
    }
    writer.put(UInt16(tokens.count))
    for token in tokens {
      writer.put(token.user)
      writer.put(token.until?.microseconds ?? Int64.max)
      writer.put(UInt16(token.hashes.count))
      for hash in token.hashes {
        writer.put(hash.high)
        writer.put(hash.low)
      }
    }
  }

  /// What a record says; nil where that makes no sense. None has none.
  static func players(_ record: [UInt8]) -> [Recollection]? {
    guard !record.isEmpty else { return [] }
    var reader = RecordReader(record)
    var players: [Recollection] = []
    do {
      for _ in 0..<(try reader.count(upTo: Configuration.playerLimit)) {
        players.append(try Recollection(&reader))
      }
    } catch {
      return nil
    }
    return reader.isAtEnd ? players : nil
  }

  private init(_ reader: inout RecordReader) throws(RecordReader.Surprise) {
    number = Int(try reader.number(UInt8.self))
    switch try reader.number(UInt8.self) {
    case 0: origin = .start
    case 1: origin = .named(try reader.text())
    case 2: origin = .sent(try reader.bytes())
    default: throw RecordReader.Surprise()
    }
    let kind = Int(try reader.number(UInt8.self))
    if kind > 0 {
      guard kind <= SocketKind.allCases.count else { throw RecordReader.Surprise() }
      var client = Client(
        user: try reader.number(UInt32.self), kind: SocketKind.allCases[kind - 1])
      client.call(try reader.text())
      self.client = client
    }
    tokens = []
    for _ in 0..<(try reader.count(upTo: Tokens.limit)) {
      let user = try reader.number(UInt32.self)
      let until = try reader.number(Int64.self)
      var hashes: [TokenHash] = []
      for _ in 0..<(try reader.count(upTo: 2)) {
        hashes.append(
          TokenHash(
            high: try reader.number(UInt64.self), low: try reader.number(UInt64.self)))
      }
      tokens.append(
        Tokens.Remembered(
          user: user, until: until == Int64.max ? nil : Instant(microseconds: until),
          hashes: hashes))
    }
  }
}
