// SPDX-License-Identifier: MIT

import CSystemd
import Pad

/// The tokens by which clients come back to their player: one a welcome, good once, and only for
/// the user who got it. Keep them out of logs.
struct Tokens {
  private struct Token {
    enum Key {
      case text(String)
      /// An earlier daemon gave it out; where there are two, nobody knows whether the client has
      /// heard of the newer one.
      case hashes([TokenHash])
    }

    let key: Key
    let user: UInt32
    /// nil while its session plays.
    var until: Instant?
    /// The one that its session came back with, for the next daemon: until the client has had its
    /// welcome it knows no other.
    var predecessor: TokenHash?

    func isGood(at now: Instant) -> Bool { until.map { $0 > now } ?? true }

    func isMeant(by text: String) -> Bool {
      switch key {
      case .text(let own): own == text
      case .hashes(let hashes): TokenHash(text).map(hashes.contains) ?? false
      }
    }
  }

  /// What the next daemon is told of a token.
  struct Remembered: Equatable {
    var user: UInt32
    /// nil while its session plays.
    var until: Instant?
    /// One or two.
    var hashes: [TokenHash]
  }

  private var tokens: [Token] = []

  /// So many are kept.
  static let limit = 64

  init() {}

  /// Those of an earlier daemon, whose sessions have all ended: they are good for `grace` at most.
  init(_ remembered: [Remembered], at now: Instant, grace: Interval) {
    let latest = now + grace
    tokens = remembered.prefix(Self.limit).compactMap { token in
      let until = min(token.until ?? latest, latest)
      guard until > now else { return nil }
      return Token(key: .hashes(token.hashes), user: token.user, until: until)
    }
  }

  /// What the next daemon has to know, but of those whose client does not know them.
  func remembered(except unknown: [String]) -> [Remembered] {
    tokens.compactMap { token in
      let hashes: [TokenHash] =
        switch token.key {
        case .text(let text):
          unknown.contains(text) ? [] : [TokenHash(text), token.predecessor].compactMap { $0 }
        case .hashes(let hashes): hashes
        }
      return hashes.isEmpty
        ? nil : Remembered(user: token.user, until: token.until, hashes: hashes)
    }
  }

  /// Whether somebody can come back, or plays.
  func areGood(at now: Instant) -> Bool { tokens.contains { $0.isGood(at: now) } }

  /// When the last one is over that nobody plays with.
  var end: Instant? { tokens.compactMap(\.until).max() }

  /// A new one, of 128 random bits, for one who came back with another.
  mutating func make(for user: UInt32, after predecessor: String? = nil) -> String {
    var id = sd_id128_t()
    sd_id128_randomize(&id)
    var text = [CChar](repeating: 0, count: 33)
    sd_id128_to_string(id, &text)
    let token = String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    tokens.append(
      Token(
        key: .text(token), user: user, predecessor: predecessor.flatMap { TokenHash($0) }))
    if tokens.count > Self.limit { tokens.remove(at: tokens.firstIndex { $0.until != nil } ?? 0) }
    return token
  }

  func contains(_ text: String, of user: UInt32, at now: Instant) -> Bool {
    tokens.contains { $0.user == user && $0.isGood(at: now) && $0.isMeant(by: text) }
  }

  /// Spends a token.
  mutating func remove(_ text: String) {
    tokens.removeAll { $0.isMeant(by: text) }
  }

  /// Its session has ended: the token is good until then, or (nil) no more.
  mutating func leave(_ text: String, until: Instant?) {
    guard let until else { return remove(text) }
    for index in tokens.indices where tokens[index].isMeant(by: text) {
      tokens[index].until = until
    }
  }

  mutating func removeAll() {
    tokens.removeAll()
  }
}
