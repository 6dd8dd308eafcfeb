// SPDX-License-Identifier: MIT

import CSystemd

/// What is remembered of a token: enough to know it again, and not to make it. A keyed hash (HMAC of
/// SHA-256), since 128 random bits cannot be tried out; the key is the machine's id.
struct TokenHash: Equatable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil where the text is no token, or this machine has no id (machine-id(5)): then there is no
  /// systemd either that would keep it.
  init?(_ token: String) {
    guard token.utf8.count == 32 else { return nil }
    var id = sd_id128_t()
    var hash = sd_id128_t()
    guard sd_id128_from_string(token, &id) == 0,
      sd_id128_get_machine_app_specific(id, &hash) == 0
    else { return nil }
    (high, low) = (hash.qwords.0, hash.qwords.1)
  }
}
