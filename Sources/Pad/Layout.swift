// SPDX-License-Identifier: MIT

/// A surface with controls: what a layout file says once it has been read and found right. What
/// only clients need to draw (labels, colours) is not here.
public struct Layout: Equatable, Sendable {
  public var name: String
  /// Layout units; touches use the same.
  public var size: Size
  public var gamepad: Identity
  public var controls: [Control]

  public init(name: String, size: Size, gamepad: Identity, controls: [Control]) {
    self.name = name
    self.size = size
    self.gamepad = gamepad
    self.controls = controls
  }

  /// As whom the gamepad presents itself.
  public enum Identity: String, CaseIterable, Sendable {
    /// Exactly the kernel's Xbox 360 pad.
    case xbox360
    /// The kernel's gamepad convention under our own ids.
    case generic
  }

  /// One control: where it is and what it does.
  public struct Control: Equatable, Sendable {
    public var id: String
    public var frame: Rect
    public var shape: Shape
    public var kind: Kind

    public init(id: String, frame: Rect, shape: Shape, kind: Kind) {
      self.id = id
      self.frame = frame
      self.shape = shape
      self.kind = kind
    }
  }

  /// A control's kind with the options it takes.
  public enum Kind: Equatable, Sendable {
    case dpad(DPadOptions)
    case flick(FlickOptions)
    case toggle(ToggleOptions)
    case slide(SlideOptions)
    case menu(MenuOptions)
    case button(ButtonOptions)
    case stick(StickOptions)
    case knob(KnobOptions)
    case trackpad(TrackpadOptions)
    case tilt(TiltOptions)
  }
}

/// Auto-repeat of a pad or a button.
public struct Repeat: Equatable, Sendable {
  /// How a repeat reaches the kernel.
  public enum Style: String, CaseIterable, Sendable {
    /// Bindings of KEY_* codes only auto-repeat, others are retriggered.
    case auto
    /// Value 2.
    case autorepeat
    /// Released and pressed again.
    case retrigger
  }
  public var delay = Interval(seconds: 1.0)
  public var interval = Interval(seconds: 0.2)
  public var style = Style.auto

  public init() {}
}

/// Compass points of a pad, one or (a diagonal) two of them at once.
public struct Direction: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let north = Direction(rawValue: 1)
  public static let south = Direction(rawValue: 2)
  public static let west = Direction(rawValue: 4)
  public static let east = Direction(rawValue: 8)
  public static let all: Direction = [.north, .south, .west, .east]

  /// The name that clients hear, or nil for no direction.
  public var name: StaticString? {
    switch self {
    case .north: "north"
    case .south: "south"
    case .west: "west"
    case .east: "east"
    case [.north, .east]: "northEast"
    case [.south, .east]: "southEast"
    case [.south, .west]: "southWest"
    case [.north, .west]: "northWest"
    default: nil
    }
  }
}

public struct DPadOptions: Equatable, Sendable {
  /// The wanted directions; the others count as none.
  public var directions = Direction.all
  /// Fraction of half the frame's shorter side.
  public var deadZone = 0.0
  /// 4 or 8.
  public var ways = 4
  public var hold = false
  public var glide = false
  public var `repeat`: Repeat?
  public var north: Binding?
  public var south: Binding?
  public var west: Binding?
  public var east: Binding?

  public init() {}
}

/// One of the five keys of a flick key.
public enum FlickLocation: UInt8, CaseIterable, Sendable {
  case center, top, bottom, left, right

  public var name: StaticString {
    switch self {
    case .center: "center"
    case .top: "top"
    case .bottom: "bottom"
    case .left: "left"
    case .right: "right"
    }
  }
}

public struct FlickOptions: Equatable, Sendable {
  public enum Fire: String, CaseIterable, Sendable {
    /// The location is pulsed when the finger lifts.
    case release
    /// The location is down while the finger is there.
    case hold
  }
  public var fire = Fire.release
  public var center: Binding?
  public var top: Binding?
  public var bottom: Binding?
  public var left: Binding?
  public var right: Binding?

  public init() {}
}

public struct ToggleOptions: Equatable, Sendable {
  public var selected: Binding?
  public var toggled: Binding?
  public var on: Binding?
  public var off: Binding?

  public init() {}
}

public struct SlideOptions: Equatable, Sendable {
  public enum Orientation: String, CaseIterable, Sendable {
    case horizontal, vertical
  }
  public enum Snap: String, CaseIterable, Sendable {
    /// Back to the start within half a second.
    case spring
    /// Stays where it was left.
    case stay
    /// Back to the start at once.
    case instant
  }
  public var orientation = Orientation.horizontal
  /// Length in layout units; nil is the frame's shorter side.
  public var thumb: Double?
  public var snap = Snap.spring
  /// How long after the finish the slide resets itself; nil is never.
  public var rearm: Interval?
  public var finished: Binding?
  /// An absolute axis.
  public var position: Code?

  public init() {}
}

public struct MenuOptions: Equatable, Sendable {
  public enum Direction: String, CaseIterable, Sendable {
    case right, left, up, down
  }
  public var direction = Direction.right
  /// From one item's corner to the next, in layout units.
  public var spacing = 80.0
  public var closeOnSelect = false
  /// What each item pulses.
  public var items: [Binding?] = []

  public init() {}

  /// The frame of item `index` (from 0) of a menu whose toggler fills `frame`.
  public func itemFrame(_ index: Int, of frame: Rect) -> Rect {
    let offset = spacing * Double(index + 1)
    var item = frame
    switch direction {
    case .right: item.x += offset
    case .left: item.x -= offset
    case .up: item.y -= offset
    case .down: item.y += offset
    }
    return item
  }
}

public struct ButtonOptions: Equatable, Sendable {
  public var hold = false
  public var glide = false
  public var `repeat`: Repeat?
  public var press: Binding?

  public init() {}
}

public struct StickOptions: Equatable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    /// The centre is the frame's.
    case fixed
    /// The centre is where the finger began.
    case floating
  }
  /// Fraction of the radius, below 1.
  public var deadZone = 0.08
  public var mode = Mode.fixed
  public var north: Binding?
  public var south: Binding?
  public var west: Binding?
  public var east: Binding?
  public var tap: Binding?
  /// Absolute axes.
  public var x: Code?
  public var y: Code?

  public init() {}
}

public struct KnobOptions: Equatable, Sendable {
  /// Clicks a turn.
  public var detents = 24.0
  public var clockwise: Binding?
  public var counterclockwise: Binding?
  /// A relative axis.
  public var step: Code?

  public init() {}
}

public struct TrackpadOptions: Equatable, Sendable {
  /// Events a layout unit.
  public var sensitivity = 1.0
  public var tap: Binding?
  public var tap2: Binding?
  /// Relative axes.
  public var x: Code?
  public var y: Code?
  /// REL_HWHEEL or REL_WHEEL.
  public var scrollX: Code?
  public var scrollY: Code?

  public init() {}
}

public struct TiltOptions: Equatable, Sendable {
  /// From the centre to full deflection, in degrees.
  public var range = 30.0
  /// Fraction of the range, below 1; for each axis by itself.
  public var deadZone = 0.05
  /// How long what gravity says takes to outweigh what was known before.
  public var smoothing = Interval(seconds: 0.1)
  /// Degrees; nil is as the device is held at the first motion.
  public var centreRoll: Double?
  public var centrePitch: Double?
  public var north: Binding?
  public var south: Binding?
  public var west: Binding?
  public var east: Binding?
  public var recentre: Binding?
  /// Absolute axes.
  public var x: Code?
  public var y: Code?

  public init() {}
}
