// SPDX-License-Identifier: MIT

/// What the kernel is told of a device that is to be made.
public struct DeviceDescription: Equatable, Sendable {
  /// An absolute axis; fuzz, flat and resolution are always 0, since fuzz makes the kernel swallow
  /// values (drivers/input/input.c, input_defuzz_abs_event).
  public struct Axis: Equatable, Sendable {
    public var code: Code
    public var range: ClosedRange<Int32>
  }

  public var device: Device
  /// The player whose device it is, from 1.
  public var player: Int
  public var name: String
  /// The topology string of the device, by which udev rules can single it out.
  public var phys: String
  /// A BUS_* number of linux/input.h.
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  /// KEY_* and BTN_* codes in ascending order.
  public var keys: [Code]
  public var axes: [Axis]
  public var rels: [Code]
  /// Whether the device takes force feedback (rumble, periodic, gain; 16 effects).
  public var hasForceFeedback: Bool

  static let busUSB: UInt16 = 0x03
  static let busVirtual: UInt16 = 0x06

  /// Vendor and product of the devices that are nobody's but Flickpad's.
  public struct IDs: Equatable, Sendable {
    public var vendor: UInt16
    public var product: UInt16

    public init(vendor: UInt16, product: UInt16) {
      self.vendor = vendor
      self.product = product
    }

    /// A vendor number that nobody holds; both are other than 0, which SDL wants.
    public static let own = IDs(vendor: 0xf11c, product: 0x0001)
  }
}

extension Layout.Identity {
  /// The 11 buttons of the kernel's xpad driver.
  static let xboxButtons: [Code] = [
    0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
  ].map(Code.key)

  /// ABS_X, Y, Z, RX, RY, RZ.
  static let sticksAndTriggers: [Code] = (0x00...0x05).map(Code.abs)

  /// Whether a gamepad code can be bound under this identity (BTN_DPAD_* drive the hat of xbox360).
  public func accepts(_ code: Code) -> Bool {
    guard code.device == .gamepad else { return false }
    switch self {
    case .generic: return true
    case .xbox360:
      return Self.xboxButtons.contains(code) || Self.sticksAndTriggers.contains(code)
        || code == .absHat0X || code == .absHat0Y || hat(for: code) != nil
    }
  }

  /// Where this identity's directional pad is a hat: the axis and value that stand for a
  /// BTN_DPAD_* code.
  public func hat(for code: Code) -> (axis: Code, value: Int32)? {
    guard self == .xbox360 else { return nil }
    return switch code {
    case .btnDpadUp: (.absHat0Y, -1)
    case .btnDpadDown: (.absHat0Y, 1)
    case .btnDpadLeft: (.absHat0X, -1)
    case .btnDpadRight: (.absHat0X, 1)
    default: nil
    }
  }
}

extension DeviceDescription {
  /// The devices that `layout` needs, for player number `player` (from 1): always a gamepad, a
  /// keyboard and a mouse only where something is bound to them.
  public static func devices(for layout: Layout, player: Int, ids: IDs = .own)
    -> [DeviceDescription]
  {
    let codes = layout.codes
    var devices = [gamepad(layout.gamepad, codes: codes, player: player, ids: ids)]
    if codes.contains(where: { $0.device == .keyboard }) {
      devices.append(keyboard(codes: codes, player: player, ids: ids))
    }
    if codes.contains(where: { $0.device == .mouse }) {
      devices.append(mouse(codes: codes, player: player, ids: ids))
    }
    return devices
  }

  /// The gamepad of player `player` (from 1) under an identity; `codes` are added to a generic one.
  public static func gamepad(
    _ identity: Layout.Identity, codes: Set<Code>, player: Int, ids: IDs = .own
  ) -> DeviceDescription {
    let isXbox = identity == .xbox360
    var keys = Set(Layout.Identity.xboxButtons)
    var axes = Set(Layout.Identity.sticksAndTriggers)
    if isXbox {
      axes.formUnion([.absHat0X, .absHat0Y])
    } else {
      keys.formUnion([0x138, 0x139, 0x220, 0x221, 0x222, 0x223].map(Code.key))
      let bound = codes.filter { $0.device == .gamepad }
      keys.formUnion(bound.filter { $0.type == .key })
      axes.formUnion(bound.filter { $0.type == .abs })
    }
    return DeviceDescription(
      device: .gamepad, player: player,
      name: isXbox ? "Microsoft X-Box 360 pad" : "Flickpad Virtual Gamepad",
      phys: "flickpad/pad\(player - 1)",
      bus: isXbox ? busUSB : busVirtual,
      vendor: isXbox ? 0x045e : ids.vendor, product: isXbox ? 0x028e : ids.product,
      version: isXbox ? 0x0110 : 0x0001,
      keys: keys.sorted { $0.number < $1.number },
      axes: axes.sorted { $0.number < $1.number }.map { Axis(code: $0, range: $0.range) },
      rels: [], hasForceFeedback: true)
  }

  /// The keyboard: always KEY_ESC to KEY_MICMUTE (1 to 248) but for the forbidden ones, so that
  /// udev takes it for a keyboard (it asks for 1 to 31; systemd, udev-builtin-input_id.c), and the
  /// bound codes beyond. No EV_REP: the only auto-repeat is the layout's.
  public static func keyboard(codes: Set<Code>, player: Int, ids: IDs = .own)
    -> DeviceDescription
  {
    var keys = Set((1...248).map(Code.key).filter { !$0.isForbidden })
    let bound = codes.filter { $0.device == .keyboard }
    keys.formUnion(bound.filter { $0.type == .key })
    return DeviceDescription(
      device: .keyboard, player: player, name: "Flickpad Virtual Keyboard",
      phys: phys("kbd", player),
      bus: busVirtual, vendor: ids.vendor, product: ids.product &+ 1, version: 0x0001,
      keys: keys.sorted { $0.number < $1.number }, axes: [],
      rels: bound.filter { $0.type == .rel }.sorted { $0.number < $1.number },
      hasForceFeedback: false)
  }

  /// The mouse: five buttons (and BTN_FORWARD to BTN_TASK where bound), the pointer, both wheels
  /// with their high resolution.
  public static func mouse(codes: Set<Code>, player: Int, ids: IDs = .own) -> DeviceDescription {
    let bound = codes.filter { $0.device == .mouse && $0.type == .key }
    return DeviceDescription(
      device: .mouse, player: player, name: "Flickpad Virtual Mouse", phys: phys("mouse", player),
      bus: busVirtual, vendor: ids.vendor, product: ids.product &+ 2, version: 0x0001,
      keys: Set((0x110...0x114).map(Code.key)).union(bound).sorted { $0.number < $1.number },
      axes: [],
      rels: [.relX, .relY, .relHWheel, .relWheel, .relWheelHiRes, .relHWheelHiRes],
      hasForceFeedback: false)
  }

  /// `flickpad/kbd` for the first player, `flickpad/kbd1` for the second.
  private static func phys(_ stem: String, _ player: Int) -> String {
    player == 1 ? "flickpad/\(stem)" : "flickpad/\(stem)\(player - 1)"
  }
}

extension Layout {
  /// Every code that the layout can report.
  public var codes: Set<Code> {
    var codes: Set<Code> = []
    for control in controls {
      for binding in control.kind.bindings { codes.formUnion(binding.atoms.map(\.code)) }
      codes.formUnion(control.kind.amounts)
    }
    return codes
  }
}

extension Layout.Kind {
  /// The kind's bindings, in the order in which they act together.
  public var bindings: [Binding] {
    let bindings: [Binding?] =
      switch self {
      case .dpad(let it): [it.north, it.south, it.west, it.east]
      case .flick(let it): [it.center, it.top, it.bottom, it.left, it.right]
      case .toggle(let it): [it.selected, it.toggled, it.on, it.off]
      case .slide(let it): [it.finished]
      case .menu(let it): it.items
      case .button(let it): [it.press]
      case .stick(let it): [it.north, it.south, it.west, it.east, it.tap]
      case .knob(let it): [it.clockwise, it.counterclockwise]
      case .trackpad(let it): [it.tap, it.tap2]
      case .tilt(let it): [it.north, it.south, it.west, it.east, it.recentre]
      }
    return bindings.compactMap { $0 }
  }

  /// The axes that carry an amount.
  public var amounts: [Code] {
    let amounts: [Code?] =
      switch self {
      case .slide(let it): [it.position]
      case .stick(let it): [it.x, it.y]
      case .knob(let it): [it.step]
      case .trackpad(let it): [it.x, it.y, it.scrollX, it.scrollY]
      case .tilt(let it): [it.x, it.y]
      case .dpad, .flick, .toggle, .menu, .button: []
      }
    return amounts.compactMap { $0 }
  }
}
