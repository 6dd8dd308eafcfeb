// SPDX-License-Identifier: MIT

import COpenSSL

/// Whether two texts are the same, in a time that does not tell where they differ.
func isSame(_ text: String, _ other: String) -> Bool { isSame(Array(text.utf8), Array(other.utf8)) }

/// Whether bytes are the same, in a time that does not tell where they differ.
func isSame(_ bytes: [UInt8], _ other: [UInt8]) -> Bool {
  bytes.count == other.count && CRYPTO_memcmp(bytes, other, bytes.count) == 0
}

/// The SHA-256 of a key, which is all that is kept of it.
func hash(_ key: String) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
  SHA256(Array(key.utf8), key.utf8.count, &digest)
  return digest
}

enum Secrets {
  /// Random bytes in base64url (RFC 4648, 5) without padding.
  static func token(bytes count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var rest: UInt32 = 0
    var bits = 0
    for byte in random(count) {
      rest = rest << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(rest >> UInt32(bits) & 63)])
      }
      rest &= 255
    }
    if bits > 0 { text.append(letters[Int(rest << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// A new key of a phone: 256 random bits.
  static func key() -> String { token(bytes: 32) }

  static func offer() -> Pairing.Offer {
    // The standard library's generator is the system's, and takes every number for as likely.
    let number = Int.random(in: 0..<1_000_000)
    let digits = String(number)
    return Pairing.Offer(
      secret: token(bytes: 16), code: String(repeating: "0", count: 6 - digits.count) + digits)
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
