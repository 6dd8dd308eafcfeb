// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Writing

/// Which players' devices are there without anybody playing.
public enum PlugMode: String, CaseIterable, Sendable {
  /// The first player's, so that a game that looks once finds a pad.
  case first
  /// Everybody's.
  case all
  /// Nobody's.
  case demand
}

/// What a daemon is told at its start.
public struct Configuration {
  /// The layout that a player begins with: a name or a file.
  public var layout = "gamepad"
  /// Where the full socket lies; nil is the usual place.
  public var socket: String?
  /// How many can play.
  public var players = 4
  public var plug = PlugMode.first
  /// How long a player's place and devices are kept for a client that has dropped out.
  public var grace = Interval(microseconds: 30_000_000)
  public var output = OutputKind.uinput
  /// What makes a player's devices; nil is what `output` says.
  public var makeDevice: Devices.Maker?
  public var logLevel = Log.Level.info
  /// Vendor and product of generic gamepads, keyboards and mice.
  public var ids = DeviceDescription.IDs.own
  /// Where layouts are looked for.
  public var search: LayoutSearch
  /// Keeps layouts that clients send; nil where none are kept.
  public var saved: SavedLayouts?
  /// The directory where sessions are recorded; nil where they are not.
  public var recordings: String?
  /// How codes are called.
  public var names: CodeNames

  /// More players than this cannot be asked for.
  public static let playerLimit = 16

  public init(search: LayoutSearch, names: CodeNames) {
    self.search = search
    self.names = names
  }
}

/// What the parts of a daemon share.
struct Basis {
  let configuration: Configuration
  let log: Log
  let loop: EventLoop
  /// Keeps devices and players for the next daemon; nil where nobody does.
  let store: Store?
}
