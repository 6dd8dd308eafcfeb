// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Turns lines into messages; used again and again, so that touches allocate nothing.
///
/// Everything the protocol asks of a message is checked here, but for what only a session or a
/// player can know. Unknown fields are passed over. Of a field that is there twice the last one
/// counts; two types are an error.
public struct Decoder: ~Copyable {
  /// The fingers of the last `touch` message.
  public private(set) var frame = TouchFrame()
  /// What the last `motion` message says.
  public internal(set) var motion = Motion(
    gyro: Vector(x: 0, y: 0, z: 0), accel: Vector(x: 0, y: 0, z: 0))
  /// The last message's `t`, in seconds: finite, at most 1e15 in magnitude.
  public private(set) var time: Double?

  /// Lends `frame.live` its storage.
  private var live: [Int64] = []

  public init() {
    frame.touches.reserveCapacity(TouchFrame.limit)
    live.reserveCapacity(TouchFrame.limit)
  }

  /// Reads one line, given without its end. After an error `frame` and `motion` mean nothing, and
  /// `time` is nil where the mistake came before it: `time(ofRefused:)` still finds it.
  public mutating func decode(_ line: Span<UInt8>) throws(WireError) -> Message {
    if guess(line) == line.count { return .touch }
    do {
      var fields = FieldReader()
      let message = try message(&fields, line)
      try fields.finish(line)
      return message
    } catch {
      // What is no JSON is called so, whatever else is wrong before that place.
      if let noJSON = Self.syntaxError(line) { throw noJSON }
      throw error
    }
  }

  /// The `t` of a line that `decode` has refused; nil where there is none, or the line is no JSON.
  public static func time(ofRefused line: Span<UInt8>) -> Double? {
    guard let node = try? JSONNode(parsing: line), case .number(let time)? = node["t"]?.value
    else { return nil }
    return time
  }

  /// Reads a `touch` message as most clients write it, whatever follows behind it in `bytes`, and
  /// tells how long it is. nil for anything else; `frame` and `time` mean nothing then.
  public mutating func guess(_ bytes: Span<UInt8>) -> Int? {
    if frame.live != nil { frame.live = nil }
    time = nil
    var guess = JSONGuess(at: 0)
    guard guess.takesTouches(bytes) else { return nil }
    var count = 0
    repeat {
      guard count < TouchFrame.limit, let touch = guess.touch(bytes) else { return nil }
      put(touch, at: count)
      count += 1
    } while guess.takes(",", bytes)
    guard guess.takes("]", bytes), guess.takes("}", bytes) else { return nil }
    trim(to: count)
    return guess.offset
  }

  static func syntaxError(_ line: Span<UInt8>) -> WireError? {
    var cursor = JSONCursor()
    do throws(JSONError) {
      try cursor.skipValue(line)
      try cursor.finish(line)
      return nil
    } catch {
      return WireError(error)
    }
  }

  /// Reads the object that a message is.
  private mutating func message(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Message {
    try fields.beginObject("", "an object with a type", line)
    if fields.nextIs(#""type":"#, line) {
      let kind = try kind(&fields, line)
      return try message(kind, &fields, line)
    }
    // Where the type is not first, the message is read from the start again once it is known.
    let start = fields
    while let name = try fields.nextName(line) {
      if name.equals("type", in: line) {
        let kind = try kind(&fields, line)
        fields = start
        fields.typeOffset = name.range.lowerBound
        return try message(kind, &fields, line)
      }
      try fields.skip(line)
    }
    throw fields.missing("type", Kind.list)
  }

  // MARK: Types

  private enum Kind: CaseIterable {
    case touch, ping, cancel, reset, hello, layout, save, codes, motion, bye

    var name: StaticString {
      switch self {
      case .touch: "touch"
      case .ping: "ping"
      case .cancel: "cancel"
      case .reset: "reset"
      case .hello: "hello"
      case .layout: "layout"
      case .save: "save"
      case .codes: "codes"
      case .motion: "motion"
      case .bye: "bye"
      }
    }

    @inline(never)
    init?(_ text: JSONText, in line: Span<UInt8>) {
      for kind in Kind.allCases where text.equals(kind.name, in: line) {
        self = kind
        return
      }
      return nil
    }

    static let list: StaticString =
      "one of hello, touch, cancel, reset, layout, save, codes, motion, ping, bye"
  }

  @inline(always)
  private func kind(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Kind {
    let start = fields.cursor.offset
    let text = try fields.text("type", Kind.list, line)
    if text.equals("touch", in: line) { return .touch }
    if let kind = Kind(text, in: line) { return kind }
    var error = fields.wrong("type", Kind.list, line, at: start)
    error.code = .unknownType
    throw error
  }

  /// Reads the fields of a message of a kind, to the end of its object.
  private mutating func message(
    _ kind: Kind, _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Message {
    switch kind {
    case .touch:
      try touchMessage(&fields, line)
      return .touch
    case .hello:
      return .hello(try hello(&fields, line))
    case .reset:
      var control: String?
      while let name = try fields.nextName(line) {
        if name.equals("control", in: line) {
          control = try fields.string("control", line)
        } else {
          try other(name, &fields, line)
        }
      }
      return .reset(control: control)
    case .layout:
      return try layoutMessage(&fields, line)
    case .ping:
      var id: Range<Int>?
      while let name = try fields.nextName(line) {
        if name.equals("id", in: line) {
          id = try fields.skip(line)
        } else {
          try other(name, &fields, line)
        }
      }
      return .ping(id: id)
    case .cancel:
      try others(&fields, line)
      return .cancel
    case .save:
      return try saveMessage(&fields, line)
    case .codes:
      try others(&fields, line)
      return .codes
    case .motion:
      try motionMessage(&fields, line)
      return .motion
    case .bye:
      try others(&fields, line)
      return .bye
    }
  }

  /// Reads a field that is not of this message alone.
  mutating func other(
    _ name: JSONText, _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    if name.equals("t", in: line) {
      time = try fields.number(
        "t", "a number of seconds of at most 1e15", limit: 1e15, line)
    } else if name.equals("type", in: line), name.range.lowerBound != fields.typeOffset {
      throw WireError.typeAgain
    } else {
      try fields.skip(line)
    }
  }

  private mutating func others(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    while let name = try fields.nextName(line) { try other(name, &fields, line) }
  }

  // MARK: Touches

  @inline(always)
  private mutating func touchMessage(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    var hasTouches = fields.nextIs(#""touches":"#, line)
    if hasTouches { try touches(&fields, line) }
    while let name = try fields.nextName(line) {
      if name.equals("touches", in: line) {
        try touches(&fields, line)
        hasTouches = true
      } else if name.equals("live", in: line) {
        try live(&fields, line)
      } else {
        try other(name, &fields, line)
      }
    }
    guard hasTouches else { throw fields.missing("touches", "an array of 1 to 32 touches") }
  }

  private mutating func touches(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    var count = 0
    try fields.beginArray("touches", "an array of 1 to 32 touches", line)
    while try fields.nextElement(line) {
      if count == TouchFrame.limit {
        throw WireError(.tooManyTouches, "touches: want at most 32 touches, got more")
      }
      fields.place = .touch(count)
      var guess = JSONGuess(at: fields.cursor.offset)
      if let touch = guess.touch(line) {
        fields.goOn(at: guess.offset)
        put(touch, at: count)
      } else {
        put(try touch(&fields, line), at: count)
      }
      count += 1
    }
    fields.place = .message
    if count == 0 { throw WireError(.badMessage, "touches: want 1 to 32 touches, got none") }
    trim(to: count)
  }

  /// Puts a touch over that of the message before, which is faster than to empty the array first.
  @inline(always)
  private mutating func put(_ touch: Touch, at index: Int) {
    if index < frame.touches.count {
      frame.touches[index] = touch
    } else {
      frame.touches.append(touch)
    }
  }

  /// Takes away what is left of the message before.
  @inline(always)
  private mutating func trim(to count: Int) {
    if count < frame.touches.count { frame.touches.removeLast(frame.touches.count - count) }
  }

  private func touch(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Touch {
    var id: Int64?
    var phase: Touch.Phase?
    var x: Double?
    var y: Double?
    try fields.beginObject("", "an object with id, phase, x and y", line)
    while let name = try fields.nextName(line) {
      if name.equals("x", in: line) {
        x = try fields.number("x", Self.coordinate, limit: JSONGuess.placeLimit, line)
      } else if name.equals("y", in: line) {
        y = try fields.number("y", Self.coordinate, limit: JSONGuess.placeLimit, line)
      } else if name.equals("id", in: line) {
        id = try fields.integer("id", "an integer", line)
      } else if name.equals("phase", in: line) {
        phase = try self.phase(&fields, line)
      } else {
        try fields.skip(line)
      }
    }
    guard let id else { throw fields.missing("id", "an integer") }
    guard let phase else { throw fields.missing("phase", Self.phases) }
    if let x, let y { return Touch(id: id, phase: phase, place: Point(x: x, y: y)) }
    if x != nil || y != nil || phase == .began || phase == .moved {
      throw fields.missing(x == nil ? "x" : "y", Self.coordinate)
    }
    return Touch(id: id, phase: phase, place: nil)
  }

  private static let coordinate: StaticString = "a number of at most 1e6"
  private static let phases: StaticString = "one of began, moved, ended, cancelled"

  @inline(always)
  private func phase(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Touch.Phase {
    let start = fields.cursor.offset
    let text = try fields.text("phase", Self.phases, line)
    if text.equals("moved", in: line) { return .moved }
    if text.equals("began", in: line) { return .began }
    if text.equals("ended", in: line) { return .ended }
    if text.equals("cancelled", in: line) { return .cancelled }
    throw fields.wrong("phase", Self.phases, line, at: start)
  }

  private mutating func live(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    // Given back first, so that it is not copied.
    frame.live = nil
    live.removeAll(keepingCapacity: true)
    try fields.beginArray("live", "an array of ids", line)
    while try fields.nextElement(line) {
      if live.count == TouchFrame.limit {
        throw WireError(.tooManyTouches, "live: want at most 32 ids, got more")
      }
      fields.place = .live(live.count)
      live.append(try fields.integer("", "an integer", line))
    }
    fields.place = .message
    frame.live = live
  }
}
