// SPDX-License-Identifier: MIT

import CSystemd
import Glibc

/// What systemd hands over at the start: the sockets on which it has listened for us, and the
/// descriptors that an earlier daemon has left with it. They come in one list, in any order, and are
/// told apart by their names.
struct Handover {
  struct Item {
    let name: String
    let descriptor: Int32
  }

  private(set) var sockets: [Item] = []
  private(set) var stored: [Item] = []

  /// Nothing.
  init() {}

  /// Takes all there is; a second time there is nothing.
  static func take() -> Handover {
    var handover = Handover()
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    for index in 0..<max(Int(count), 0) {
      let name = names?[index].map { String(cString: $0) } ?? ""
      free(names?[index])
      let item = Item(name: name, descriptor: 3 + Int32(index))  // SD_LISTEN_FDS_START
      if isSocket(item) { handover.sockets.append(item) } else { handover.stored.append(item) }
    }
    free(names)
    return handover
  }

  /// A socket under a name that we do not know is the mistake of a unit, and no device.
  private static func isSocket(_ item: Item) -> Bool {
    guard StoredName(item.name) == nil else { return false }
    return SocketKind(rawValue: item.name) != nil || sd_is_socket(item.descriptor, 0, 0, -1) > 0
  }
}
