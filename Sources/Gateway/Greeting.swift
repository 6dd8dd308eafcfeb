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

  /// It has been paired, and this is its key.
  ///
  /// - Parameter lasts: whether that is good after this run of the gateway.
  static func paired(_ device: Device, key: String, lasts: Bool) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"paired","key":"#)
    writer.string(key)
    writer.raw(#","name":"#)
    writer.string(device.name)
    writer.raw(#","lasts":"#)
    writer.bool(lasts)
    writer.raw("}")
    return writer.bytes
  }
}
