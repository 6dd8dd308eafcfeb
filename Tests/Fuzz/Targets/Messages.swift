// SPDX-License-Identifier: MIT

import Pad

@testable import Wire

/// Messages: each line is a right message or an error with a sentence, and says the same when it is
/// not written as most clients do.
func fuzzMessages(_ line: [UInt8]) {
  var decoder = Decoder()
  let reading = Reading(line, &decoder)
  check(reading)
  // A decoder is used again and again.
  let again = Reading(line, &decoder)
  require(reading == again, "\(reading) and then \(again)")
  if reading.error == nil && !reading.namesBytes {
    // The space keeps the guess out.
    let spaced = Reading([0x20] + line, &decoder)
    require(reading == spaced, "\(reading), with a space \(spaced)")
  }
}

/// What is asked of the players.
func fuzzRequests(_ line: [UInt8]) {
  do throws(WireError) {
    switch try Request(line.span) {
    case .players: break
    case .swap(let one, let other): require(one > 0 && other > 0, "\(one) \(other)")
    case .drop(let player), .identify(let player): require(player > 0, "\(player)")
    case .watch(let player, let interval):
      require(player > 0 && (0.01...60).contains(interval.seconds), "\(player) \(interval)")
    }
  } catch {
    require(!error.message.isEmpty, "an error without a sentence")
  }
}

private struct Reading: Equatable {
  var message: Message?
  var error: WireError?
  var touches: [Touch] = []
  var live: [Int64]?
  var motion: Motion?
  var time: Double?

  init(_ line: [UInt8], _ decoder: inout Decoder) {
    do throws(WireError) {
      message = try decoder.decode(line.span)
      time = decoder.time
      if message == .touch {
        touches = decoder.frame.touches
        live = decoder.frame.live
      }
      if message == .motion { motion = decoder.motion }
    } catch {
      self.error = error
    }
  }

  /// Whether it has places of the line, which another way of writing moves.
  var namesBytes: Bool {
    switch message {
    case .ping, .use, .save: true
    default: false
    }
  }
}

private func check(_ reading: Reading) {
  if let error = reading.error {
    let codes: [WireError.Code] = [.badJSON, .badMessage, .unknownType, .tooManyTouches]
    require(codes.contains(error.code) && !error.message.isEmpty, "\(error)")
    return
  }
  if let time = reading.time { require(time.magnitude <= 1e15, "t is \(time)") }
  if let live = reading.live { require(live.count <= TouchFrame.limit, "\(live.count) live") }
  if let motion = reading.motion {
    for vector in [motion.gyro, motion.accel] {
      for part in [vector.x, vector.y, vector.z] { require(part.magnitude <= 1e4, "\(part)") }
    }
  }
  guard reading.message == .touch else { return }
  require((1...TouchFrame.limit).contains(reading.touches.count), "\(reading.touches.count)")
  for touch in reading.touches {
    if let place = touch.place {
      require(max(place.x.magnitude, place.y.magnitude) <= 1e6, "\(place)")
    } else {
      require(touch.phase == .ended || touch.phase == .cancelled, "\(touch)")
    }
  }
}
