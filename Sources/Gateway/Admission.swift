// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc

/// Who may play.
extension Server {
  /// How many phones can play.
  static let playerLimit = 32
  /// How many connections of one phone.
  static let deviceLimit = 4

  /// Judges who says who it is.
  ///
  /// - Returns: who it is, and what to tell it.
  func admit(_ introduction: Introduction, _ client: Client) throws(Refusal) -> (Device, [UInt8]) {
    let players = clients.values.filter(\.isPlaying)
    guard players.count < Self.playerLimit else { throw .tooManyClients }
    switch introduction {
    case .key(let key):
      guard let device = devices.device(withKey: key, isPrivate: client.isPrivate) else {
        throw .wrongKey
      }
      guard players.count(where: { $0.device?.id == device.id }) < Self.deviceLimit else {
        throw .tooManyClients
      }
      return (device, Greeting.ready(device))
    case .pair(let proof, let name):
      if let refusal = pairing.redeem(proof, at: now()) {
        // As often as an offer takes wrong tries, so that nobody can fill the journal.
        if refusal == .wrongCode { log.warning("a phone tried to pair with a wrong code") }
        throw refusal
      }
      let key = Secrets.key()
      let device = add(name, key: key, isPrivate: client.isPrivate)
      return (device, Greeting.paired(device, key: key))
    }
  }

  /// Lets a phone in, and keeps it where it came over TLS and that can be done.
  private func add(_ name: String, key: String, isPrivate: Bool) -> Device {
    var seconds = time_t()
    time(&seconds)
    let (device, forgotten) = devices.add(name, key: key, isPrivate: isPrivate, at: seconds)
    log.info("phone \(device.id), \(device.name), is paired")
    if let forgotten {
      log.warning(
        "phone \(forgotten.id), \(forgotten.name), is paired no more: \(Devices.limit) are kept")
      dismiss(forgotten)
    }
    guard isPrivate || forgotten?.isPrivate == true else { return device }
    do throws(Failure) {
      try DeviceFile.save(&devices, to: state)
    } catch {
      log.warning("\(device.name) has to be paired again after a restart: \(error.message)")
    }
    return devices.all.last ?? device
  }

  /// Ends the connections of a phone that may play no more.
  func dismiss(_ device: Device) {
    for client in clients.values where client.device?.id == device.id { client.refuse(.wrongKey) }
  }

  /// Connects to the daemon for a phone.
  func connect(_ device: Device, _ client: Client) throws(Refusal) -> DaemonLink {
    if device.isKeyboard && client.isPrivate {
      if let link = connect(configuration.fullSockets, client, isFull: true) { return link }
      note("\(device.name) may be a keyboard, but plays as a gamepad: \(noFullSocket)")
    }
    guard let link = connect(configuration.sockets, client, isFull: false) else { throw .noDaemon }
    return link
  }

  /// Why nobody can be a keyboard for now; nil: nothing is in the way.
  var fullSocketObstacle: String? {
    guard let descriptor = open(configuration.fullSockets) else { return noFullSocket }
    close(descriptor)
    return nil
  }

  private var noFullSocket: String {
    "the gateway cannot connect to \(configuration.fullSockets.joined(separator: " or ")) (GRANTING in "
      + "flickpad-web(1) says how)"
  }

  private func connect(_ paths: [String], _ client: Client, isFull: Bool) -> DaemonLink? {
    guard let descriptor = open(paths) else { return nil }
    let link = DaemonLink(descriptor: descriptor, client: client, isFull: isFull)
    return watch(link) ? link : nil
  }

  /// Connects to the first of the sockets where somebody listens, and lets the gateway in.
  private func open(_ paths: [String]) -> Int32? {
    for path in paths {
      let descriptor = clinux_connect(path)
      if descriptor >= 0 { return descriptor }
    }
    return nil
  }
}
