// SPDX-License-Identifier: MIT

/// What a client says in one line. A `touch` message's fingers are in the decoder's `frame`, a
/// `motion` message's numbers in its `motion`.
public enum Message: Equatable, Sendable {
  indirect case hello(Hello)
  case touch
  /// Cancel every touch of this session.
  case cancel
  /// Put one control back to its first state; nil is all of them.
  case reset(control: String?)
  /// Change the player's layout to a known one.
  case layout(name: String)
  /// Change the player's layout to one that the client brings. `layout` is the range of its bytes
  /// in the line: a JSON value, which is not looked into.
  case use(layout: Range<Int>)
  /// Keep a layout under its name, and change to it. `layout` is as for `use`.
  case save(layout: Range<Int>)
  /// Tell which codes a layout of this client can bind.
  case codes
  /// How the client's device is moved; the decoder's `motion` says it.
  case motion
  /// `id` is the range of its bytes in the line; nil where the client gave none.
  case ping(id: Range<Int>?)
  case bye
}

/// How a client introduces itself.
public struct Hello: Equatable, Sendable {
  /// What the client calls itself.
  public var client: String?
  /// The player it wants to be, from 1.
  public var player: Int?
  /// The layout's name.
  public var layout: String?
  /// The token of an earlier `welcome`. Keep it out of logs.
  public var resume: String?
  /// Whether it wants `event` and `haptic` lines.
  public var wantsFeedback = true

  public init() {}
}
