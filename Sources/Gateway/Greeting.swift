// SPDX-License-Identifier: MIT

import JSON

/// What a phone is told that may play.
enum Greeting {
  /// Its key was right.
  static func ready(_ device: Device) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"ready","name":"#)
    writer.string(device.name)
    writer.raw("}")
    return writer.bytes
  }

  /// It has been paired, this is its key, and whether that is good after this run of the gateway.
  static func paired(_ device: Device, key: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"paired","key":"#)
    writer.string(key)
    writer.raw(#","name":"#)
    writer.string(device.name)
    writer.raw(#","lasts":"#)
    writer.bool(device.isKept)
    writer.raw("}")
    return writer.bytes
  }
}
