// SPDX-License-Identifier: MIT

import CSystemd
import Pad

/// The tokens by which clients come back to their player: one a welcome, good once, and only for
/// the user who got it. Keep them out of logs.
struct Tokens {
  private struct Token {
    var text: String
    var user: UInt32
    /// nil while its session plays.
    var until: Instant?

    func isGood(at now: Instant) -> Bool { until.map { $0 > now } ?? true }
  }

  private var tokens: [Token] = []

  /// So many are kept.
  static let limit = 64

  /// Whether somebody can come back, or plays.
  func areGood(at now: Instant) -> Bool { tokens.contains { $0.isGood(at: now) } }

  /// A new one, of 128 random bits.
  mutating func make(for user: UInt32) -> String {
    var id = sd_id128_t()
    sd_id128_randomize(&id)
    var text = [CChar](repeating: 0, count: 33)
    sd_id128_to_string(id, &text)
    let token = String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    tokens.append(Token(text: token, user: user))
    if tokens.count > Self.limit { tokens.remove(at: tokens.firstIndex { $0.until != nil } ?? 0) }
    return token
  }

  func contains(_ text: String, of user: UInt32, at now: Instant) -> Bool {
    tokens.contains { $0.text == text && $0.user == user && $0.isGood(at: now) }
  }

  /// Spends a token.
  mutating func remove(_ text: String) {
    tokens.removeAll { $0.text == text }
  }

  /// Its session has ended: the token is good until then, or (nil) no more.
  mutating func leave(_ text: String, until: Instant?) {
    guard let until else { return remove(text) }
    for index in tokens.indices where tokens[index].text == text { tokens[index].until = until }
  }

  mutating func removeAll() {
    tokens.removeAll()
  }
}
