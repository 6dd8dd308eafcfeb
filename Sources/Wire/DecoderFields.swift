// SPDX-License-Identifier: MIT

import JSON
import Pad

/// The messages that are more than a type, but for touches.
extension Decoder {
  mutating func hello(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Hello {
    var hello = Hello()
    while let name = try fields.nextName(line) {
      if name.equals("protocol", in: line) {
        try fields.integer("protocol", "1, which is all that this daemon speaks", in: 1...1, line)
      } else if name.equals("client", in: line) {
        hello.client = try fields.string("client", line)
      } else if name.equals("player", in: line) {
        hello.player = Int(
          try fields.integer("player", "a player's number from 1", in: 1...Int64(Int32.max), line))
      } else if name.equals("layout", in: line) {
        hello.layout = try fields.string("layout", line)
      } else if name.equals("resume", in: line) {
        hello.resume = try fields.string("resume", line)
      } else if name.equals("feedback", in: line) {
        hello.wantsFeedback = try fields.bool("feedback", line)
      } else {
        try other(name, &fields, line)
      }
    }
    return hello
  }

  mutating func layoutMessage(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Message {
    var layout: String?
    var own: Range<Int>?
    while let name = try fields.nextName(line) {
      if name.equals("name", in: line) {
        layout = try fields.string("name", line)
      } else if name.equals("layout", in: line) {
        own = try fields.object("layout", Self.wholeLayout, line)
      } else {
        try other(name, &fields, line)
      }
    }
    switch (layout, own) {
    case (let name?, nil): return .layout(name: name)
    case (nil, let own?): return .use(layout: own)
    case (nil, nil): throw fields.missing("name", "a layout's name")
    case (.some, .some):
      throw WireError(.badMessage, "layout: given beside name, want one of them")
    }
  }

  mutating func saveMessage(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Message {
    var layout: Range<Int>?
    while let name = try fields.nextName(line) {
      if name.equals("layout", in: line) {
        layout = try fields.object("layout", Self.wholeLayout, line)
      } else {
        try other(name, &fields, line)
      }
    }
    guard let layout else { throw fields.missing("layout", Self.wholeLayout) }
    return .save(layout: layout)
  }

  private static let wholeLayout: StaticString = "a whole layout, as a layout file has it"

  mutating func motionMessage(
    _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) {
    var gyro: Vector?
    var accel: Vector?
    while let name = try fields.nextName(line) {
      if name.equals("gyro", in: line) {
        gyro = try vector("gyro", &fields, line)
      } else if name.equals("accel", in: line) {
        accel = try vector("accel", &fields, line)
      } else {
        try other(name, &fields, line)
      }
    }
    guard let gyro else { throw fields.missing("gyro", Self.components) }
    guard let accel else { throw fields.missing("accel", Self.components) }
    motion = Motion(gyro: gyro, accel: accel)
  }

  private func vector(
    _ field: StaticString, _ fields: inout FieldReader, _ line: Span<UInt8>
  ) throws(WireError) -> Vector {
    try fields.beginArray(field, Self.components, line)
    var vector = Vector(x: 0, y: 0, z: 0)
    var count = 0
    while try fields.nextElement(line) {
      fields.place = .component(field, count)
      let value = try fields.number("", "a number of at most 1e4", limit: Motion.limit, line)
      switch count {
      case 0: vector.x = value
      case 1: vector.y = value
      case 2: vector.z = value
      default: break
      }
      count += 1
    }
    fields.place = .message
    guard count == 3 else {
      throw WireError(.badMessage, "\(field): want three numbers, got \(count)")
    }
    return vector
  }

  private static let components: StaticString = "an array of three numbers"
}
