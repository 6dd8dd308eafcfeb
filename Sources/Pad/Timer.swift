// SPDX-License-Identifier: MIT

/// What a deadline is for.
enum TimerKind: Equatable {
  /// The first waiting edge of a gate.
  case gate(GateID)
  case `repeat`
  case longPress
  case linger(FlickLocation)
  case spring
  case rearm
  case silence
}

/// A deadline of one machine.
struct Timer {
  var due: Instant
  /// Grows with every timer that is set: the order among those of one machine.
  var order: Int
  /// The place of the machine in layout order; those of a layout that was left are negative.
  var machine: Int
  var kind: TimerKind

  /// Whether it acts before `other`, where both are due at one instant.
  func precedes(_ other: Timer) -> Bool {
    machine != other.machine ? machine < other.machine : order < other.order
  }
}
