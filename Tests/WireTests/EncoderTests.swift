// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Pad

/// Every line that the daemon says, to the byte.
@Suite struct EncoderTests {
  /// What an encoder writes that knows controls of these ids.
  private func written(_ ids: [String] = ["pad"], _ write: (inout Encoder) -> Void) -> String {
    var encoder = Encoder()
    encoder.use(layout(ids))
    write(&encoder)
    return String(decoding: encoder.lines.bytes, as: UTF8.self)
  }

  /// What the controls are does not matter here.
  private func layout(_ ids: [String]) -> Layout {
    Layout(
      name: "test", size: Size(width: 100, height: 100), gamepad: .generic,
      controls: ids.map { id in
        Layout.Control(
          id: id, frame: Rect(x: 0, y: 0, width: 10, height: 10), shape: .rect,
          kind: .trackpad(TrackpadOptions()))
      })
  }

  @Test(
    arguments: [
      (.padDown(.north, repeatCount: 0), #""touchDown","direction":"north","repeatCount":0"#),
      (
        .padDown([.north, .east], repeatCount: 0),
        #""touchDown","direction":"northEast","repeatCount":0"#
      ),
      (
        .padRepeat(.south, repeatCount: 12),
        #""touchDownRepeat","direction":"south","repeatCount":12"#
      ),
      (
        .padUp([.south, .west], repeatCount: 3),
        #""touchUp","direction":"southWest","repeatCount":3"#
      ),
      (.buttonDown(repeatCount: 0), #""touchDown","repeatCount":0"#),
      (.buttonRepeat(repeatCount: 1), #""touchDownRepeat","repeatCount":1"#),
      (.buttonUp(repeatCount: 2), #""touchUp","repeatCount":2"#),
      (.highlighted(true), #""highlighted","isHighlighted":true"#),
      (.itemHighlighted(false, item: 4), #""highlighted","isHighlighted":false,"item":4"#),
      (.componentsWillAppear, #""componentsWillAppear""#),
      (.componentsDidAppear, #""componentsDidAppear""#),
      (.active(.top), #""active","location":"top""#),
      (.didFlick(.center), #""didFlick","location":"center""#),
      (.componentsWillDisappear, #""componentsWillDisappear""#),
      (.componentsDidDisappear, #""componentsDidDisappear""#),
      (.lingerDidEnd(.right), #""lingerDidEnd","location":"right""#),
      (.didToggle(true), #""didToggle","isSelected":true"#),
      (.position(0.25), #""position","position":0.25"#),
      (.position(1), #""position","position":1"#),
      (.didFinish, #""didFinish""#),
      (.didReset, #""didReset""#),
      (.didExpand(false), #""didExpand","isExpanded":false"#),
      (.didSelect(item: 11), #""didSelect","item":11"#),
      (.stick(x: -0.5, y: 0.3333333333333333), #""position","x":-0.5,"y":0.3333333333333333"#),
      (.step(clicks: -1, angle: 0.125), #""step","clicks":-1,"angle":0.125"#),
      (.tap, #""tap""#),
      (.tap2, #""tap2""#),
    ] as [(Signal.Kind, String)])
  func eventsAreWritten(kind: Signal.Kind, fields: String) {
    let line = written { $0.signal(Signal(control: 0, kind: kind)) }
    #expect(line == #"{"type":"event","control":"pad","event":\#(fields)}"# + "\n")
  }

  @Test func aTickIsWritten() {
    let line = written { $0.signal(Signal(control: 0, kind: .haptic)) }
    #expect(line == #"{"type":"haptic","style":"light"}"# + "\n")
  }

  @Test func eventsNameTheirControl() {
    let ids = ["a", "a-long-name_2", "c\"\\é"]
    let text = written(ids) { encoder in
      for control in [2, 0, 1] { encoder.signal(Signal(control: control, kind: .tap)) }
    }
    #expect(
      text == #"""
        {"type":"event","control":"c\"\\é","event":"tap"}
        {"type":"event","control":"a","event":"tap"}
        {"type":"event","control":"a-long-name_2","event":"tap"}

        """#)
  }

  @Test func anotherLayoutHasOtherControls() {
    var encoder = Encoder()
    encoder.use(layout(["one", "two"]))
    encoder.signal(Signal(control: 1, kind: .tap))
    encoder.removeAll()
    encoder.use(layout(["three"]))
    encoder.signal(Signal(control: 0, kind: .tap2))
    #expect(
      String(decoding: encoder.lines.bytes, as: UTF8.self)
        == #"{"type":"event","control":"three","event":"tap2"}"# + "\n")
  }

  @Test func aWelcomeIsWritten() {
    let layout = Array(#"{"name":"test"}"#.utf8)
    let line = written(["pad", "a"]) { encoder in
      encoder.welcome(
        player: 2, leds: [false, true], resume: "00ff", layout: layout.span,
        layouts: ["gamepad", "my-own"], saves: true,
        states: [
          .dpad(.north, repeatCount: 3, isLatched: true),
          .button(isDown: false, repeatCount: 0, isLatched: false),
        ])
    }
    #expect(
      line
        == #"{"type":"welcome","protocol":1,"player":2,"leds":[false,true],"#
        + #""resume":"00ff","layout":{"name":"test"},"#
        + #""layouts":["gamepad","my-own"],"saves":true,"state":{"#
        + #""pad":{"direction":"north","repeatCount":3,"isLatched":true},"#
        + #""a":{"isDown":false,"repeatCount":0,"isLatched":false}}}"# + "\n")
  }

  @Test func aLayoutIsWrittenWithTheNamesThatAreNew() {
    let layout = Array(#"{"name":"test"}"#.utf8)
    #expect(
      written(["a"]) { $0.layout(layout.span, states: [.knob(angle: 0)]) }
        == #"{"type":"layout","layout":{"name":"test"},"state":{"a":{"angle":0}}}"# + "\n")
    #expect(
      written(["a"]) { $0.layout(layout.span, layouts: ["test"], states: [.knob(angle: 0)]) }
        == #"{"type":"layout","layout":{"name":"test"},"layouts":["test"],"#
        + #""state":{"a":{"angle":0}}}"# + "\n")
  }

  @Test func aBadLayoutIsToldPlaceByPlace() {
    let error = WireError(at: [
      .init(field: "controls[0].id", message: "is missing"),
      .init(field: "", message: "is \"bad\""),
    ])
    #expect(
      written([]) { $0.error(error, line: 3) }
        == #"{"type":"error","code":"bad-layout","message":"controls[0].id: is missing\nis \"bad\"","#
        + #""errors":[{"at":"controls[0].id","message":"is missing"},"#
        + #"{"at":"","message":"is \"bad\""}],"line":3}"# + "\n")
  }

  @Test(
    arguments: [
      (.dpad([], repeatCount: 0, isLatched: false), #""repeatCount":0,"isLatched":false"#),
      (
        .dpad([.north, .west], repeatCount: 1, isLatched: false),
        #""direction":"northWest","repeatCount":1,"isLatched":false"#
      ),
      (
        .flick(isHighlighted: false, isExpanded: false, active: nil),
        #""isHighlighted":false,"isExpanded":false"#
      ),
      (
        .flick(isHighlighted: true, isExpanded: true, active: .left),
        #""isHighlighted":true,"isExpanded":true,"location":"left""#
      ),
      (
        .toggle(isHighlighted: false, isSelected: true),
        #""isHighlighted":false,"isSelected":true"#
      ),
      (.slide(position: 0.5, isFinished: false), #""position":0.5,"isFinished":false"#),
      (
        .menu(isHighlighted: false, isExpanded: false, highlightedItems: []),
        #""isHighlighted":false,"isExpanded":false,"items":[]"#
      ),
      (
        .menu(isHighlighted: true, isExpanded: true, highlightedItems: [0, 2]),
        #""isHighlighted":true,"isExpanded":true,"items":[0,2]"#
      ),
      (
        .button(isDown: true, repeatCount: 7, isLatched: true),
        #""isDown":true,"repeatCount":7,"isLatched":true"#
      ),
      (.stick(x: 0, y: -1), #""x":0,"y":-1"#),
      (.knob(angle: 0.75), #""angle":0.75"#),
      (.trackpad, ""),
    ] as [(ControlState, String)])
  func statesAreWritten(state: ControlState, fields: String) {
    let layout = Array("{}".utf8)
    let line = written { $0.layout(layout.span, states: [state]) }
    #expect(line == #"{"type":"layout","layout":{},"state":{"pad":{\#(fields)}}}"# + "\n")
  }

  @Test func theOtherLinesAreWritten() {
    let id = Array(#"{"a": [1]}"#.utf8)
    let none: [UInt8] = []
    let text = written { encoder in
      encoder.rumble(strong: 0.5, weak: 1, duration: 0.02)
      encoder.rumble(strong: 0, weak: 0, duration: 0)
      encoder.player(2, leds: [false, true, false, false])
      encoder.error(WireError(.badMessage, "x: want \"y\""), line: 7)
      encoder.error(WireError(.takenOver, "another connection goes on as player 1"), line: nil)
      encoder.pong(id: id.span)
      encoder.pong(id: none.span)
    }
    #expect(
      text == #"""
        {"type":"rumble","strong":0.5,"weak":1,"duration":0.02}
        {"type":"rumble","strong":0,"weak":0,"duration":0}
        {"type":"player","player":2,"leds":[false,true,false,false]}
        {"type":"error","code":"bad-message","message":"x: want \"y\"","line":7}
        {"type":"error","code":"taken-over","message":"another connection goes on as player 1"}
        {"type":"pong","id":{"a": [1]}}
        {"type":"pong"}

        """#)
  }
}
