// SPDX-License-Identifier: MIT

import JSON

/// How a player is doing, as text.
enum PlayerText {
  /// - Parameter answer: the line that `player` is a part of.
  static func lines(_ player: JSONNode, in answer: [UInt8]) -> [String] {
    let sessions = player.list("sessions")
    let isKept = player["isKept"]?.value == .bool(true)
    let state = !sessions.isEmpty ? "plays" : isKept ? "may come back" : "free"
    var lines = ["player \(player.number("player")): \(state), layout \(player.string("layout"))"]
    for session in sessions {
      lines.append(
        "  session \(session.number("session")): \(session.string("client")) of user "
          + "\(session.number("user")) through \(session.string("socket")), "
          + "for \(duration(session.number("seconds")))")
    }
    for device in player.list("devices") {
      let node = device.string("node")
      lines.append("  \(device.string("device"))" + (node.isEmpty ? "" : " \(node)"))
    }
    for held in player.list("held") { lines.append("  " + self.held(held, in: answer)) }
    let forced = player.number("forcedReleases")
    if forced > 0 {
      lines.append(
        "  \(forced) forced releases, each a mistake of Flickpad's: see the daemon's log")
    }
    return lines
  }

  /// Code <- control <- touch <- session.
  private static func held(_ held: JSONNode, in answer: [UInt8]) -> String {
    let value = held.number("value")
    var text = held.string("code") + (value == 1 ? "" : " \(value)")
    guard held["control"] != nil else { return text + " <- a tap that is not over" }
    text += " <- \(held.string("control"))"
    let touches = held.list("touches").map {
      "touch \($0.digits("id", in: answer)) <- session \($0.number("session"))"
    }
    return touches.isEmpty ? text : text + " <- " + touches.joined(separator: ", ")
  }

  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
  }
}
