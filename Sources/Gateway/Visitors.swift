// SPDX-License-Identifier: MIT

/// Everybody who is connected over the network, the first comers first.
struct Visitors {
  private struct Visitor {
    var wsi: OpaquePointer
    var address: String
  }

  private var all: [Visitor] = []

  /// How many can be connected.
  static let limit = 64

  var isFull: Bool { all.count >= Self.limit }

  mutating func add(_ wsi: OpaquePointer, from address: String) {
    all.append(Visitor(wsi: wsi, address: address))
  }

  mutating func remove(_ wsi: OpaquePointer) { all.removeAll { $0.wsi == wsi } }

  /// Whose place a newcomer takes: at the address that has the most strangers, the stranger who has
  /// waited longest. So whoever sends many takes their places, and nobody else's. nil: there is no
  /// stranger.
  func outgoing(isStranger: (OpaquePointer) -> Bool) -> OpaquePointer? {
    let strangers = all.filter { isStranger($0.wsi) }
    let counts = Dictionary(strangers.map { ($0.address, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    return strangers.first { counts[$0.address] == most }?.wsi
  }
}

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
