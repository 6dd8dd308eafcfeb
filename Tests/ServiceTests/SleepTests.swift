// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Glibc
import Layouts
import Pad
import Testing
import Writing

@testable import Service

/// What is done when the machine goes to sleep.
struct SleepTests {
  @Test func nothingIsHeldWhileItSleeps() throws {
    var events: [Int32] = [0, 0]
    var ends: [Int32] = [0, 0]
    #expect(pipe(&events) == 0)
    #expect(fcntl(events[0], F_SETFL, O_NONBLOCK) == 0)
    #expect(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { for descriptor in events + [ends[1]] { close(descriptor) } }
    let search = LayoutSearch(directories: [])
    let seat = try Seat(
      number: 1, layout: try search.layout("gamepad", names: .libevdev),
      make: { [events] (_) throws(EvdevError) in .raw(RawSink(descriptor: events[1])) },
      basis: Basis(
        configuration: Configuration(search: search, names: .libevdev),
        log: Log(of: "flickpad", level: .error),
        loop: try EventLoop(), store: nil), whenSettled: { _ in })
    try seat.plugIn()
    // It owns its end.
    let connection = Connection(
      descriptor: ends[0], client: Service.Client(user: 0, kind: .full), session: 1, saves: false)
    seat.add(connection)

    func says(_ phase: String, _ x: Double) throws {
      let line =
        #"{"type":"touch","touches":[{"id":1,"phase":"\#(phase)","x":\#(x),"y":345}]}"# + "\n"
      #expect(send(ends[1], line, line.utf8.count, 0) == line.utf8.count)
      connection.inbox.receive(from: connection.descriptor)
      let now = EventLoop.clock
      var turn = Turn(lines: 10, from: now)
      #expect(try seat.play(&connection.inbox, of: 1, at: now, &turn) == nil)
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

    try says("began", 780)
    #expect(reported().map(\.value) == [1])
    seat.settleUp()
    _ = told()
    // A tap that began just now is not held for the time that taps last.
    seat.letGo()
    #expect(reported().map(\.value) == [0])
    let isNeutral = seat.player.isNeutral
    #expect(isNeutral)
    let nextDeadline = seat.player.nextDeadline
    #expect(nextDeadline == nil)
    #expect(told().contains(#"{"type":"layout""#), "the client hears what is drawn now")
    // The finger is still there for the client, and for nobody else; the next one counts.
    try says("moved", 781)
    try says("ended", 781)
    #expect(reported().isEmpty)
    try says("began", 780)
    #expect(reported().map(\.value) == [1])
    seat.letGo()
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
