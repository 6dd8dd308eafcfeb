// SPDX-License-Identifier: MIT

import Pad
import Wire

/// What a line says, with all that the decoder holds of it; or what is wrong with it.
struct Reading: Equatable {
  var message: Message?
  var error: WireError?
  /// Of a `touch` message.
  var touches: [Touch] = []
  var live: [Int64]?
  /// Of a `motion` message.
  var motion: Motion?
  var time: Double?
}

extension Decoder {
  /// Reads a line, in a way that tests can compare.
  mutating func read(_ line: [UInt8]) -> Reading {
    var reading = Reading()
    do throws(WireError) {
      reading.message = try decode(line.span)
      if reading.message == .touch {
        reading.touches = frame.touches
        reading.live = frame.live
      }
      if reading.message == .motion { reading.motion = motion }
      reading.time = time
    } catch {
      reading.error = error
    }
    return reading
  }
}

/// Reads one line with a decoder of its own.
func read(_ line: String) -> Reading {
  var decoder = Decoder()
  return decoder.read(Array(line.utf8))
}
