// SPDX-License-Identifier: MIT

import Layouts
import Pad
import Testing

/// The limits of layout files keep every control's arithmetic within what it can hold.
struct ExtremesTests {
  private static func file(x: String, side: String, long: String) -> String {
    func control(_ id: String, _ kind: String, _ fields: String) -> String {
      "{ id: '\(id)', kind: '\(kind)', frame: { x: \(x), y: \(x), width: \(long), "
        + "height: \(side) }, \(fields) },\n"
    }
    return "{ name: 't', size: { width: 1e6, height: 0.001 }, gamepad: 'generic', controls: ["
      + control("dpad", "dpad", "deadZone: 0.999999999, ways: 8, glide: true, repeat: true")
      + control("flick", "flick", "fire: 'hold', bind: { center: 'KEY_A', left: 'REL_X:-32767' }")
      + control("toggle", "toggle", "shape: 'circle', bind: { selected: 'ABS_X:-32768' }")
      + control(
        "slide", "slide",
        "thumb: 0.001, snap: 'spring', rearm: 3600, bind: { position: 'ABS_RX' }")
      + control("menu", "menu", "spacing: -1e6, items: [{ bind: 'KEY_B' }, {}]")
      + control(
        "button", "button", "repeat: { delay: 0.001, interval: 0.02 }, bind: { press: 'BTN_A' }")
      + control(
        "stick", "stick",
        "deadZone: 0.9999999999999999, bind: { x: 'ABS_X', y: 'ABS_HAT0Y', tap: 'BTN_B' }")
      + control(
        "knob", "knob", "detents: 1000, bind: { step: 'REL_DIAL', clockwise: 'KEY_C' }")
      + control(
        "trackpad", "trackpad",
        "sensitivity: 1000, bind: { x: 'REL_X', y: 'REL_Y', scrollX: 'REL_HWHEEL', "
          + "scrollY: 'REL_WHEEL' }")
      + control(
        "tilt", "tilt",
        "range: 1, deadZone: 0.9999999999999999, smoothing: 10, "
          + "centre: { roll: -90, pitch: -180 }, bind: { x: 'ABS_X', y: 'ABS_HAT0Y' }")
      + "] }"
  }

  /// Numbers at the ends of what a client may send, and at those of doubles.
  private static let motions: [Motion] = {
    let numbers = [0, 1, -9.8, Motion.limit, -Motion.limit, .leastNonzeroMagnitude]
    let vectors = numbers.flatMap { x in numbers.map { y in Vector(x: x, y: y, z: -x) } }
    return zip(vectors, vectors.reversed()).flatMap { a, b in
      [Motion(gyro: a, accel: b), Motion(gyro: b, accel: a), Motion(gyro: a, accel: a)]
    }
  }()

  @Test(
    arguments: [
      ("-1e6", "0.001", "0.0010000001"), ("0", "0.001", "1e6"), ("1e6", "1e6", "1e6"),
      ("-0.001", "999999.999", "1e6"),
    ])
  func theLargestAndTheSmallestLayoutsPlay(_ x: String, _ side: String, _ long: String) throws {
    let text = Self.file(x: x, side: side, long: long)
    let layout = try LayoutFile.read(Array(text.utf8), path: "t", names: headerNames).layout
    let corner = try #require(Double(x))
    let width = try #require(Double(long))
    let height = try #require(Double(side))
    // Every control alone, since they lie on top of each other.
    for control in layout.controls {
      var single = layout
      single.controls = [control]
      var player = Player(single)
      var now = Instant(microseconds: 0)
      func check(_ batch: borrowing EventBatch) {
        for index in batch.gamepad.indices {
          let event = batch.gamepad[index]
          guard event.type == EventType.abs.rawValue else { continue }
          #expect(Code.abs(event.code).range.contains(event.value), "\(control.id)")
        }
      }
      let places = [
        Point(x: corner, y: corner),
        Point(x: corner + width / 2, y: corner + height / 2),
        Point(x: corner + width * 0.75, y: corner + height / 2),
        Point(x: corner + width * 0.999, y: corner + height * 0.999),
        Point(x: -1e6, y: 1e6), Point(x: 1e6, y: -1e6), Point(x: 1e6, y: 1e6),
        Point(x: 0, y: 0), Point(x: .leastNonzeroMagnitude, y: -.leastNonzeroMagnitude),
      ]
      for first in places {
        for second in places {
          for id in [1, 2] as [Int64] {
            for (phase, place) in [(Touch.Phase.began, first), (.moved, second), (.moved, first)] {
              now = now + Interval(seconds: 0.3)
              while let due = player.nextDeadline, due <= now {
                player.fire(at: due, clock: due)
                check(player.batch)
              }
              let touch = Touch(id: id, phase: phase, place: place)
              try player.handle(TouchFrame(touches: [touch]), of: 1, at: now)
              check(player.batch)
            }
          }
          for id in [1, 2] as [Int64] {
            let touch = Touch(id: id, phase: .ended, place: second)
            try player.handle(TouchFrame(touches: [touch]), of: 1, at: now)
            check(player.batch)
          }
        }
      }
      for motion in Self.motions {
        now = now + Interval(seconds: 0.007)
        player.handle(motion, of: 1, at: now)
        check(player.batch)
      }
      player.leave(1, isLast: true, at: now)
      while let due = player.nextDeadline { player.fire(at: due, clock: due) }
      let isNeutral = player.isNeutral
      #expect(isNeutral, "\(control.id)")
    }
  }
}
