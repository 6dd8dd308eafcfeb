// SPDX-License-Identifier: MIT

import Pad
import Wire

/// What a player's clients are told.
extension Seat {
  func welcome(_ session: Connection) {
    guard session.awaitsWelcome else { return }
    session.awaitsWelcome = false
    let json = layout.json
    encoder.welcome(
      player: number, leds: leds, resume: session.token, layout: json.span,
      layouts: basis.configuration.search.names, saves: session.saves, states: player.states)
    session.send(&encoder)
    sendRumble(to: session)
  }

  /// Tells every client which layout it has now, and which there are, where those are others than
  /// before.
  func tellLayout(_ layouts: [String]? = nil) {
    for session in sessions where !session.awaitsWelcome { sendLayout(to: session, layouts) }
  }

  func sendLayout(to session: Connection, _ layouts: [String]? = nil) {
    let json = layout.json
    encoder.layout(json.span, layouts: layouts, states: player.states)
    session.send(&encoder)
    session.flush()
  }

  /// Tells every client which player it is now.
  func tellNumber() {
    for session in sessions where !session.awaitsWelcome {
      encoder.player(number, leds: leds)
      session.send(&encoder)
    }
  }

  /// The four lights of a pad: one for each of the first four players, then every pair, every three,
  /// all, and none.
  var leds: [Bool] {
    let patterns: [UInt8] = [
      0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100, 0b0111,
      0b1011, 0b1101, 0b1110, 0b1111, 0b0000,
    ]
    let pattern = patterns[(number - 1) % patterns.count]
    return (0..<4).map { pattern >> $0 & 1 == 1 }
  }
}
