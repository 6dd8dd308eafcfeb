// SPDX-License-Identifier: MIT

import JSON

/// What the commands on this machine ask the gateway for. Phones are named by number or name.
public enum ControlRequest: Equatable, Sendable {
  /// A new offer, in place of the one before.
  case pair
  case devices
  case rename(String, to: String)
  case revoke(String)
  case grant(String, keyboard: Bool)

  init?(_ line: [UInt8]) {
    guard let node = try? JSONNode(parsing: line.span) else { return nil }
    switch (node.text("type"), node.text("device"), node.text("name")) {
    case ("pair", _, _): self = .pair
    case ("devices", _, _): self = .devices
    case ("rename", let device?, let name?): self = .rename(device, to: name)
    case ("revoke", let device?, _): self = .revoke(device)
    case ("grant", let device?, _): self = .grant(device, keyboard: node.isTrue("keyboard"))
    default: return nil
    }
  }

  /// The line that says so.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    func device(_ name: String) {
      writer.raw(#","device":"#)
      writer.string(name)
    }
    writer.raw(#"{"type":"#)
    switch self {
    case .pair: writer.string("pair")
    case .devices: writer.string("devices")
    case .rename(let name, let new):
      writer.string("rename")
      device(name)
      writer.raw(#","name":"#)
      writer.string(new)
    case .revoke(let name):
      writer.string("revoke")
      device(name)
    case .grant(let name, let isKeyboard):
      writer.string("grant")
      device(name)
      writer.raw(#","keyboard":"#)
      writer.bool(isKeyboard)
    }
    writer.raw("}")
    return writer.bytes
  }
}

/// What the gateway answers.
enum ControlAnswer {
  static let notUnderstood = error(
    Failure("the gateway does not understand; is it of another version?", status: 76))

  static func error(_ failure: Failure) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"error","status":"#)
    writer.integer(Int(failure.status))
    writer.raw(#","message":"#)
    writer.string(failure.message)
    writer.raw("}")
    return writer.bytes
  }

  static func pairing(_ offer: Pairing.Offer, _ configuration: Configuration) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"pairing","secret":"#)
    writer.string(offer.secret)
    writer.raw(#","code":"#)
    writer.string(offer.code)
    writer.raw(#","seconds":"#)
    writer.integer(Int(Pairing.lifetime))
    writer.raw(#","port":"#)
    writer.integer(configuration.port)
    writer.raw(#","tls":"#)
    writer.bool(configuration.isPrivate)
    if let address = configuration.address {
      writer.raw(#","address":"#)
      writer.string(address)
    }
    writer.raw("}")
    return writer.bytes
  }

  /// - Parameter connected: the phones that are, by number.
  static func devices(_ devices: [Device], connected: Set<Int>) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"devices","devices":["#)
    for (index, device) in devices.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.raw(#"{"id":"#)
      writer.integer(device.id)
      writer.raw(#","name":"#)
      writer.string(device.name)
      writer.raw(#","keyboard":"#)
      writer.bool(device.isKeyboard)
      writer.raw(#","lasts":"#)
      writer.bool(device.lasts)
      writer.raw(#","added":"#)
      writer.integer(device.added)
      writer.raw(#","connected":"#)
      writer.bool(connected.contains(device.id))
      writer.raw("}")
    }
    writer.raw("]}")
    return writer.bytes
  }

  /// It is done, and this is what the phone is called.
  static func done(_ device: Device) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"done","id":"#)
    writer.integer(device.id)
    writer.raw(#","name":"#)
    writer.string(device.name)
    writer.raw("}")
    return writer.bytes
  }
}
