// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Wire

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
      if let old, old.origin != .start { restore(old, at: seat) }
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

  /// Gives a player the layout that it had. Instead of one that is gone, or no longer good, it keeps
  /// the default layout.
  private func restore(_ old: Recollection, at seat: Seat) {
    do throws(WireError) {
      seat.useUnplugged(try layout(from: old.origin), from: old.origin)
    } catch {
      log.warning(
        "player \(old.number) has the default layout, not the one from before: \(error.message)")
    }
  }
}

extension Seat {
  /// What the next daemon has to know.
  var recollection: Recollection {
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
