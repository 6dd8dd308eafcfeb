// SPDX-License-Identifier: MIT

import Glibc
import Pad
import Wire

/// What a client sends: bytes in, messages out.
struct Inbox: ~Copyable {
  private var reader: LineReader
  private var decoder = Decoder()
  /// What the client says is recorded here; nil where it is not.
  var script: SessionScript?
  /// Where in the reader's buffer the line is that is worked on.
  private var line = 0..<0
  /// The client has said its last; what it sent is still worked on.
  private(set) var hasEnded = false

  /// - Parameter saves: whether it may send layouts to be kept, whose lines are longer.
  init(saves: Bool) {
    reader = LineReader(limit: saves ? LineReader.saveLimit : LineReader.usualLimit)
  }

  /// The number of the line that is worked on, from 1.
  var lineNumber: Int { reader.lineNumber }

  /// The fingers of the last `touch` message.
  var frame: TouchFrame { _read { yield decoder.frame } }

  /// What the last `motion` message says.
  var motion: Motion { decoder.motion }

  /// Reads once.
  mutating func receive(from descriptor: Int32) {
    let count = reader.withFreeSpace { read(descriptor, $0.baseAddress, $0.count) }
    if count == 0 { hasEnded = true }
    if count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR { hasEnded = true }
  }

  /// The next message; nil where more bytes are needed. An error is about one line, and the next
  /// call goes on behind it.
  mutating func next() throws(WireError) -> Message? {
    if reader.takeLine(guess: { decoder.guess($0) }) { return .touch }
    guard try takeLine() else { return nil }
    let message = try reader.withLine(line) { (line) throws(WireError) in
      try decoder.decode(line)
    }
    if line.count > LineReader.usualLimit {
      guard case .save = message else { throw WireError.lineTooLong(LineReader.usualLimit) }
    }
    return message
  }

  /// Records a message that was acted on, where that is wanted. Layouts are recorded where the player
  /// gets them, and the end where the session ends.
  func record(_ message: Message, at now: Instant) {
    guard let script else { return }
    switch message {
    case .touch: script.note(decoder.frame, at: now)
    case .motion: script.note(at: now) { $0.motion(decoder.motion, at: now) }
    case .cancel: script.note(at: now) { $0.cancel(at: now) }
    case .reset(let control): script.note(at: now) { $0.reset(control, at: now) }
    case .hello, .layout, .use, .save, .codes, .ping, .bye: break
    }
  }

  /// The next request, as `next` gives messages.
  mutating func nextRequest() throws(WireError) -> Request? {
    guard try takeLine() else { return nil }
    return try reader.withLine(line) { (line) throws(WireError) in try Request(line) }
  }

  private mutating func takeLine() throws(WireError) -> Bool {
    if let whole = try reader.nextLine() {
      line = whole
    } else if hasEnded, let rest = reader.lastLine() {
      line = rest
    } else {
      return false
    }
    return true
  }

  /// The bytes of a part of the line that is worked on.
  func bytes(_ part: Range<Int>) -> [UInt8] {
    Array(reader.buffer[line.lowerBound + part.lowerBound..<line.lowerBound + part.upperBound])
  }
}
