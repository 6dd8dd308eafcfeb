// SPDX-License-Identifier: MIT

import Commands
import Evdev
import Glibc
import Layouts
import Pad
import Service
import Writing

/// `flickpad serve`: the daemon.
enum Serve {
  static let command = Command(
    name: "serve", summary: "run the daemon: touches in at its socket, events out through uinput",
    words: "", count: 0...0,
    options: [
      Option("layout", "NAME|FILE", "the layout that a player begins with (default: gamepad)"),
      Option("socket", "PATH", "where to listen; pad.sock and admin.sock lie beside it"),
      Option("players", "N", "how many can play, at most 16 (default: 4)"),
      Option(
        "plug", "WHOSE",
        "whose devices are there before anybody plays: first (default), all, demand"),
      Option(
        "grace", "SECONDS",
        "how long a player's place and devices are kept for a client that dropped out (default: 30)"
      ),
      Option("output", "KIND", "uinput (default), print, or auto: print where uinput is missing"),
      Option(
        "generic-id", "VVVV:PPPP", "vendor and product of generic devices (default: f11c:0001)"),
      LayoutFinder.option,
      Option("save", "keep layouts that clients of flickpad.sock send"),
      Option("record", "DIR", "write each session there as a script for simulate and replay"),
      Option("log-level", "LEVEL", "error, warning, info (default) or debug"),
    ], run: run)

  private static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
    let finder = LayoutFinder(arguments, files: .system)
    var configuration = Configuration(search: finder.search, names: .libevdev)
    if arguments.has("save") {
      guard let saved = finder.saved else {
        throw Arguments.Mistake(
          message: "--save: there is no place to keep layouts in; set HOME or XDG_STATE_HOME")
      }
      configuration.saved = saved
    }
    configuration.recordings = arguments["record"]
    if let layout = arguments["layout"] { configuration.layout = layout }
    configuration.socket = arguments["socket"]
    if let output = try arguments.choice("output", \OutputKind.rawValue) {
      configuration.output = output
    }
    if let level = try arguments.choice("log-level", \Log.Level.name) {
      configuration.logLevel = level
    }
    if let players = try arguments.number("players", in: 1...Configuration.playerLimit) {
      configuration.players = players
    }
    if let plug = try arguments.choice("plug", \PlugMode.rawValue) { configuration.plug = plug }
    if let grace = try arguments.number("grace", in: 0...86_400.0) {
      configuration.grace = Interval(seconds: grace)
    }
    if let text = arguments["generic-id"] { configuration.ids = try ids(text) }
    do throws(Failure) {
      return try Daemon(configuration).run()
    } catch {
      complain(error)
      return error.status
    }
  }

  private static func ids(_ text: String) throws(Arguments.Mistake) -> DeviceDescription.IDs {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.count == 4 && $0.allSatisfy(\.isHexDigit) ? UInt16($0, radix: 16) : nil }
    // SDL knows a device by its ids only where both are other than 0.
    guard parts.count == 2, let vendor = parts[0], let product = parts[1],
      vendor != 0 && product != 0
    else {
      throw Arguments.Mistake(
        message: "--generic-id wants two numbers of four hexadecimal digits other than 0000, "
          + "such as f11c:0001, not '\(text)'")
    }
    return DeviceDescription.IDs(vendor: vendor, product: product)
  }
}
