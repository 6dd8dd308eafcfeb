// SPDX-License-Identifier: MIT

/// What a control tells the clients: an event of its own, or a haptic tick.
public struct Signal: Equatable, Sendable {
  /// The index of the control in its layout (an item's is its menu's).
  public var control: Int
  public var kind: Kind

  public enum Kind: Equatable, Sendable {
    /// A tick of style `light`.
    case haptic
    case padDown(Direction, repeatCount: Int)
    case padRepeat(Direction, repeatCount: Int)
    /// The direction that was lifted.
    case padUp(Direction, repeatCount: Int)
    case buttonDown(repeatCount: Int)
    case buttonRepeat(repeatCount: Int)
    case buttonUp(repeatCount: Int)
    case highlighted(Bool)
    case itemHighlighted(Bool, item: Int)
    case componentsWillAppear
    case componentsDidAppear
    case active(FlickLocation)
    case didFlick(FlickLocation)
    case componentsWillDisappear
    case componentsDidDisappear
    case lingerDidEnd(FlickLocation)
    case didToggle(Bool)
    /// Of a slide: 0 to 1.
    case position(Double)
    case didFinish
    case didReset
    case didExpand(Bool)
    case didSelect(item: Int)
    /// Of a stick or a tilt, after the dead zone: -1 to 1.
    case stick(x: Double, y: Double)
    /// Clicks: 1 clockwise, -1 the other way; the angle in turns.
    case step(clicks: Int, angle: Double)
    case tap
    case tap2
  }
}

/// What a client that comes late needs to draw one control as it is now.
public enum ControlState: Equatable, Sendable {
  case dpad(Direction, repeatCount: Int, isLatched: Bool)
  /// `active` only while the neighbours are shown.
  case flick(isHighlighted: Bool, isExpanded: Bool, active: FlickLocation?)
  case toggle(isHighlighted: Bool, isSelected: Bool)
  case slide(position: Double, isFinished: Bool)
  /// The items that are highlighted, in ascending order.
  case menu(isHighlighted: Bool, isExpanded: Bool, highlightedItems: [Int])
  case button(isDown: Bool, repeatCount: Int, isLatched: Bool)
  /// A tilt's, too.
  case stick(x: Double, y: Double)
  case knob(angle: Double)
  case trackpad
}
