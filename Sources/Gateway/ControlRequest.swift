// SPDX-License-Identifier: MIT

import JSON

/// What the commands on this machine ask the gateway for. Phones are named by number or name.
public enum ControlRequest: Equatable, Sendable {
  /// A new offer, in place of the one before.
  case pair
  /// All phones that are paired.
  case devices
  case rename(String, to: String)
  /// Its key is good no more, and its connections end.
  case revoke(String)
  /// Whether it may be a keyboard and a mouse, too.
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
