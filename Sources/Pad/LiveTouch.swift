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
    surface.contacts.indices.map { index in
      let contact = surface.contacts[index]
      var control: String?
      if case .machine(let machine, _) = contact.owner {
        control = layout.controls[surface.control(of: machine)].id
      }
      return LiveTouch(
        session: contact.session, id: contact.id, place: contact.last, control: control)
    }
  }

  /// Where an absolute axis is, as its device was last told.
  public func place(of axis: Code) -> Int32 { output.ledger.place(of: axis) }
}
