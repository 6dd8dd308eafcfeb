// SPDX-License-Identifier: MIT

import CEvdev
import Glibc

/// What is sent to injectors, and how fast.
struct Play {
  var name: String
  /// Lines of touches, each with a report of its own.
  var touches: [[UInt8]]
  /// Events instead of touches, for an injector that knows no more: as many for each line as the
  /// lines make.
  var events: [[UInt8]]
  /// Of one injector's turn.
  var messagesInTurn: Int
  /// Nanoseconds from message to message; without it each is sent when the report of the one before
  /// has been read.
  var interval: Int64?

  /// A thumb that moves on a stick.
  static func stick(_ name: String, messages: Int, interval: Int64? = nil) -> Play {
    Play(
      name: name, touches: Scenario.stick(wantsFeedback: false).messages.map { Array($0.utf8) },
      events: [
        record(EV_REL, REL_X, 3) + record(EV_REL, REL_Y, -2) + record(EV_SYN, SYN_REPORT, 0)
      ], messagesInTurn: messages, interval: interval)
  }

  /// A finger that presses a button and lets go of it; slower than a press has to last.
  static func button(_ name: String, messages: Int) -> Play {
    let key = KEY_F24
    return Play(
      name: name,
      touches: ["began", "ended"].map {
        Array(Scenario.line(Scenario.touch(3, $0, 79000, 30800)).utf8)
      },
      events: [1, 0].map { record(EV_KEY, key, $0) + record(EV_SYN, SYN_REPORT, 0) },
      messagesInTurn: messages, interval: 50_000_000)
  }

  /// An event as Debian's ydotoold reads it from its socket: type, code and value in eight bytes.
  private static func record(_ type: Int32, _ code: Int32, _ value: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt16(type).littleEndian) { bytes += $0 }
    withUnsafeBytes(of: UInt16(code).littleEndian) { bytes += $0 }
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    return bytes
  }

  /// One turn of an injector. Messages go in pairs, so that no button stays down.
  func turn(of injector: Injector, _ figures: inout Playing.Figures) {
    let messages = injector.messages(of: self)
    let cpu = injector.cpu
    var due = nanoseconds()
    for index in 0..<messagesInTurn {
      if let interval {
        due += interval
        sleep(until: due)
      }
      figures.latencies.append(injector.exchange(messages[index % messages.count]))
    }
    // What is left to do after a report is part of the cost.
    sleep(until: nanoseconds() + 50_000_000)
    figures.costs.append(Double(injector.cpu - cpu) / Double(messagesInTurn))
  }

  private func sleep(until time: Int64) {
    var time = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) != 0 {}
  }
}
