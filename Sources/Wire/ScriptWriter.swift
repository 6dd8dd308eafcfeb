// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Writes what a client said as lines that say it again: a script, as `flickpad simulate` reads it.
/// The lines are in a buffer that is used again and again.
public struct ScriptWriter: ~Copyable {
  /// The lines since the last `removeAll`, each with its LF.
  public private(set) var lines = JSONWriter()
  /// What is time 0 in the script.
  private let start: Instant

  public init(start: Instant) {
    self.start = start
  }

  /// Forgets the lines and keeps their storage.
  public mutating func removeAll() {
    lines.removeAll()
  }

  public mutating func touches(_ frame: borrowing TouchFrame, at now: Instant) {
    begin("touch", now)
    lines.raw(#","touches":["#)
    for index in frame.touches.indices {
      if index > 0 { lines.raw(",") }
      touch(frame.touches[index])
    }
    lines.raw("]")
    if let live = frame.live {
      lines.raw(#","live":["#)
      for (index, id) in live.enumerated() {
        if index > 0 { lines.raw(",") }
        lines.integer(Int(id))
      }
      lines.raw("]")
    }
    end()
  }

  private mutating func touch(_ touch: Touch) {
    lines.raw(#"{"id":"#)
    lines.integer(Int(touch.id))
    lines.raw(#","phase":""#)
    switch touch.phase {
    case .began: lines.raw("began")
    case .moved: lines.raw("moved")
    case .ended: lines.raw("ended")
    case .cancelled: lines.raw("cancelled")
    }
    lines.raw("\"")
    if let place = touch.place {
      lines.raw(#","x":"#)
      lines.number(place.x)
      lines.raw(#","y":"#)
      lines.number(place.y)
    }
    lines.raw("}")
  }

  public mutating func motion(_ motion: Motion, at now: Instant) {
    begin("motion", now)
    vector(#","gyro":["#, motion.gyro)
    vector(#","accel":["#, motion.accel)
    end()
  }

  private mutating func vector(_ name: StaticString, _ vector: Vector) {
    lines.raw(name)
    lines.number(vector.x)
    lines.raw(",")
    lines.number(vector.y)
    lines.raw(",")
    lines.number(vector.z)
    lines.raw("]")
  }

  /// Whether a layout, given as JSON, fits in a line as long as a client's may be.
  public static func fits(_ layout: Span<UInt8>) -> Bool {
    // What is around it is shorter, whatever the time.
    layout.count <= LineReader.usualLimit - 64
  }

  /// A change to a layout, given as JSON on one line.
  public mutating func layout(_ layout: Span<UInt8>, at now: Instant) {
    begin("layout", now)
    lines.raw(#","layout":"#)
    lines.raw(layout)
    end()
  }

  /// A change to a layout by its name.
  public mutating func layout(named name: String, at now: Instant) {
    begin("layout", now)
    lines.raw(#","name":"#)
    lines.string(name)
    end()
  }

  /// - Parameter control: an id; nil for all controls.
  public mutating func reset(_ control: String?, at now: Instant) {
    begin("reset", now)
    if let control {
      lines.raw(#","control":"#)
      lines.string(control)
    }
    end()
  }

  public mutating func cancel(at now: Instant) {
    begin("cancel", now)
    end()
  }

  public mutating func bye(at now: Instant) {
    begin("bye", now)
    end()
  }

  private mutating func begin(_ type: StaticString, _ now: Instant) {
    lines.raw(#"{"t":"#)
    lines.number((now - start).seconds)
    lines.raw(#","type":""#)
    lines.raw(type)
    lines.raw("\"")
  }

  private mutating func end() { lines.raw("}\n") }
}
