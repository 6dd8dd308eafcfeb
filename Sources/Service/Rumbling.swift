// SPDX-License-Identifier: MIT

import CSystemd
import Evdev
import Glibc
import Pad

/// What games ask of the gamepad's motors, on its way to the clients.
extension Seat {
  /// The gamepad was made, replaced or taken away: nothing of the old one's rumble stays.
  func gamepadChanged() {
    for session in sessions where session.rumbles {
      stopRumble(of: session)
      session.flush()
    }
    forceFeedback = nil
    rumble?.set(nil)
    guard let gamepad = devices.gamepad else { return }
    do throws(EventLoop.Failure) {
      forceFeedback = try basis.loop.watch(
        gamepad.descriptor, EPOLLIN.rawValue, priority: .first
      ) { [unowned self] _ in
        do throws(EvdevError) {
          send(try gamepad.answerForceFeedback(at: basis.loop.now))
          // A game that floods waits for its turn like everybody else.
          forceFeedback?.setPriority(gamepad.hasMoreRequests ? .normal : .first)
        } catch {
          basis.log.error("the gamepad's force feedback ends: \(error.description)")
          forceFeedback = nil
        }
        rumble?.set(gamepad.rumbleDeadline)
      }
    } catch {
      basis.log.error(
        "games that ask player \(number)'s gamepad for force feedback get no answer, as it cannot be "
          + "watched: \(String(cString: strerror(error.errno)))")
    }
  }

  /// Stops what games play, until they play it again.
  func endRumble() {
    devices.gamepad?.stopRumble()
    rumbleIsDue()
    // That may have come too soon after another message.
    for session in sessions where session.rumbles {
      stopRumble(of: session)
      session.flush()
    }
  }

  /// Tells a client that comes in the middle of it.
  func sendRumble(to session: Connection) {
    guard let now = devices.gamepad?.mixer.rumble(at: basis.loop.now), now != .stop else { return }
    send(now, to: session)
  }

  /// Tells a client that has missed lines, maybe a stop.
  func repeatRumble(to session: Connection) {
    guard let now = devices.gamepad?.mixer.rumble(at: basis.loop.now) else { return }
    send(now, to: session)
  }

  /// Tells a client that leaves this player, but may have its ears still open.
  func stopRumble(of session: Connection) {
    if session.rumbles { send(.stop, to: session) }
  }

  func rumbleIsDue() {
    guard let gamepad = devices.gamepad else { return }
    send(gamepad.rumbleIsDue(at: basis.loop.now))
    rumble?.set(gamepad.rumbleDeadline)
  }

  /// Has the clients of this player make themselves known to whoever holds them.
  func identify() {
    let sign = Rumble(strong: 1, weak: 1, durationSeconds: 0.5)
    devices.gamepad?.interject(sign, at: basis.loop.now)
    rumble?.set(devices.gamepad?.rumbleDeadline)
    for session in sessions where !session.awaitsWelcome {
      send(sign, to: session)
      encoder.haptic()
      session.send(&encoder)
      session.flush()
    }
  }

  private func send(_ rumble: Rumble?) {
    guard let rumble else { return }
    for session in sessions where !session.awaitsWelcome {
      send(rumble, to: session)
      session.flush()
    }
  }

  private func send(_ rumble: Rumble, to session: Connection) {
    session.rumbles = rumble != .stop
    encoder.rumble(
      strong: rumble.strong, weak: rumble.weak, duration: rumble.durationSeconds)
    session.send(&encoder)
  }
}
