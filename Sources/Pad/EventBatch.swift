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

/// What one cause makes each device report: no events, or some and then a SYN_REPORT. The storage
/// is kept from cause to cause.
public struct EventBatch: ~Copyable, Sendable {
  public internal(set) var gamepad = UniqueArray<Event>(capacity: 64)
  public internal(set) var keyboard = UniqueArray<Event>(capacity: 64)
  public internal(set) var mouse = UniqueArray<Event>(capacity: 64)
  /// Keys that were not let out, since they would have completed Ctrl+Alt+Del or its like.
  public internal(set) var barred: [Code] = []

  init() {}

  /// Lends the events of one device.
  @inlinable
  public func withEvents<Result, Failure: Error>(
    of device: Device, _ body: (Span<Event>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch device {
    case .gamepad: try gamepad.withSpan(body)
    case .keyboard: try keyboard.withSpan(body)
    case .mouse: try mouse.withSpan(body)
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
    gamepad.removeAll()
    keyboard.removeAll()
    mouse.removeAll()
    if !barred.isEmpty { barred.removeAll() }
  }

  mutating func close() {
    if !gamepad.isEmpty { gamepad.append(.synReport) }
    if !keyboard.isEmpty { keyboard.append(.synReport) }
    if !mouse.isEmpty { mouse.append(.synReport) }
  }
}
