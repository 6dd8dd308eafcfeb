// SPDX-License-Identifier: MIT

/// A finger that is down, and where it is.
public struct LiveTouch: Equatable, Sendable {
  public var session: SessionID
  public var id: Int64
  /// In layout units.
  public var place: Point
  /// The id of the control that has it; nil where none does.
  public var control: String?
}

extension Player {
  /// The fingers that are down, in the order in which they began.
  public var touches: [LiveTouch] {
    surface.contactList.map { contact in
      LiveTouch(
        session: contact.session, id: contact.id, place: contact.place,
        control: contact.control.map { layout.controls[$0].id })
    }
  }

  /// Where an absolute axis is, as its device was last told.
  public func place(of axis: Code) -> Int32 { output.ledger.place(of: axis) }
}
