// SPDX-License-Identifier: MIT

import Pad
import Wire

/// The largest layouts take a hundredth of a second and more to be read, and meanwhile nobody plays. So
/// they get a tenth of the time at most, whoever sends them and by however many connections; who comes
/// too soon waits, and nothing else of it is worked on.
extension Daemon {
  /// What is read in less holds up nobody.
  private static let brief = Interval(microseconds: 1000)
  /// So many times as long as a layout took is the time of others.
  private static let others: Int64 = 9

  /// Reads layouts, and counts the time that takes.
  func reading<Result>(_ body: () throws(WireError) -> Result) throws(WireError) -> Result {
    let begin = EventLoop.timeAtWork
    defer {
      let way = EventLoop.timeAtWork - begin
      if way > Self.brief {
        layoutsAgain = EventLoop.clock + Interval(microseconds: way.microseconds * Self.others)
      }
    }
    return try body()
  }

  /// Has a message wait that needs a layout read, where others have just had large ones read.
  func postpones(_ message: Message, of connection: Connection) -> Bool {
    guard message.readsLayouts, EventLoop.clock < layoutsAgain else { return false }
    connection.early = message
    connection.isPostponed = true
    postponed.append(connection)
    layoutTurn?.set(layoutsAgain)
    return true
  }

  /// Works on messages that had to wait, in the order in which they came; but of two players, first for
  /// the one whose last turn was longer ago: however many connections one has.
  func workOnPostponed() {
    while EventLoop.clock >= layoutsAgain {
      let next = postponed.indices.min {
        lastLayoutTurns[number(of: postponed[$0])] < lastLayoutTurns[number(of: postponed[$1])]
      }
      guard let next else { break }
      let connection = postponed.remove(at: next)
      lastLayoutTurns[number(of: connection)] = (lastLayoutTurns.max() ?? 0) + 1
      connection.isPostponed = false
      goOn(with: connection)
    }
    if !postponed.isEmpty { layoutTurn?.set(layoutsAgain) }
  }

  /// Of the player as whom a client plays; 0 is nobody's.
  private func number(of connection: Connection) -> Int { connection.seat?.number ?? 0 }
}
