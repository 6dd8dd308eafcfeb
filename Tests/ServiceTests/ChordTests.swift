// SPDX-License-Identifier: MIT

import Testing

/// Ctrl+Alt+Delete, by two players together: to the kernel all keyboards are one.
@Suite struct ChordTests {
  private static let layout = """
    {"name":"keys","size":{"width":300,"height":100},"controls":[
    {"id":"c","kind":"button","frame":{"x":0,"y":0,"width":100,"height":100},
    "bind":{"press":"KEY_LEFTCTRL"}},
    {"id":"a","kind":"button","frame":{"x":100,"y":0,"width":100,"height":100},
    "bind":{"press":"KEY_RIGHTALT"}},
    {"id":"d","kind":"button","frame":{"x":200,"y":0,"width":100,"height":100},
    "bind":{"press":"KEY_DELETE"}}]}
    """.filter { $0 != "\n" }

  private func client(_ daemon: RunningDaemon) throws -> Client {
    let client = try Client(daemon.socket)
    _ = try client.hello()
    client.send(#"{"type":"layout","layout":\#(Self.layout)}"#)
    _ = try client.receive("layout")
    return client
  }

  @Test func noTwoPlayersCompleteIt() throws {
    let daemon = try RunningDaemon()
    let (first, second) = (try client(daemon), try client(daemon))
    first.touch("began", 50, 50)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_LEFTCTRL 1")
    first.touch("began", 150, 50, id: 2)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_RIGHTALT 1")
    second.touch("began", 250, 50)
    _ = try daemon.logged { $0.contains("KEY_DELETE is kept back") }
    // One part less, and another key of the same kind may go.
    first.touch("ended", 150, 50, id: 2)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_RIGHTALT 0")
    second.touch("ended", 250, 50)
    second.touch("began", 250, 50)
    #expect(try daemon.event() == "keyboard2 EV_KEY KEY_DELETE 1")
    // Now it is the other player who would complete it.
    first.touch("began", 150, 50, id: 2)
    _ = try daemon.logged { $0.contains("KEY_RIGHTALT is kept back") }
    // Who leaves has nothing down any more.
    second.close()
    #expect(try daemon.event() == "keyboard2 EV_KEY KEY_DELETE 0")
    first.touch("ended", 150, 50, id: 2)
    first.touch("began", 150, 50, id: 2)
    #expect(try daemon.event() == "keyboard EV_KEY KEY_RIGHTALT 1")
  }
}
