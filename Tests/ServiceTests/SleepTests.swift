// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Foundation
import Layouts
import Pad
import Programs
import Testing
import Writing

@testable import Service

/// A player without a daemon, and what becomes of what it is told.
private final class OnePlayer {
  let seat: Seat
  let connection: Connection
  private let events: [Int32]
  private let ends: [Int32]

  init(_ layout: String, _ change: (inout Configuration) -> Void = { _ in }) throws {
    var events: [Int32] = [0, 0]
    var ends: [Int32] = [0, 0]
    #expect(pipe(&events) == 0)
    #expect(fcntl(events[0], F_SETFL, O_NONBLOCK) == 0)
    #expect(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    (self.events, self.ends) = (events, ends)
    let search = LayoutSearch(directories: [])
    var configuration = Configuration(search: search, names: .libevdev)
    change(&configuration)
    seat = try Seat(
      number: 1, layout: try search.layout(layout, names: .libevdev),
      make: { [events] (_) throws(EvdevError) in .raw(RawSink(descriptor: events[1])) },
      basis: Basis(
        configuration: configuration, log: Log(of: "flickpad", level: .error),
        loop: try EventLoop(), store: nil), whenSettled: { _ in })
    try seat.plugIn()
    // It owns its end.
    connection = Connection(
      descriptor: ends[0], client: Service.Client(user: 0, kind: .full), session: 1, saves: false)
    seat.add(connection)
  }

  deinit { for descriptor in events + [ends[1]] { close(descriptor) } }

  func says(_ phase: String, _ x: Double, _ y: Double, id: Int = 1) throws {
    let line =
      #"{"type":"touch","touches":[{"id":\#(id),"phase":"\#(phase)","x":\#(x),"y":\#(y)}]}"# + "\n"
    #expect(send(ends[1], line, line.utf8.count, 0) == line.utf8.count)
    connection.inbox.receive(from: connection.descriptor)
    let now = EventLoop.clock
    var turn = Turn(lines: 10, from: now)
    #expect(try seat.play(&connection.inbox, of: 1, at: now, &turn) == nil)
  }

  /// Waits until what is down may go up at once.
  func outlastGates() {
    let end = EventLoop.clock + Interval(microseconds: 60_000)
    while EventLoop.clock < end { usleep(1000) }
    seat.fire(upTo: EventLoop.clock)
  }

  func reported() -> [input_event] {
    var buffer = [input_event](repeating: input_event(), count: 64)
    let size = MemoryLayout<input_event>.stride
    let count = read(events[0], &buffer, buffer.count * size)
    return buffer.prefix(max(count, 0) / size).filter { $0.type != UInt16(EV_SYN) }
  }

  func told() -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[1], &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}

/// What is done when the machine goes to sleep.
struct SleepTests {
  @Test func nothingIsHeldWhileItSleeps() throws {
    let one = try OnePlayer("gamepad")
    try one.says("began", 780, 345)
    #expect(one.reported().map(\.value) == [1])
    one.seat.settleUp()
    _ = one.told()
    // A tap that began just now is not held for the time that taps last.
    one.seat.letGo()
    #expect(one.reported().map(\.value) == [0])
    let isNeutral = one.seat.player.isNeutral
    #expect(isNeutral)
    let nextDeadline = one.seat.player.nextDeadline
    #expect(nextDeadline == nil)
    #expect(one.told().contains(#"{"type":"layout""#), "the client hears what is drawn now")
    // The finger is still there for the client, and for nobody else; the next one counts.
    try one.says("moved", 781, 345)
    try one.says("ended", 781, 345)
    #expect(one.reported().isEmpty)
    try one.says("began", 780, 345)
    #expect(one.reported().map(\.value) == [1])
    one.seat.letGo()
  }

  @Test func aRecordingLetsGoWhereItSlept() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let layout = folder.appendingPathComponent("latches.json").path
    try """
    {"name":"latches","size":{"width":300,"height":100},"controls":[
    {"id":"t","kind":"toggle","frame":{"x":0,"y":0,"width":100,"height":100},
    "bind":{"selected":"BTN_TL","off":"BTN_TR"}},
    {"id":"a","kind":"button","frame":{"x":100,"y":0,"width":100,"height":100},
    "bind":{"press":"BTN_SOUTH"}},
    {"id":"b","kind":"button","frame":{"x":200,"y":0,"width":100,"height":50},
    "glide":true,"bind":{"press":"BTN_EAST"}}]}
    """.write(toFile: layout, atomically: true, encoding: .utf8)
    let one = try OnePlayer(layout) { $0.recordings = folder.path }
    // A latch, a finger that holds something, and one that may come to.
    try one.says("began", 50, 50)
    try one.says("ended", 50, 50)
    try one.says("began", 150, 50, id: 2)
    try one.says("began", 250, 80, id: 3)
    one.outlastGates()
    one.seat.letGo()
    try one.says("moved", 250, 20, id: 3)
    // The toggle is off: it is switched on again.
    try one.says("began", 50, 50)
    try one.says("ended", 50, 50)
    one.outlastGates()
    one.seat.leave(one.connection, returns: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let script = try #require(files.first { $0.hasSuffix(".script") })
    let again = try run(
      BuiltPrograms.path("flickpad"), ["simulate", layout, folder.path + "/" + script])
    #expect(again.status == 0)
    let events = again.output.split(separator: "\n").filter { !$0.contains("SYN_REPORT") }.map {
      $0.split(separator: " ").suffix(2).joined(separator: " ")
    }
    let reported = one.reported().map { event in
      let name = CodeNames.libevdev.name(Code(.key, event.code)) ?? ""
      return "\(name) \(event.value)"
    }
    #expect(reported.contains("BTN_TL 0"))
    // Those of one moment have no order that matters.
    #expect(events.sorted() == reported.sorted())
  }

  @Test func everythingIsLetGoOfBeforeAndAfter() {
    var times = 0
    let watch = SleepWatch(Log(of: "flickpad", level: .error)) { times += 1 }
    watch.sleep(begins: true)
    #expect(times == 1)
    #expect(watch.isAsleep)
    watch.sleep(begins: false)
    #expect(times == 2)
    #expect(!watch.isAsleep)
    #expect(watch.lock == -1, "there is no bus to ask")
  }
}
