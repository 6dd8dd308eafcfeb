// SPDX-License-Identifier: MIT

import Evdev
import Glibc
import Layouts
import Pad

/// The players and devices of an earlier daemon come to life again.
extension Daemon {
  /// Has players wait for those who played them, on the devices that they had. Devices that are not
  /// of this start's description of them, or of nobody, go as they would have gone then.
  func revive(_ inheritance: inout Inheritance) throws(EventLoop.Failure) {
    let count = inheritance.devices.count
    for seat in seats {
      let old = inheritance.players.first { $0.number == seat.number }
      if let old { seat.recall(old, at: loop.now) }
      guard seat.isKept || seat.isKeptPlugged else { continue }
      if let old, let (layout, origin) = layout(of: old) {
        seat.useUnplugged(layout, from: origin)
      }
      revive(seat, &inheritance)
    }
    let left = inheritance.devices
    if count > 0 {
      log.info(
        "\(count - left.count) of \(count) devices go on from before this start; "
          + "\(seats.count(where: \.isKept)) players are kept for their clients")
    }
    for (name, _) in left { Store.remove(name.text) }
    basis.store?.players = { [unowned self] in seats.map(\.recollection) }
    basis.store?.remember()
    guard !left.isEmpty else { return }
    // They were told to be neutral; readers get time to see that.
    orphans = try loop.timer { [unowned self] in
      for (name, device) in left {
        device.destroy()
        log.info("\(name.text) is unplugged")
      }
      orphans = nil
    }
    orphans?.set(loop.now + Devices.farewell)
  }

  private func revive(_ seat: Seat, _ inheritance: inout Inheritance) {
    if basis.configuration.output != .print {
      for description in seat.descriptions(of: seat.layout.layout) {
        guard let device = inheritance.device(for: description) else { continue }
        do throws(EvdevError) {
          try seat.adopt(device, description)
        } catch {
          log.warning("the \(description.device.name) is made anew: \(error.description)")
          Store.remove(StoredName(description).text)
        }
      }
    }
    guard seat.isPlugged || seat.isKept else { return }
    do throws(EvdevError) {
      try seat.plugIn()
    } catch {
      log.error(
        "the devices of player \(seat.number) cannot be made: \(error.description)")
    }
  }

  /// The layout that a player had. One that is gone, or no longer good, is the default layout.
  private func layout(of old: Recollection) -> (LoadedLayout, LayoutOrigin)? {
    do {
      switch old.origin {
      case .start: return nil
      case .named(let name):
        let layout = try basis.configuration.search.layout(
          named: name, names: basis.configuration.names)
        return (layout, .named(name))
      case .sent(let json):
        let layout = try LayoutFile.read(
          json, path: "layout", names: basis.configuration.names)
        return (layout, .sent)
      }
    } catch {
      log.warning("player \(old.number) has the default layout, not the one from before: \(error)")
      return nil
    }
  }
}

extension Seat {
  /// What the next daemon has to know.
  var recollection: Recollection {
    let origin: Recollection.Origin =
      switch self.origin {
      case .start: .start
      case .named(let name): .named(name)
      case .sent: .sent(layout.json)
      }
    // Who never said hello does not come back.
    let unknown = sessions.filter { !$0.saidHello }.map(\.token)
    return Recollection(
      number: number, origin: origin, client: sessions.first?.client ?? lastClient,
      tokens: tokens.remembered(except: unknown))
  }

  /// Keeps the place for those who played when an earlier daemon ended. Before anybody plays.
  func recall(_ old: Recollection, at now: Instant) {
    tokens = Tokens(old.tokens, at: now, grace: basis.configuration.grace)
    lastClient = old.client
    grace?.set(tokens.end)
  }
}
