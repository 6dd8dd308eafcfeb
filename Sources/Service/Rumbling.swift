// SPDX-License-Identifier: MIT

import CSystemd
import Evdev
import Pad

/// What games ask of the gamepad's motors, on its way to the clients.
extension Daemon {
  func watchForceFeedback() {
    seat.forceFeedback = nil
    guard let gamepad = seat.devices.gamepad else { return }
    seat.forceFeedback = try? loop.watch(
      gamepad.descriptor, EPOLLIN.rawValue, priority: .first
    ) { [unowned self] _ in
      do throws(EvdevError) {
        send(try gamepad.answerForceFeedback(at: loop.now))
      } catch {
        log.error("the gamepad's force feedback ends: \(error.description)")
        seat.forceFeedback = nil
      }
      rumble?.set(gamepad.rumbleDeadline)
    }
  }

  /// Tells a client that comes in the middle of it.
  func sendRumble(to connection: Connection) {
    guard let now = seat.devices.gamepad?.mixer.rumble(at: loop.now), now != .stop else { return }
    encode(now)
    send(to: connection)
  }

  /// The gamepad goes: nothing of its rumble stays.
  func endRumble(of gamepad: UInputDevice) {
    if gamepad.mixer.rumble(at: loop.now) != .stop { send(.stop) }
  }

  func rumbleIsDue() {
    guard let gamepad = seat.devices.gamepad else { return }
    send(gamepad.rumbleIsDue(at: loop.now))
    rumble?.set(gamepad.rumbleDeadline)
  }

  private func send(_ rumble: Rumble?) {
    guard let rumble else { return }
    encode(rumble)
    for session in seat.sessions where !session.awaitsWelcome {
      encoder.lines.withBytes { session.outbox.append($0) }
    }
    encoder.removeAll()
    flushAll()
  }

  private func encode(_ rumble: Rumble) {
    encoder.rumble(
      strong: rumble.strong, weak: rumble.weak, duration: rumble.durationSeconds)
  }
}
