// SPDX-License-Identifier: MIT

import Evdev
import Layouts
import Pad
import Wire

/// Where a player has its layout from.
enum LayoutOrigin: Equatable {
  /// It is the one that players begin with.
  case start
  /// A client asked for it by this name.
  case named(String)
  /// A client has sent it, and it is not kept: the whole layout as JSON.
  case sent([UInt8])
}

/// Which layouts players have: known ones, and those that clients send.
extension Daemon {
  /// What an origin means now.
  func layout(from origin: LayoutOrigin) throws(WireError) -> LoadedLayout {
    switch origin {
    case .start: defaultLayout
    case .named(let name): try find(name)
    case .sent(let json): try read(json)
    }
  }

  func find(_ name: String) throws(WireError) -> LoadedLayout {
    try reading { () throws(WireError) in
      do throws(LayoutError) {
        return try basis.configuration.search.layout(
          named: name, names: basis.configuration.names)
      } catch {
        if case .bad(let layout) = error { throw WireError(.badLayout, layout.description) }
        throw WireError(.unknownLayout, error.description)
      }
    }
  }

  /// A layout that a client has sent.
  func read(_ bytes: [UInt8]) throws(WireError) -> LoadedLayout {
    try reading { () throws(WireError) in
      do throws(BadLayout) {
        return try LayoutFile.read(bytes, path: "layout", names: basis.configuration.names)
      } catch {
        throw WireError(at: error.diagnostics.map { .init(field: $0.where, message: $0.message) })
      }
    }
  }

  /// Keeps a layout that a client has sent, and gives it to the client's player and to all that have
  /// the one of its name.
  ///
  /// - Throws: why that cannot be. Nothing has changed then, but that it may be kept: where its
  ///   devices cannot be made.
  func save(_ bytes: [UInt8], of connection: Connection, at seat: Seat) throws(WireError) {
    guard connection.client.kind == .full else { throw .guestSaves }
    guard let saved = basis.configuration.saved else { throw .saveIsOff }
    let new = try read(bytes)
    let name = new.layout.name
    let search = basis.configuration.search
    // A file that is found before it would be meant by the name.
    if let place = search.place(of: name), !place.hasPrefix(saved.directory + "/") {
      throw WireError(
        at: [.init(field: "name", message: "\"\(name)\" is in \(place) already; choose another")])
    }
    try checkAllowedToAll(of: seat, new)
    do throws(SavedLayouts.Refusal) {
      try saved.keep(name, bytes + [UInt8(ascii: "\n")])
    } catch {
      log.warning("the layout \(name) is not kept: \(error)")
      throw WireError(.notSaved, error.description)
    }
    log.info("session \(connection.session): the layout \(name) is kept in \(saved.directory)")
    let isDefault = basis.configuration.layout == name
    let others = seats.filter { other in
      other !== seat && other.isPlugged
        && (other.origin == .named(name) || isDefault && other.origin == .start)
    }
    if isDefault {
      defaultLayout = new
      for other in seats where !other.isPlugged { other.useUnplugged(new) }
    }
    let names = search.names
    try change(seat, to: new, from: .named(name), layouts: names)
    for other in others {
      do throws(WireError) {
        try checkAllowedToAll(of: other, new)
        try change(other, to: new, from: other.origin, layouts: names)
      } catch {
        log.error("the layout of player \(other.number) stays as it is: \(error.message)")
      }
      other.settleUp()
    }
  }

  /// Gives a client's player another layout, where the client and all others that play it may.
  func change(
    _ seat: Seat, to new: LoadedLayout, from origin: LayoutOrigin, for connection: Connection
  ) throws(WireError) {
    try checkAllowed(new, connection)
    try checkAllowedToAll(of: seat, new)
    try change(seat, to: new, from: origin)
  }

  /// Gives a player another layout, and the devices that it needs. `layouts` are all
  /// there are, where those are others than before.
  ///
  /// - Throws: the kernel's refusal; layout and devices are then as before.
  func change(
    _ seat: Seat, to new: LoadedLayout, from origin: LayoutOrigin, layouts: [String]? = nil
  ) throws(WireError) {
    do throws(EvdevError) {
      try seat.use(new, from: origin)
    } catch {
      log.error("the devices of layout \(new.layout.name) cannot be made: \(error.description)")
      throw WireError(
        .badLayout, "the devices of layout \(new.layout.name) cannot be made: \(error.description)")
    }
    seat.tellLayout(layouts)
  }

  /// Makes the devices of a player who had none.
  func plugIn(_ seat: Seat) throws(WireError) {
    do throws(EvdevError) {
      if !seat.isPlugged { try seat.plugIn() }
    } catch {
      throw WireError(
        .noFreePlayer, "player \(seat.number)'s devices cannot be made: \(error.description)")
    }
  }
}
