// SPDX-License-Identifier: MIT

import JSON

/// A phone, as `flickpad-web devices` shows it.
public struct DeviceReport: Equatable, Sendable {
  /// The number that commands take.
  public var id: Int
  /// What its player calls it, on one line.
  public var name: String
  /// Whether it may be a keyboard and a mouse, too.
  public var isKeyboard: Bool
  /// Whether its key is good after this run of the gateway.
  public var lasts: Bool
  /// When it was paired, in seconds since 1970.
  public var added: Int
  /// Whether it plays now.
  public var isConnected: Bool

  /// All that an answer has.
  public static func all(_ node: JSONNode) -> [DeviceReport] {
    (node.elements("devices") ?? []).map { entry in
      DeviceReport(
        id: entry.integer("id") ?? 0, name: entry.text("name") ?? "",
        isKeyboard: entry.isTrue("keyboard"), lasts: entry.isTrue("lasts"),
        added: entry.integer("added") ?? 0, isConnected: entry.isTrue("connected"))
    }
  }
}
