// SPDX-License-Identifier: MIT

import Glibc
import JSON

/// The phones whose keys last, as a file: names, and hashes of keys.
enum DeviceFile {
  static let name = "devices.json"

  /// - Throws: a sentence if the file cannot be read, or makes no sense.
  static func load(from state: StateDirectory) throws(Failure) -> Devices {
    guard let bytes = try state.read(name) else { return Devices() }
    guard let devices = devices(bytes) else {
      throw Failure(
        "\(state.path)/\(name), with the phones that are paired, is damaged; move it away and pair "
          + "them again", status: EX_CONFIG)
    }
    return devices
  }

  /// nil: they make no sense.
  static func devices(_ bytes: [UInt8]) -> Devices? {
    guard let node = try? JSONNode(parsing: bytes.span), let list = node.elements("devices"),
      list.count <= Devices.limit
    else { return nil }
    var all: [Device] = []
    for entry in list {
      guard let id = entry.integer("id"), id > 0, id < 1 << 40, let name = entry.text("name"),
        let hash = entry.text("hash").flatMap(Hexadecimal.bytes), hash.count == 32,
        let added = entry.integer("added"), !all.contains(where: { $0.id == id })
      else { return nil }
      all.append(
        Device(
          id: id, name: Devices.name(name), hash: hash, isKeyboard: entry.isTrue("keyboard"),
          isPrivate: true, isKept: true, added: added))
    }
    return Devices(all)
  }

  /// Writes those that are to be kept, and notes that they are.
  ///
  /// - Throws: a sentence if the file cannot be written; the one before is still there then.
  static func save(_ devices: inout Devices, to state: StateDirectory) throws(Failure) {
    try state.write(name, bytes(devices))
    devices.areKept()
  }

  static func bytes(_ devices: Devices) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"devices":["#)
    for (index, device) in devices.all.filter(\.isPrivate).enumerated() {
      writer.raw(index == 0 ? "\n" : ",\n")
      writer.raw(#"{"id":"#)
      writer.integer(device.id)
      writer.raw(#","name":"#)
      writer.string(device.name)
      writer.raw(#","hash":"#)
      writer.string(Hexadecimal.text(device.hash))
      writer.raw(#","keyboard":"#)
      writer.bool(device.isKeyboard)
      writer.raw(#","added":"#)
      writer.integer(device.added)
      writer.raw("}")
    }
    writer.raw("\n]}\n")
    return writer.bytes
  }
}
