// SPDX-License-Identifier: MIT

/// One event as a device reports it.
public struct Event: Equatable, Sendable {
  /// EV_SYN, EV_KEY, EV_REL or EV_ABS.
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  public init(_ code: Code, _ value: Int32) {
    type = code.type.rawValue
    self.code = code.number
    self.value = value
  }

  /// SYN_REPORT, which ends every batch.
  public static let synReport = Event(Code(.syn, 0), 0)
}

/// What one cause makes each device report. The storage is kept from cause to cause.
public struct EventBatch: Sendable {
  public internal(set) var gamepad: [Event] = []
  public internal(set) var keyboard: [Event] = []
  public internal(set) var mouse: [Event] = []
  /// Keys that were not let out, since they would have completed Ctrl+Alt+Del or its like.
  public internal(set) var barred: [Code] = []

  init() {
    gamepad.reserveCapacity(64)
    keyboard.reserveCapacity(64)
    mouse.reserveCapacity(64)
  }

  /// The events of one device: none, or some and then a SYN_REPORT.
  public subscript(device: Device) -> [Event] {
    switch device {
    case .gamepad: gamepad
    case .keyboard: keyboard
    case .mouse: mouse
    }
  }

  /// Whether no device has anything to report.
  public var isEmpty: Bool { gamepad.isEmpty && keyboard.isEmpty && mouse.isEmpty }

  mutating func append(_ event: Event, to device: Device) {
    switch device {
    case .gamepad: gamepad.append(event)
    case .keyboard: keyboard.append(event)
    case .mouse: mouse.append(event)
    }
  }

  mutating func removeAll() {
    if !gamepad.isEmpty { gamepad.removeAll(keepingCapacity: true) }
    if !keyboard.isEmpty { keyboard.removeAll(keepingCapacity: true) }
    if !mouse.isEmpty { mouse.removeAll(keepingCapacity: true) }
    if !barred.isEmpty { barred.removeAll() }
  }

  mutating func close() {
    if !gamepad.isEmpty { gamepad.append(.synReport) }
    if !keyboard.isEmpty { keyboard.append(.synReport) }
    if !mouse.isEmpty { mouse.append(.synReport) }
  }
}
