// SPDX-License-Identifier: MIT

import Pad
import Testing
import Wire

@Suite struct DecoderTests {
  @Test func aMovedTouchIsRead() throws {
    var decoder = Decoder()
    let line = #"{"type":"touch","touches":[{"id":1,"phase":"moved","x":123.25,"y":87.5}]}"#
    #expect(try decoder.decode(Array(line.utf8).span) == .touch)
    let touches = decoder.frame.touches
    #expect(touches == [Touch(id: 1, phase: .moved, place: Point(x: 123.25, y: 87.5))])
  }
}
