// SPDX-License-Identifier: MIT

/// How often somebody may connect: each address for itself, so that one that never stops does not
/// use up what there is for all.
struct Arrivals {
  private var addresses: [String: Allowance] = [:]

  var count: Int { addresses.count }

  /// So many addresses are remembered.
  private static let limit = 256

  /// Whether one more may come from an address.
  mutating func take(from address: String, at now: Double) -> Bool {
    if addresses.count >= Self.limit && addresses[address] == nil {
      addresses = addresses.filter { !$0.value.isWhole(at: now) }
      // Who has that many addresses gets around this, but not around the limit for all.
      if addresses.count >= Self.limit { addresses.removeAll() }
    }
    return addresses[address, default: Allowance(rate: 50, burst: 100, at: now)].take(1, at: now)
  }
}
