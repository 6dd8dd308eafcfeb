// SPDX-License-Identifier: MIT

/// A phone that has been paired.
struct Device: Equatable, Sendable {
  /// 1 and up, and never used again in one run.
  var id: Int
  /// What its player calls it.
  var name: String
  /// Of its key.
  var hash: [UInt8]
  /// Whether it may be a keyboard and a mouse, too.
  var isKeyboard = false
  /// Whether it was paired over TLS: its key is good there alone, and is to be kept.
  var isPrivate: Bool
  /// Whether the file of phones has it, so that its key is good after this run of the gateway.
  var isKept = false
  /// When it was paired, in seconds since 1970.
  var added: Int
}
