// SPDX-License-Identifier: MIT

import Pad

extension Scenario {
  /// The steps as a script of `flickpad simulate`, or nil where one client with a punctual daemon
  /// could not have done them.
  public var script: [String]? {
    guard isSimple else { return nil }
    return lines + [#"{"t":\#(seconds(steps.reduce(0) { $0 + $1.pause })),"type":"bye"}"#]
  }

  /// The steps as lines, with what a script of one client cannot say in words of their own.
  public var lines: [String] {
    var now: Int64 = 0
    return steps.map { step in
      now += step.length
      let lag = step.lag > 0 ? #","lag":\#(seconds(step.lag))"# : ""
      return #"{"t":\#(seconds(now))\#(lag),\#(fields(step.act))}"#
    }
  }

  /// Whether there is one layout, one client, and none who is late.
  public var isSimple: Bool {
    steps.allSatisfy { step in
      guard step.lag == 0 else { return false }
      return switch step.act {
      case .touch(let session, _, _), .motion(let session, _), .cancel(let session): session == 1
      case .reset: true
      case .leave, .change, .releaseAll, .replaceGamepad: false
      }
    }
  }

  private func fields(_ act: Act) -> String {
    func of(_ session: SessionID) -> String { session == 1 ? "" : #","session":\#(session)"# }
    switch act {
    case .touch(let session, let touches, let live):
      let list = touches.map { touch in
        let place = touch.place.map { #","x":\#($0.x),"y":\#($0.y)"# } ?? ""
        return #"{"id":\#(touch.id),"phase":"\#(touch.phase)"\#(place)}"#
      }
      let named = live.map { #","live":\#($0)"# } ?? ""
      return #""type":"touch","touches":[\#(list.joined(separator: ","))]\#(named)\#(of(session))"#
    case .motion(let session, let motion):
      let (turn, pull) = (motion.gyro, motion.accel)
      return #""type":"motion","gyro":[\#(turn.x),\#(turn.y),\#(turn.z)],"#
        + #""accel":[\#(pull.x),\#(pull.y),\#(pull.z)]\#(of(session))"#
    case .cancel(let session): return #""type":"cancel"\#(of(session))"#
    case .reset(let control):
      return #""type":"reset""# + (control.map { #","control":"c\#($0)""# } ?? "")
    case .leave(let session): return #""type":"bye"\#(of(session))"#
    case .change(let layout): return #""type":"layout","name":"soak\#(layout)""#
    case .releaseAll: return #""type":"(the daemon releases all)""#
    case .replaceGamepad: return #""type":"(another gamepad is plugged in)""#
    }
  }
}

/// Microseconds as a script has them.
func seconds(_ time: Int64) -> String { "\(Double(time) / 1e6)" }
