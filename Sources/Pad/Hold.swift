// SPDX-License-Identifier: MIT

/// A code that is down, or an axis that is wanted away from its rest, and who wants it so.
public struct Hold: Equatable, Sendable {
  /// A finger, and the session that it belongs to.
  public struct Finger: Equatable, Sendable {
    public var session: SessionID
    public var id: Int64
  }

  public var code: Code
  /// 1 for a key; where the axis is wanted.
  public var value: Int32
  /// The id of the control; nil for one of a layout that was left, whose minimum is not over.
  public var control: String?
  /// The fingers on it; none where a latch holds the code, or its minimum is not over.
  public var touches: [Finger]
}

extension Player {
  /// What is held: keys by the gates that have let them out, then axes by their claims.
  public var holds: [Hold] {
    output.holds.map { hold in
      Hold(
        code: hold.code, value: hold.value,
        control: hold.machine.map { layout.controls[surface.control(of: $0)].id },
        touches: hold.machine.map { surface.fingers(on: $0) } ?? [])
    }
  }
}
