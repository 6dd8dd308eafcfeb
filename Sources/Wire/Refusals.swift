// SPDX-License-Identifier: MIT

import Pad

/// What the core or the daemon refuses, as the client is told.
extension WireError {
  /// A refusal of a player that has `layout`.
  public init(_ refusal: Player.Refusal, in layout: Layout) {
    switch refusal {
    case .tooManyTouches:
      self.init(
        .tooManyTouches, "more than \(TouchFrame.limit) touches would be live; end some first")
    case .unknownControl(let id):
      self.init(
        .badMessage, "control: the layout \(layout.name) has no control \"\(id)\"")
    }
  }

  public static func lineTooLong(_ limit: Int) -> WireError {
    WireError(.lineTooLong, "a line has at most \(limit) bytes")
  }
  static let typeAgain = WireError(.badMessage, "type: given twice, want it once")
  public static let helloAgain = WireError(
    .badMessage, "hello comes once, before everything else")
  public static let saveIsOff = WireError(
    .notAllowed,
    "this Flickpad keeps no layouts that clients send; its owner can start it with --save")
  public static let guestSaves = WireError(
    .notAllowed, "through pad.sock no layouts can be kept, only used")
}
