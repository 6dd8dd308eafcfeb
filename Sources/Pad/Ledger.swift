// SPDX-License-Identifier: MIT

/// What a player's devices are wanted to report, and what they last did.
///
/// Bindings and amounts change what is wanted; `close` writes the difference to a batch: each code
/// and axis at the place of its first change within the cause, with the value it has at the end.
struct Ledger: ~Copyable, Sendable {
  /// Who wants an axis: a binding's atom, or an amount.
  struct Claimant: Equatable {
    var number: Int
  }

  private struct Claim {
    var axis: UInt16
    var claimant: Claimant
    var value: Int32
  }

  private struct Key {
    /// How many bindings hold the code.
    var holders: UInt32 = 0
    /// Whether the device was last told that the code is down.
    var isReported = false
    /// Held, but never let out: it would have completed a forbidden chord.
    var isBarred = false
    /// The last cause in which it changed, and the last in which it repeated.
    var changed: UInt64 = 0
    var repeated: UInt64 = 0
  }

  private struct Axis {
    var reported: Int32
    var wanted: Int32
    var changed: UInt64 = 0
  }

  private enum Entry {
    case key(UInt16)
    case `repeat`(UInt16)
    case axis(UInt16)
    case rel(Code, Int32)
  }

  private var keys = UniqueArray(repeating: Key(), count: Code.keyCount)
  private var axes = UniqueArray<Axis>(capacity: Code.absCount)
  /// In the order in which they were made; the last of an axis has it.
  private var claims = UniqueArray<Claim>(capacity: 16)
  private var entries = UniqueArray<Entry>(capacity: 64)
  /// REL events that end their device's batch, one a code.
  private var late = UniqueArray<(code: Code, value: Int32)>(capacity: 8)
  private var cause: UInt64 = 1
  /// How many codes have holders.
  private var heldCount = 0
  /// What is down of the chord that may never be whole, as last reported.
  private(set) var chord: Chord = []
  /// What other players have down of it.
  var chordElsewhere: Chord = []

  init() {
    for number in 0..<Code.absCount {
      let rest = Code.abs(UInt16(number)).rest
      axes.append(Axis(reported: rest, wanted: rest))
    }
  }

  // MARK: What is wanted

  mutating func press(_ code: Code) {
    let number = Int(code.number)
    keys[number].holders += 1
    if keys[number].holders == 1 {
      heldCount += 1
      keyChanged(number)
    }
  }

  mutating func release(_ code: Code) {
    let number = Int(code.number)
    keys[number].holders -= 1
    if keys[number].holders == 0 { letGo(number) }
  }

  /// Nobody holds the code any more.
  private mutating func letGo(_ number: Int) {
    heldCount -= 1
    keys[number].isBarred = false
    keyChanged(number)
  }

  /// Sends value 2 for a key that is down, at most once a cause.
  mutating func repeatKey(_ code: Code) {
    let number = Int(code.number)
    guard keys[number].repeated != cause else { return }
    keys[number].repeated = cause
    entries.append(.repeat(code.number))
  }

  /// Puts the axis where `claimant` wants it, over whoever wanted it before.
  mutating func claim(_ axis: Code, _ value: Int32, by claimant: Claimant) {
    claims.append(Claim(axis: axis.number, claimant: claimant, value: value))
    axisWanted(axis.number, value)
  }

  /// Gives the axis back to whoever wanted it before.
  mutating func unclaim(_ axis: Code, by claimant: Claimant) {
    guard
      let index = claims.lastIndex(where: {
        $0.axis == axis.number && $0.claimant == claimant
      })
    else { return }
    claims.remove(at: index)
    settle(axis.number, rest: axis.rest)
  }

  /// An amount wants its axis while its value is not the axis' rest; a change keeps its place.
  mutating func set(_ amount: Amount, _ value: Int32) {
    let axis = amount.code.number
    // Most often nobody else wants the axis, and it stays wanted.
    if value != amount.rest, let last = claims.lastIndex(where: { $0.axis == axis }),
      claims[last].claimant == amount.claimant
    {
      claims[last].value = value
      return axisWanted(axis, value)
    }
    let index = claims.lastIndex { $0.axis == axis && $0.claimant == amount.claimant }
    switch (index, value == amount.rest) {
    case (nil, true): return
    case (nil, false): claims.append(Claim(axis: axis, claimant: amount.claimant, value: value))
    case (let index?, true): claims.remove(at: index)
    case (let index?, false): claims[index].value = value
    }
    settle(axis, rest: amount.rest)
  }

  /// Sends a relative event.
  mutating func send(_ code: Code, _ value: Int32) {
    guard value != 0 else { return }
    entries.append(.rel(code, value))
  }

  /// Adds to the one event of a relative code that ends its device's batch.
  mutating func sendLast(_ code: Code, _ value: Int32) {
    if let index = late.firstIndex(where: { $0.code == code }) {
      late[index].value += value
    } else {
      late.append((code, value))
    }
  }

  /// Lets go of everything at once.
  mutating func releaseAll() {
    for number in keys.indices where keys[number].holders > 0 {
      keys[number].holders = 0
      letGo(number)
    }
    claims.removeAll()
    for number in axes.indices { axisWanted(UInt16(number), Code.abs(UInt16(number)).rest) }
  }

  /// Whether anybody holds or wants anything.
  var isHolding: Bool { heldCount > 0 || !claims.isEmpty }

  /// Sets right what is held against what should be, and gives the codes that were wrong.
  ///
  /// - Parameters:
  ///   - holders: how often each key is held, by its number.
  ///   - claimants: the numbers of those who may have a claim.
  mutating func correct(holders: [UInt32], claimants: Set<Int>) -> [Code] {
    var wrong: [Code] = []
    for number in keys.indices where keys[number].holders > holders[number] {
      keys[number].holders = holders[number]
      wrong.append(.key(UInt16(number)))
      if holders[number] == 0 { letGo(number) }
    }
    var index = 0
    while index < claims.count {
      if claimants.contains(claims[index].claimant.number) {
        index += 1
      } else {
        let axis = Code.abs(claims.remove(at: index).axis)
        wrong.append(axis)
        settle(axis.number, rest: axis.rest)
      }
    }
    return wrong
  }

  /// Whether every key is up and every axis at rest, wanted and reported.
  var isNeutral: Bool {
    claims.isEmpty && keys.indices.allSatisfy { keys[$0].holders == 0 && !keys[$0].isReported }
      && axes.indices.allSatisfy { axes[$0].reported == Code.abs(UInt16($0)).rest }
  }

  /// The codes that are down as last reported, in ascending order.
  var heldCodes: [Code] {
    keys.indices.filter { keys[$0].isReported }.map { Code.key(UInt16($0)) }
  }

  /// Where an absolute axis is, as last reported.
  func place(of axis: Code) -> Int32 { axes[Int(axis.number)].reported }

  /// The axes that are wanted, by whom, in the order in which they were claimed.
  var claimed: [(axis: Code, claimant: Claimant, value: Int32)] {
    claims.indices.map { (.abs(claims[$0].axis), claims[$0].claimant, claims[$0].value) }
  }

  /// Forgets what `device` was last told, since it is a new one: its keys are up, its axes at rest.
  mutating func forgetReports(of device: Device) {
    for number in keys.indices where Code.key(UInt16(number)).device == device {
      keys[number].isReported = false
    }
    if device == .keyboard { chord = [] }
    if device == .gamepad {
      for number in axes.indices { axes[number].reported = Code.abs(UInt16(number)).rest }
    }
  }

  private mutating func keyChanged(_ number: Int) {
    guard keys[number].changed != cause else { return }
    keys[number].changed = cause
    entries.append(.key(UInt16(number)))
  }

  @inline(always)
  private mutating func settle(_ axis: UInt16, rest: Int32) {
    let last = claims.lastIndex { $0.axis == axis }
    axisWanted(axis, last.map { claims[$0].value } ?? rest)
  }

  @inline(always)
  private mutating func axisWanted(_ number: UInt16, _ value: Int32) {
    let index = Int(number)
    guard axes[index].wanted != value else { return }
    axes[index].wanted = value
    guard axes[index].changed != cause else { return }
    axes[index].changed = cause
    entries.append(.axis(number))
  }

  // MARK: What is reported

  /// Ends the cause: appends to `batch` what the devices have to be told.
  mutating func close(into batch: inout EventBatch) {
    for index in entries.indices {
      switch entries[index] {
      case .key(let number): reportKey(.key(number), into: &batch)
      case .repeat(let number):
        if keys[Int(number)].isReported {
          let code = Code.key(number)
          if let device = code.device { batch.append(Event(code, 2), to: device) }
        }
      case .axis(let number):
        let wanted = axes[Int(number)].wanted
        if axes[Int(number)].reported != wanted {
          axes[Int(number)].reported = wanted
          batch.append(Event(.abs(number), wanted), to: .gamepad)
        }
      case .rel(let code, let value):
        if let device = code.device { batch.append(Event(code, value), to: device) }
      }
    }
    for index in late.indices where late[index].value != 0 {
      let (code, value) = late[index]
      if let device = code.device { batch.append(Event(code, value), to: device) }
    }
    batch.close()
    entries.removeAll()
    late.removeAll()
    cause += 1
  }

  private mutating func reportKey(_ code: Code, into batch: inout EventBatch) {
    let number = Int(code.number)
    let isWanted = keys[number].holders > 0 && !keys[number].isBarred
    guard isWanted != keys[number].isReported, let device = code.device else { return }
    let part = Chord(code)
    if isWanted && !part.isEmpty && part.union(chord).union(chordElsewhere) == .whole {
      keys[number].isBarred = true
      batch.barred.append(code)
      return
    }
    keys[number].isReported = isWanted
    if !part.isEmpty { chordChanged(part) }
    batch.append(Event(code, isWanted ? 1 : 0), to: device)
  }

  private mutating func chordChanged(_ part: Chord) {
    chord.remove(part)
    for number in Chord.numbers[Int(part.rawValue)] where keys[number].isReported {
      chord.insert(part)
    }
  }
}
