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
