// SPDX-License-Identifier: MIT

import Glibc

/// Rigs whose phones play as people do: so many messages a second each. They take turns, so that a
/// busy machine is unfair to none.
struct Playing {
  /// Messages a second of a phone.
  static let rate = 120
  /// Of one rig's turn.
  private static let messagesInTurn = 90

  /// Nanoseconds for a batch to come.
  private static let patience: Int64 = 10_000_000_000

  let rigs: [Rig]
  /// Whether the phones of a rig send at the same instant, and not evenly spread.
  var isInStep = false
  var turns = 10

  /// What a rig's messages cost.
  struct Figures {
    /// From the beginning of the write of a message to the end of its batch, in nanoseconds.
    var latencies: [Int64] = []
    /// Nanoseconds of CPU a message, turn by turn.
    var costs: [Double] = []

    var cpu: Double { median(costs) }
  }

  func figures() -> [Figures] {
    var figures = [Figures](repeating: Figures(), count: rigs.count)
    var warming = Figures()
    for rig in rigs { turn(of: rig, &warming) }
    for _ in 0..<turns {
      for index in rigs.indices { turn(of: rigs[index], &figures[index]) }
    }
    return figures
  }

  private func turn(of rig: Rig, _ figures: inout Figures) {
    let phones = rig.phones
    let total = Self.messagesInTurn * phones.count
    let interval = 1_000_000_000 / Int64(Self.rate * phones.count)
    let cpu = rig.cpu
    let start = nanoseconds()
    let answered = figures.latencies.count
    var sent = 0
    while figures.latencies.count - answered < total {
      let before = isInStep ? sent - sent % phones.count : sent
      let left = start + Int64(before) * interval - nanoseconds()
      if sent < total && left <= 0 {
        phones[sent % phones.count].send()
        sent += 1
      } else {
        listen(to: rig, sent < total ? left : Self.patience, &figures.latencies)
      }
    }
    figures.costs.append(Double(rig.cpu - cpu) / Double(total))
  }

  /// Waits so many nanoseconds, or until something comes: batches of this rig, or what servers say to
  /// any phone, for they want answers to their pings.
  private func listen(to rig: Rig, _ nanoseconds: Int64, _ latencies: inout [Int64]) {
    var ready = Descriptors()
    for phone in rig.phones { ready.insert(phone.batches) }
    for other in rigs {
      for phone in other.phones { ready.insert(phone.way.descriptor) }
    }
    let count = ready.wait(nanoseconds)
    expect(count > 0 || nanoseconds < Self.patience, "a batch within ten seconds")
    guard count > 0 else { return }
    for phone in rig.phones where ready.contains(phone.batches) {
      phone.receiveBatches(&latencies)
    }
    for other in rigs {
      for phone in other.phones where ready.contains(phone.way.descriptor) { phone.drain() }
    }
  }
}

/// Descriptors below 1024, to wait for until one can be read: to the nanosecond, which is more than
/// poll(2) knows.
private struct Descriptors {
  private var set = fd_set()
  private var end: Int32 = 0

  mutating func insert(_ descriptor: Int32) {
    expect(descriptor < 1024, "descriptors below 1024")
    withUnsafeMutableBytes(of: &set) { $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }
    end = max(end, descriptor + 1)
  }

  func contains(_ descriptor: Int32) -> Bool {
    withUnsafeBytes(of: set) { $0[Int(descriptor) / 8] & 1 << UInt8(descriptor % 8) != 0 }
  }

  /// Leaves those that can be read; how many these are.
  mutating func wait(_ nanoseconds: Int64) -> Int32 {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    let count = pselect(end, &set, nil, nil, &time, nil)
    expect(count >= 0, "pselect")
    return count
  }
}
