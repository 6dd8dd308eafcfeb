// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Wire

/// The whole way of a touch on a clock that jumps: lines of one session in, what the devices and
/// the client would be told out. The same bytes give the same report, always.
public struct Simulation: ~Copyable {
  /// What happened at an instant of the script.
  public enum Report {
    /// A device's events, ending in a SYN_REPORT.
    case batch(Device, [Event])
    /// A line for the client, without its line feed.
    case feedback([UInt8])
    /// A key that a forbidden chord kept back.
    case barred(Code)
  }

  /// A line that stopped the script: what is wrong with it.
  public struct Mistake: Error, Equatable {
    /// From 1.
    public var line: Int
    public var message: String
  }

  private var player: Player
  private let find: (String) throws(LayoutError) -> LoadedLayout
  private let names: CodeNames
  private let report: (Instant, Report) -> Void
  private let wantsFeedback: Bool
  private var decoder = Decoder()
  private var encoder = Encoder()
  private var lineNumber = 0
  private var isFirst = true
  /// The client has said bye.
  private var hasLeft = false
  /// When the last line was.
  public private(set) var now = Instant(microseconds: 0)

  private static let session: SessionID = 1
  /// Times beyond this make no sense, and might overflow.
  private static let latest = 1e9

  /// - Parameters:
  ///   - layout: the layout that the session begins with.
  ///   - wantsFeedback: whether the client's lines are reported.
  ///   - find: gives the layouts that the script changes to by their names.
  ///   - names: the codes that layouts may name which the script brings.
  ///   - report: told of everything, in order.
  public init(
    _ layout: LoadedLayout, wantsFeedback: Bool,
    find: @escaping (String) throws(LayoutError) -> LoadedLayout, names: CodeNames,
    report: @escaping (Instant, Report) -> Void
  ) {
    player = Player(layout.layout)
    player.wantsSignals = wantsFeedback
    self.wantsFeedback = wantsFeedback
    self.find = find
    self.names = names
    self.report = report
    encoder.use(layout.layout)
  }

  /// Works on one line; an empty one counts but does nothing.
  ///
  /// - Throws: what the daemon would answer with an error, after the timers due by then.
  public mutating func run(_ line: Span<UInt8>) throws(Mistake) {
    lineNumber += 1
    guard !line.isEmpty && !hasLeft else { return }
    do throws(WireError) {
      let message = try decode(line)
      fire(upTo: now)
      try handle(message, line)
      isFirst = false
    } catch {
      fire(upTo: now)
      throw Mistake(line: lineNumber, message: error.message)
    }
  }

  private mutating func decode(_ line: Span<UInt8>) throws(WireError) -> Message {
    let before = now
    let isShort = line.count <= LineReader.usualLimit
    var result: Result<Message, WireError>
    var time: Double?
    do throws(WireError) {
      result = .success(try decoder.decode(line))
      time = decoder.time
    } catch {
      result = .failure(error)
      time = decoder.time ?? Decoder.time(ofRefused: line)
    }
    if let time {
      guard time >= 0 && time <= Self.latest else {
        throw WireError(.badMessage, "t: want seconds from 0 to 1e9, got \(time.shortest)")
      }
      let next = Instant(seconds: time)
      guard next >= before else {
        throw WireError(
          .badMessage,
          "t goes backwards (\(time.shortest) after \(before.seconds.shortest))")
      }
      now = next
    } else if case .success = result, isShort {
      throw WireError(.badMessage, "t is missing: each line of a script has its time in seconds")
    }
    guard isShort else { throw .lineTooLong(LineReader.usualLimit) }
    return try result.get()
  }

  private mutating func handle(
    _ message: Message, _ line: Span<UInt8>
  ) throws(WireError) {
    switch message {
    case .hello(let hello):
      guard isFirst else {
        throw WireError.helloAgain
      }
      guard (hello.player ?? 1) == 1 else {
        throw WireError(.noFreePlayer, "player: a simulation has player 1 only")
      }
      return
    case .ping, .codes: return
    case .touch:
      do throws(Player.Refusal) {
        try player.handle(decoder.frame, of: Self.session, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
    case .cancel: player.cancel(Self.session, at: now)
    case .reset(let control):
      do throws(Player.Refusal) {
        try player.reset(control, at: now)
      } catch {
        throw WireError(error, in: player.layout)
      }
    case .layout(let name):
      do throws(LayoutError) {
        return change(to: try find(name))
      } catch {
        throw WireError(.unknownLayout, error.description)
      }
    case .use(let range):
      let bytes = range.map { line[$0] }
      do throws(BadLayout) {
        return change(to: try LayoutFile.read(bytes, path: "layout", names: names))
      } catch {
        throw WireError(at: error.diagnostics.map { .init(field: $0.where, message: $0.message) })
      }
    case .bye:
      hasLeft = true
      player.wantsSignals = false
      player.leave(Self.session, isLast: true, at: now)
    case .save: throw .saveIsOff
    case .motion: player.handle(decoder.motion, of: Self.session, at: now)
    }
    flush(at: now)
  }

  private mutating func change(to new: LoadedLayout) {
    player.change(to: new.layout, at: now)
    flush(at: now)
    encoder.use(new.layout)
    if wantsFeedback {
      encoder.layout(new.json.span, states: player.states)
      flushLines(at: now)
    }
  }

  /// Lets the timers run on after the last line, those due at `end` included.
  public mutating func finish(until end: Instant) {
    fire(upTo: end)
  }

  private mutating func fire(upTo end: Instant) {
    while let due = player.nextDeadline, due <= end {
      player.fire(at: due, clock: due)
      flush(at: due)
    }
  }

  /// Reports what the last cause made.
  private mutating func flush(at time: Instant) {
    for device in Device.allCases {
      let events = player.batch.withEvents(of: device) { events in
        events.indices.map { events[$0] }
      }
      if !events.isEmpty { report(time, .batch(device, events)) }
    }
    for code in player.batch.barred { report(time, .barred(code)) }
    for index in player.signals.indices { encoder.signal(player.signals[index]) }
    flushLines(at: time)
  }

  private mutating func flushLines(at time: Instant) {
    for line in encoder.lines.bytes.split(separator: UInt8(ascii: "\n")) {
      report(time, .feedback(Array(line)))
    }
    encoder.removeAll()
  }
}

extension Instant {
  /// Seconds since the origin.
  fileprivate var seconds: Double { Double(microseconds) / 1e6 }
}

extension Double {
  /// The shortest text that reads as this number; whole ones without a point.
  fileprivate var shortest: String {
    self == rounded(.towardZero) && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}
