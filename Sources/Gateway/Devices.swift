// SPDX-License-Identifier: MIT

/// The phones that may play.
struct Devices: Equatable {
  private(set) var all: [Device] = []
  private var nextID = 1

  /// So many are kept; past that, pairing one forgets the one that was paired first.
  static let limit = 64

  init(_ all: [Device] = []) {
    self.all = all
    nextID = (all.map(\.id).max() ?? 0) + 1
  }

  /// Lets a phone in from now on, and gives back who has been forgotten for it.
  mutating func add(_ name: String, key: String, isPrivate: Bool, at seconds: Int) -> (
    Device, forgotten: Device?
  ) {
    let device = Device(
      id: nextID, name: Self.name(name), hash: Gateway.hash(key), isPrivate: isPrivate,
      added: seconds)
    nextID += 1
    all.append(device)
    return (device, all.count > Self.limit ? all.removeFirst() : nil)
  }

  /// Whose key it is. Each key is looked at, whichever it is.
  ///
  /// - Parameter isPrivate: whether it came over TLS; keys that came so are good only so.
  func device(withKey key: String, isPrivate: Bool) -> Device? {
    let wanted = hash(key)
    var found: Device?
    for device in all where isSame(device.hash, wanted) && device.isPrivate == isPrivate {
      found = device
    }
    return found
  }

  /// A phone by its number or its name; nil where there is none, or more than one.
  func device(_ word: String) -> Device? {
    if let id = Int(word), let device = all.first(where: { $0.id == id }) { return device }
    let matches = all.filter { $0.name == word }
    return matches.count == 1 ? matches[0] : nil
  }

  mutating func remove(_ id: Int) { all.removeAll { $0.id == id } }

  mutating func change(_ id: Int, _ body: (inout Device) -> Void) {
    for index in all.indices where all[index].id == id { body(&all[index]) }
  }

  /// The file has all that it is to have.
  mutating func areKept() {
    for index in all.indices { all[index].isKept = all[index].isPrivate }
  }

  /// A name as it is kept: one line, not too long, and never empty.
  static func name(_ given: String) -> String {
    let scalars = given.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        false
      default: true
      }
    }
    var name = String(String.UnicodeScalarView(scalars.prefix(40)))
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return name.isEmpty ? "Phone" : name
  }
}
