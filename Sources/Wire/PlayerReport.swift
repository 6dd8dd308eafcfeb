// SPDX-License-Identifier: MIT

import JSON
import Pad

/// How a player is doing, for those who manage them.
public struct PlayerReport: Sendable {
  public struct Session: Sendable {
    public var number: SessionID
    /// What the client calls itself.
    public var client: String
    public var user: UInt32
    /// The name of the socket that it came through.
    public var socket: String
    /// Since when it plays.
    public var seconds: Double

    public init(
      number: SessionID, client: String, user: UInt32, socket: String, seconds: Double
    ) {
      self.number = number
      self.client = client
      self.user = user
      self.socket = socket
      self.seconds = seconds
    }
  }

  public struct Device: Sendable {
    public var name: String
    /// Its node under /dev/input; nil where there is none.
    public var node: String?

    public init(name: String, node: String?) {
      self.name = name
      self.node = node
    }
  }

  /// From 1.
  public var number: Int
  public var layout: String
  /// Nobody plays, but the place is kept for somebody who may come back.
  public var isKept: Bool
  public var sessions: [Session]
  public var devices: [Device]
  /// Each with the name of its code.
  public var holds: [(code: String, hold: Hold)]
  /// How many codes were held by nobody and had to be released.
  public var forcedReleases: Int

  public init(
    number: Int, layout: String, isKept: Bool, sessions: [Session], devices: [Device],
    holds: [(code: String, hold: Hold)], forcedReleases: Int
  ) {
    self.number = number
    self.layout = layout
    self.isKept = isKept
    self.sessions = sessions
    self.devices = devices
    self.holds = holds
    self.forcedReleases = forcedReleases
  }
}

extension Encoder {
  /// A `players` line.
  public mutating func players(_ reports: [PlayerReport]) {
    lines.raw(#"{"type":"players","players":["#)
    for (index, report) in reports.enumerated() {
      if index > 0 { lines.raw(",") }
      player(report)
    }
    lines.raw("]}\n")
  }

  private mutating func player(_ report: PlayerReport) {
    lines.raw("{")
    fields(report)
    lines.raw("}")
  }

  mutating func fields(_ report: PlayerReport) {
    field(#""player":"#, report.number)
    field(#","layout":"#, report.layout)
    field(#","isKept":"#, report.isKept)
    list(#","sessions":["#, report.sessions) { lines, session in
      lines.raw(#"{"session":"#)
      lines.integer(Int(session.number))
      lines.raw(#","client":"#)
      lines.string(session.client)
      lines.raw(#","user":"#)
      lines.integer(Int(session.user))
      lines.raw(#","socket":"#)
      lines.string(session.socket)
      lines.raw(#","seconds":"#)
      lines.number(session.seconds)
      lines.raw("}")
    }
    list(#","devices":["#, report.devices) { lines, device in
      lines.raw(#"{"device":"#)
      lines.string(device.name)
      if let node = device.node {
        lines.raw(#","node":"#)
        lines.string(node)
      }
      lines.raw("}")
    }
    list(#","held":["#, report.holds) { lines, held in
      lines.raw(#"{"code":"#)
      lines.string(held.code)
      lines.raw(#","value":"#)
      lines.integer(Int(held.hold.value))
      if let control = held.hold.control {
        lines.raw(#","control":"#)
        lines.string(control)
      }
      lines.raw(#","touches":["#)
      for (index, touch) in held.hold.touches.enumerated() {
        if index > 0 { lines.raw(",") }
        lines.raw(#"{"id":"#)
        lines.integer(Int(touch.id))
        lines.raw(#","session":"#)
        lines.integer(Int(touch.session))
        lines.raw("}")
      }
      lines.raw("]}")
    }
    field(#","forcedReleases":"#, report.forcedReleases)
  }
}
