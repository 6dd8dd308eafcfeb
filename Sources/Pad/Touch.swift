// SPDX-License-Identifier: MIT

/// One finger's change, as a client tells it.
public struct Touch: Equatable, Sendable {
  public enum Phase: UInt8, Sendable {
    case began, moved, ended, cancelled
  }

  /// The client's name for the finger.
  public var id: Int64
  public var phase: Phase
  /// In layout units; nil is where the finger last was (`ended` and `cancelled` only).
  public var place: Point?

  public init(id: Int64, phase: Phase, place: Point?) {
    self.id = id
    self.phase = phase
    self.place = place
  }
}

/// One `touch` message: what its fingers do, as one cause. It is lent, not copied, since a copy
/// counts who shares its arrays.
public struct TouchFrame: ~Copyable, Sendable {
  public var touches: [Touch] = []
  /// The ids that the client says are down; nil where it does not say.
  public var live: [Int64]?

  public init(touches: [Touch] = [], live: [Int64]? = nil) {
    self.touches = touches
    self.live = live
  }

  /// Touches in one message, and live touches of one session.
  public static let limit = 32
}

/// The number of a session, unique among those of a player.
public typealias SessionID = UInt32
