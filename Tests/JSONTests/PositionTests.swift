// SPDX-License-Identifier: MIT

import JSON
import Testing

@Suite struct PositionTests {
  private func position(_ offset: Int, _ text: String) -> String {
    SourcePosition(offset: offset, in: Array(text.utf8).span).description
  }

  @Test func linesEndWithLFOrCROrBoth() {
    let text = "ab\ncd\r\nef\rg"
    #expect(position(0, text) == "1:1")
    #expect(position(2, text) == "1:3")
    #expect(position(3, text) == "2:1")
    #expect(position(5, text) == "2:3")
    #expect(position(7, text) == "3:1")
    #expect(position(10, text) == "4:1")
    #expect(position(11, text) == "4:2")
    #expect(position(99, text) == "4:2")
    #expect(position(0, "") == "1:1")
  }

  @Test func columnsCountScalars() {
    #expect(position(3, "\té😀x") == "1:3")
    #expect(position(7, "\té😀x") == "1:4")
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x62]
    #expect(SourcePosition(offset: 3, in: bytes.span) == SourcePosition(line: 1, column: 4))
  }

  @Test func nodesAndNamesTellWhereTheyBegin() throws {
    let text = "{\n  first: 'a',\n  \"second\": [\n    1,  {third: null}\n  ]\n}"
    let bytes = Array(text.utf8)
    let node = try JSONNode(parsing: bytes.span, extras: true)
    var places: [String] = []
    func visit(_ node: JSONNode) {
      places.append("\(node.value.kind) \(SourcePosition(offset: node.offset, in: bytes.span))")
      switch node.value {
      case .array(let elements): elements.forEach(visit)
      case .object(let members):
        for member in members {
          let position = SourcePosition(offset: member.nameOffset, in: bytes.span)
          places.append("\(member.name) \(position)")
          visit(member.node)
        }
      default: break
      }
    }
    visit(node)
    #expect(
      places == [
        "an object 1:1", "first 2:3", "a string 2:10", "second 3:3", "an array 3:13",
        "a number 4:5", "an object 4:9", "third 4:10", "null 4:17",
      ])
  }
}
