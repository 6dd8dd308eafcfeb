// SPDX-License-Identifier: MIT

import Glibc
import JSON

/// What the gateway answers.
enum ControlAnswer {
  static let notUnderstood = error(
    Failure("the gateway does not understand; is it of another version?", status: EX_PROTOCOL))

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
      writer.bool(device.isKept)
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
  ///
  /// - Parameter obstacle: why it has no effect for now.
  static func done(_ device: Device, obstacle: String? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"type":"done","id":"#)
    writer.integer(device.id)
    writer.raw(#","name":"#)
    writer.string(device.name)
    if let obstacle {
      writer.raw(#","obstacle":"#)
      writer.string(obstacle)
    }
    writer.raw("}")
    return writer.bytes
  }
}
