// SPDX-License-Identifier: MIT

import Pad
import Testing
import Wire

@Suite struct DecoderTests {
  private func touch(_ id: Int64, _ phase: Touch.Phase, _ x: Double, _ y: Double) -> Touch {
    Touch(id: id, phase: phase, place: Point(x: x, y: y))
  }

  @Test(arguments: [
    #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":123.25,"y":87.5}]}"#,
    #"{"type": "touch", "touches": [{"id": 1, "phase": "moved", "x": 123.25, "y": 87.5}]}"#,
    #" { "type" : "touch" , "touches" : [ { "id" : 1 , "phase" : "moved" , "x" : 123.25 , "y" : 87.5 } ] } "#,
    #"{"touches":[{"y":87.5,"x":123.25,"phase":"moved","id":1}],"type":"touch"}"#,
    #"{"touches":[{"id":1.0,"phase":"moved","x":1.2325e2,"y":875e-1}],"t":1,"type":"touch"}"#,
    #"{"\u0074ype":"\u0074ouch","touches":[{"\u0069d":1,"phase":"mo\u0076ed","\u0078":123.25,"y":87.5}]}"#,
    #"{"type":"touch","client":{"a":[1,{}]},"touches":[{"id":1,"force":0.5,"phase":"moved","x":123.25,"radius":[1,2],"y":87.5,"altitude":null}],"more":"\n"}"#,
    #"{"type":"touch","touches":[{"id":2,"phase":"ended"}],"touches":[{"id":9,"id":1,"phase":"began","phase":"moved","x":0,"x":123.25,"y":0,"y":87.5}]}"#,
  ])
  func aTouchIsReadHoweverItIsWritten(line: String) {
    let reading = read(line)
    #expect(reading.message == .touch)
    #expect(reading.error == nil)
    #expect(reading.touches == [touch(1, .moved, 123.25, 87.5)])
    #expect(reading.live == nil)
  }

  @Test func allPhasesAreRead() {
    let reading = read(
      #"""
      {"type":"touch","touches":[{"id":-1,"phase":"began","x":0,"y":-0.5},
      {"id":2,"phase":"moved","x":1e6,"y":-1e6},{"id":3,"phase":"ended","x":1,"y":2},
      {"id":4,"phase":"cancelled","x":3,"y":4},{"id":5,"phase":"ended"},
      {"id":9223372036854775807,"phase":"cancelled"}]}
      """#)
    #expect(
      reading.touches == [
        touch(-1, .began, 0, -0.5), touch(2, .moved, 1e6, -1e6), touch(3, .ended, 1, 2),
        touch(4, .cancelled, 3, 4), Touch(id: 5, phase: .ended, place: nil),
        Touch(id: .max, phase: .cancelled, place: nil),
      ])
  }

  @Test func liveTouchesAreRead() {
    let touches = #""touches":[{"id":1,"phase":"ended"}]"#
    #expect(read(#"{"type":"touch",\#(touches),"live":[]}"#).live == [])
    #expect(read(#"{"type":"touch","live":[1, 2.0,-3],\#(touches)}"#).live == [1, 2, -3])
    #expect(read(#"{"type":"touch","live":[1],"live":[2],\#(touches)}"#).live == [2])
  }

  @Test func aDecoderForgetsTheMessageBefore() {
    var decoder = Decoder()
    func read(_ line: String) -> Reading { decoder.read(Array(line.utf8)) }
    let three = read(
      #"""
      {"type":"touch","t":5,"touches":[{"id":1,"phase":"ended"},{"id":2,"phase":"ended"},
      {"id":3,"phase":"ended"}],"live":[4,5]}
      """#)
    #expect(three.touches.map(\.id) == [1, 2, 3])
    #expect(three.live == [4, 5])
    #expect(three.time == 5)
    let one = read(#"{"type":"touch","touches":[{"id":7,"phase":"ended"}]}"#)
    #expect(one.touches.map(\.id) == [7])
    #expect(one.live == nil)
    #expect(one.time == nil)
    #expect(read(#"{"type":"touch","t":6,"touches":[{"id":8}]}"#).error != nil)
    #expect(read(#"{"type":"bye"}"#) == Reading(message: .bye))
    let two = read(
      #"{"type":"touch","touches":[{"id":1,"phase":"ended"},{"id":2,"phase":"ended"}],"live":[6]}"#)
    #expect(two.touches.map(\.id) == [1, 2])
    #expect(two.live == [6])
  }

  @Test func asManyTouchesAsThereMayBe() {
    let touches = (0..<32).map { #"{"id":\#($0),"phase":"began","x":\#($0),"y":0.5}"# }
    let ids = (0..<32).map(String.init).joined(separator: ",")
    let reading = read(
      #"{"type":"touch","touches":[\#(touches.joined(separator: ","))],"live":[\#(ids)]}"#)
    #expect(reading.touches == (0..<32).map { touch(Int64($0), .began, Double($0), 0.5) })
    #expect(reading.live == (0..<32).map(Int64.init))
  }

  @Test func aHelloIsRead() {
    var hello = Hello()
    #expect(read(#"{"type":"hello"}"#).message == .hello(hello))
    #expect(read(#"{"type":"hello","protocol":1}"#).message == .hello(hello))
    hello.client = "a \"phone\""
    hello.player = 3
    hello.layout = "gamepad"
    hello.resume = "0123"
    hello.wantsFeedback = false
    #expect(
      read(
        #"""
        {"type":"hello","protocol":1.0,"client":"a \"phone\"","player":3,"layout":"gamepad",
        "resume":"0123","feedback":false,"colour":"red"}
        """#
      ).message == .hello(hello))
  }

  @Test func theOtherMessagesAreRead() {
    #expect(read(#"{"type":"cancel"}"#).message == .cancel)
    #expect(read(#"{"type":"reset"}"#).message == .reset(control: nil))
    #expect(read(#"{"type":"reset","control":"pad"}"#).message == .reset(control: "pad"))
    #expect(read(#"{"type":"layout","name":"retro"}"#).message == .layout(name: "retro"))
    #expect(read(#"{"type":"codes"}"#).message == .codes)
    #expect(read(#"{"type":"motion","gyro":[0,0,0],"accel":[0,9.8,0]}"#).message == .motion)
    #expect(read(#"{"type":"bye"}"#).message == .bye)
    #expect(read(#"{"control":"pad","type":"reset"}"#).message == .reset(control: "pad"))
  }

  @Test(arguments: [
    ("7", 2), (#""a \" b""#, 1), ("[1, {\"a\": null}]", 0), ("{\"x\":[]}", 3), ("null", 1),
    ("-1.50e+3", 0),
  ])
  func aPingGivesItsIdAsItCame(id: String, spaces: Int) {
    let line = #"{"type":"ping","id":\#(String(repeating: " ", count: spaces))\#(id) ,"more":1}"#
    guard case .ping(let range?) = read(line).message else {
      Issue.record("no ping in \(line)")
      return
    }
    #expect(String(decoding: Array(line.utf8)[range], as: UTF8.self) == id)
  }

  @Test func aLayoutThatIsBroughtAlongIsGivenAsItCame() throws {
    let layout = #"{ "name":"x", "more":[{}] }"#
    let use = #"{"type":"layout", "layout": \#(layout) ,"t":1}"#
    guard case .use(let range)? = read(use).message else { throw Unread() }
    #expect(String(decoding: Array(use.utf8)[range], as: UTF8.self) == layout)
    let save = #"{"layout":\#(layout),"type":"save"}"#
    guard case .save(let range)? = read(save).message else { throw Unread() }
    #expect(String(decoding: Array(save.utf8)[range], as: UTF8.self) == layout)
  }

  private struct Unread: Error {}

  @Test(arguments: [
    (#"{"type":"layout"}"#, "name: missing, want a layout's name"),
    (
      #"{"type":"layout","name":"a","layout":{}}"#,
      "layout: given beside name, want one of them"
    ),
    (
      #"{"type":"layout","layout":"retro"}"#,
      #"layout: want a whole layout, as a layout file has it, got "retro""#
    ),
    (
      #"{"type":"save","layout":[]}"#,
      "layout: want a whole layout, as a layout file has it, got an array"
    ),
    (#"{"type":"save"}"#, "layout: missing, want a whole layout, as a layout file has it"),
  ])
  func aLayoutMessageSaysWhatIsWrongWithIt(line: String, message: String) {
    #expect(read(line).error == WireError(.badMessage, message))
  }

  @Test func aPingMayHaveNoId() {
    #expect(read(#"{"type":"ping"}"#).message == .ping(id: nil))
  }

  @Test func aTimeMayRideOnAnyMessage() {
    #expect(read(#"{"t":1.5,"type":"bye"}"#) == Reading(message: .bye, time: 1.5))
    #expect(read(#"{"type":"cancel","t":0}"#) == Reading(message: .cancel, time: 0))
    #expect(read(#"{"type":"hello","t":-1e15}"#).time == -1e15)
    #expect(read(#"{"type":"reset","t":1,"t":2}"#).time == 2)
    #expect(read(#"{"type":"reset"}"#).time == nil)
  }

  @Test func aMotionIsRead() {
    let usual = read(#"{"type":"motion","gyro":[1,-2.5,3e-2],"accel":[0,9.8,1e4],"t":1}"#)
    #expect(usual.message == .motion)
    #expect(usual.time == 1)
    #expect(
      usual.motion
        == Motion(gyro: Vector(x: 1, y: -2.5, z: 0.03), accel: Vector(x: 0, y: 9.8, z: 1e4)))
    let other = read(#"{"accel":[-1e4,0,0],"more":[1],"gyro": [ 0 , 0 , 0 ],"type":"motion"}"#)
    #expect(
      other.motion == Motion(gyro: Vector(x: 0, y: 0, z: 0), accel: Vector(x: -1e4, y: 0, z: 0)))
  }
}
