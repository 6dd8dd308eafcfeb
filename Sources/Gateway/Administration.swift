// SPDX-License-Identifier: MIT

import Glibc

/// What the gateway does for the commands of this machine.
extension Server {
  func answer(_ request: ControlRequest) -> [UInt8] {
    do throws(Failure) {
      switch request {
      case .pair:
        let offer = Secrets.offer()
        pairing.open(offer, at: now())
        return ControlAnswer.pairing(offer, configuration)
      case .devices:
        let connected = Set(clients.values.filter(\.isPlaying).compactMap { $0.device?.id })
        return ControlAnswer.devices(devices.all, connected: connected)
      case .rename(let word, let name):
        return ControlAnswer.done(try change(word) { $0.name = Devices.name(name) })
      case .revoke(let word): return ControlAnswer.done(try revoke(word))
      case .grant(let word, let isKeyboard):
        return ControlAnswer.done(
          try grant(word, isKeyboard), obstacle: isKeyboard ? fullSocketObstacle : nil)
      }
    } catch {
      return ControlAnswer.error(error)
    }
  }

  private func find(_ word: String) throws(Failure) -> Device {
    if let device = devices.device(word) { return device }
    let isShared = devices.all.contains { $0.name == word }
    throw Failure(
      isShared
        ? "several phones are called \(word); name one by its number, which flickpad-web devices "
          + "shows" : "there is no phone \(word); flickpad-web devices lists them",
      status: EX_DATAERR)
  }

  /// Changes a phone, and keeps that where its key is to be kept; nothing has changed where that fails.
  private func change(
    _ word: String, _ body: (inout Device) -> Void
  ) throws(Failure) -> Device {
    let device = try find(word)
    var changed = devices
    changed.change(device.id, body)
    if device.isPrivate { try DeviceFile.save(&changed, to: state) }
    devices = changed
    return try find(String(device.id))
  }

  private func revoke(_ word: String) throws(Failure) -> Device {
    let device = try find(word)
    // Whether or not that can be kept, the phone is out from now on.
    devices.remove(device.id)
    dismiss(device)
    log.info("phone \(device.id), \(device.name), is paired no more")
    guard device.isPrivate else { return device }
    do throws(Failure) {
      try DeviceFile.save(&devices, to: state)
    } catch {
      throw Failure(
        "\(device.name) is out, but only until the gateway starts anew: \(error.message), and revoke "
          + "it once more after that start", status: error.status)
    }
    return device
  }

  private func grant(_ word: String, _ isKeyboard: Bool) throws(Failure) -> Device {
    let device = try find(word)
    guard device.isPrivate || !isKeyboard else {
      throw Failure(
        "\(device.name) was paired without TLS, where anybody in its network can read its key and "
          + "then type on this machine; start the gateway with --tls auto, pair it again, and then "
          + "grant", status: EX_DATAERR)
    }
    let changed = try change(word) { $0.isKeyboard = isKeyboard }
    log.info(
      "phone \(device.id), \(device.name), may be "
        + (isKeyboard ? "keyboard and mouse, too" : "a gamepad only"))
    // It comes back by itself, and then has the other socket.
    for client in clients.values where client.device?.id == device.id { client.sendBack() }
    return changed
  }
}
