// SPDX-License-Identifier: MIT

import JSON
import Pad

/// A player at one moment, for those who watch.
public struct PlayerView: Sendable {
  public struct Axis: Sendable {
    public var code: String
    /// As the device was last told.
    public var value: Int32
    public var range: ClosedRange<Int32>

    public init(code: String, value: Int32, range: ClosedRange<Int32>) {
      self.code = code
      self.value = value
      self.range = range
    }
  }

  public var report: PlayerReport
  public var touches: [LiveTouch]
  public var axes: [Axis]
  /// In the order of the controls.
  public var states: [ControlState]
  /// Since somebody has been watching.
  public var batches: Int
  public var events: Int
  public var latency: Histogram

  public init(
    report: PlayerReport, touches: [LiveTouch], axes: [Axis], states: [ControlState],
    batches: Int, events: Int, latency: Histogram
  ) {
    self.report = report
    self.touches = touches
    self.axes = axes
    self.states = states
    self.batches = batches
    self.events = events
    self.latency = latency
  }
}

extension Encoder {
  /// A `view` line. The encoder has to know the player's layout.
  public mutating func view(_ view: PlayerView) {
    lines.raw(#"{"type":"view","#)
    fields(view.report)
    list(#","touches":["#, view.touches) { lines, touch in
      lines.raw(#"{"id":"#)
      lines.integer(Int(touch.id))
      lines.raw(#","session":"#)
      lines.integer(Int(touch.session))
      lines.raw(#","x":"#)
      lines.number(touch.place.x)
      lines.raw(#","y":"#)
      lines.number(touch.place.y)
      if let control = touch.control {
        lines.raw(#","control":"#)
        lines.string(control)
      }
      lines.raw("}")
    }
    list(#","axes":["#, view.axes) { lines, axis in
      lines.raw(#"{"code":"#)
      lines.string(axis.code)
      lines.raw(#","value":"#)
      lines.integer(Int(axis.value))
      lines.raw(#","minimum":"#)
      lines.integer(Int(axis.range.lowerBound))
      lines.raw(#","maximum":"#)
      lines.integer(Int(axis.range.upperBound))
      lines.raw("}")
    }
    states(view.states)
    field(#","batches":"#, view.batches)
    field(#","events":"#, view.events)
    field(#","longest":"#, Int(view.latency.longest.microseconds))
    list(#","bounds":["#, Histogram.bounds) { $0.integer(Int($1)) }
    list(#","latency":["#, view.latency.counts) { $0.integer($1) }
    lines.raw("}\n")
  }
}
