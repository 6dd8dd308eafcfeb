// SPDX-License-Identifier: MIT

import Pad

/// Layouts, and what clients do on them until all have left.
public struct Scenario: Equatable, Sendable {
  /// The first is the one to begin with.
  public var layouts: [Layout]
  public var steps: [Step]

  public init(layouts: [Layout], steps: [Step]) {
    self.layouts = layouts
    self.steps = steps
  }
}

/// One thing that happens.
public struct Step: Equatable, Sendable {
  /// Since the step before, in microseconds.
  public var pause: Int64
  /// So much later than planned the timers before it are fired and it is written, in microseconds.
  public var lag: Int64
  public var act: Act

  public init(pause: Int64, lag: Int64 = 0, act: Act) {
    self.pause = pause
    self.lag = lag
    self.act = act
  }

  /// The time that it takes.
  var length: Int64 { pause + lag }
}

public enum Act: Equatable, Sendable {
  case touch(SessionID, [Touch], live: [Int64]?)
  case motion(SessionID, Motion)
  case cancel(SessionID)
  /// Of one control, by its index, or of all.
  case reset(control: Int?)
  /// A session ends, by a bye or by a connection that is cut.
  case leave(SessionID)
  /// To one of the layouts, perhaps the same again: as a reload does, and a swap of players.
  case change(layout: Int)
  /// Everything at once, as for a machine that goes to sleep.
  case releaseAll
  /// The gamepad is unplugged and another one plugged in.
  case replaceGamepad
}
