// SPDX-License-Identifier: MIT

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
          + "them again", status: 78)  // EX_CONFIG
    }
    return devices
  }

  /// nil: they make no sense.
  static func devices(_ bytes: [UInt8]) -> Devices? {
    guard let node = try? JSONNode(parsing: bytes.span), let list = node.list("devices"),
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
          lasts: true, added: added))
    }
    return Devices(all)
  }

  /// - Throws: a sentence if the file cannot be written; the one before is still there then.
  static func save(_ devices: Devices, to state: StateDirectory) throws(Failure) {
    try state.write(name, bytes(devices))
  }

  static func bytes(_ devices: Devices) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"devices":["#)
    for (index, device) in devices.all.filter(\.lasts).enumerated() {
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

enum Hexadecimal {
  static func text(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// nil: it is no even number of digits.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, digits.allSatisfy({ isxdigit($0) }) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)!
    }
  }

  private static func isxdigit(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
  }
}
