// SPDX-License-Identifier: MIT

import JSON
import Testing

@Suite struct NodeTests {
  @Test func whatIsReadIsWrittenCompactly() throws {
    let text = #" { "a" : [ 1 , -2.50 , 1e3 , true , null ] , "b" : { "c" : "d\n\u00e9" } } "#
    let node = try JSONNode(parsing: Array(text.utf8).span)
    var writer = JSONWriter()
    writer.node(node)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":[1,-2.5,1000,true,null],"b":{"c":"d\né"}}"#)
  }

  @Test func extrasAreReadWhereAsked() throws {
    let text = "// pad\n{ a: 'b', /* c */ d: [0x10, +1, .5, 5., 1.e2,], }"
    let node = try JSONNode(parsing: Array(text.utf8).span, extras: true)
    var writer = JSONWriter()
    writer.node(node)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":"b","d":[16,1,0.5,5,100]}"#)
  }
}
