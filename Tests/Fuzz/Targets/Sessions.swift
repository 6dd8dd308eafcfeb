// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Wire

/// Whole sessions: the first line is a layout, the others are what up to three clients send: a digit
/// before a line says which. Whatever they do, once all have left and the last deadline is over
/// nothing is held, every key went down and up in turn, and every axis is back.
func fuzzSessions(_ input: [UInt8]) {
  let end = input.firstIndex(of: 0x0A) ?? input.count
  var stage = Stage(layout(Array(input[..<end])))
  var reader = LineReader()
  var rest = input[end...]
  while !rest.isEmpty {
    _ = reader.withFreeSpace { space in
      let count = min(space.count, rest.count)
      space.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    while true {
      do throws(WireError) {
        guard let range = try reader.nextLine() else { break }
        let line = reader.withLine(range) { line in line.indices.map { line[$0] } }
        stage.hear(line)
      } catch {}
    }
  }
  stage.end()
}

private func layout(_ text: [UInt8]) -> Layout {
  if let layout = try? LayoutFile.read(text, path: "t", names: .libevdev, reserved: []) {
    return layout.layout
  }
  let name = BuiltInLayouts.names.first { Array($0.utf8) == text } ?? "showcase"
  let bytes = BuiltInLayouts.bytes(named: name)!
  return try! LayoutFile.read(bytes, path: name, names: .libevdev, reserved: []).layout
}

/// A player with its clients, and what its devices were told.
private struct Stage: ~Copyable {
  var player: Player
  var decoder = Decoder()
  var encoder = Encoder()
  var now = Instant(microseconds: 0)
  var present: Set<SessionID> = []
  /// Of keys and axes.
  var told: [Code: Int32] = [:]

  /// A repeat is not waited for so long that a run is slow.
  static let longestStep = Interval(microseconds: 1_500_000)

  init(_ layout: Layout) {
    player = Player(layout)
    encoder.use(layout)
  }

  mutating func hear(_ line: [UInt8]) {
    var session: SessionID = 1
    var bytes = line[...]
    if let digit = bytes.first, (0x31...0x33).contains(digit) {
      session = SessionID(digit - 0x30)
      bytes = bytes.dropFirst()
    }
    let text = Array(bytes)
    do throws(WireError) {
      let message = try decoder.decode(text.span)
      if let time = decoder.time, time >= 0, time < 1e9 {
        let then = Instant(seconds: time)
        if then > now { pass(until: min(then, now + Self.longestStep)) }
      }
      try handle(message, text, session)
    } catch {
      require(!error.message.isEmpty, "an error without a sentence")
    }
  }

  private mutating func handle(
    _ message: Message, _ line: [UInt8], _ session: SessionID
  ) throws(WireError) {
    switch message {
    case .hello, .ping, .codes, .save: return
    case .touch:
      present.insert(session)
      do throws(Player.Refusal) {
        try player.handle(decoder.frame, of: session, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
    case .motion:
      present.insert(session)
      player.handle(decoder.motion, of: session, at: now)
    case .cancel: player.cancel(session, at: now)
    case .reset(let control):
      do throws(Player.Refusal) {
        try player.reset(control, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
    case .layout(let name): return change(to: layout(Array(name.utf8)))
    case .use(let range):
      guard
        let new = try? LayoutFile.read(
          Array(line[range]), path: "layout", names: .libevdev, reserved: [])
      else { return }
      return change(to: new.layout)
    case .bye:
      present.remove(session)
      player.leave(session, isLast: present.isEmpty, at: now)
    }
    note()
  }

  private mutating func change(to layout: Layout) {
    player.change(to: layout, at: now)
    // Its signals are of the controls of the layout before.
    note()
    encoder.use(layout)
  }

  private mutating func pass(until end: Instant) {
    while let due = player.nextDeadline, due <= end {
      require(due > now || due == now, "a deadline of the past")
      now = max(now, due)
      player.fire(at: due, clock: due)
      note()
    }
    now = end
  }

  mutating func end() {
    for session in present.sorted() {
      present.remove(session)
      player.leave(session, isLast: present.isEmpty, at: now)
      note()
    }
    player.leave(4, isLast: true, at: now)
    note()
    // At most the minimum of a pulse is left.
    let last = now + Interval(microseconds: 50_000)
    pass(until: last)
    require(player.nextDeadline == nil, "a timer outlives the last session")
    require(player.isNeutral && player.holds.isEmpty && player.heldCodes.isEmpty, "held")
    for (code, value) in told {
      require(value == (code.type == .abs ? code.rest : 0), "\(code) ends at \(value)")
    }
  }

  /// Keys go down and up in turn, and repeat only while they are down; axes keep to their range.
  private mutating func note() {
    for device in Device.allCases {
      let events = player.batch.withEvents(of: device) { events in
        events.indices.map { events[$0] }
      }
      for event in events {
        switch event.type {
        case EventType.key.rawValue:
          let code = Code.key(event.code)
          let isDown = told[code, default: 0] != 0
          require(isDown == (event.value != 1), "\(code) goes \(event.value)")
          told[code] = event.value
        case EventType.abs.rawValue:
          let code = Code.abs(event.code)
          require(code.range.contains(event.value), "\(code) goes to \(event.value)")
          told[code] = event.value
        default: break
        }
      }
      require(events.isEmpty || events.last == .synReport, "a batch without its end")
    }
    for index in player.signals.indices { encoder.signal(player.signals[index]) }
    encoder.removeAll()
  }
}
