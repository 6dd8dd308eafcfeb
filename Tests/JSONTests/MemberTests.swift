// SPDX-License-Identifier: MIT

import JSON
import Testing

struct MemberTests {
  private let node = try! JSONNode(
    parsing: Array(#"{"a":"one","a":"two","list":[1,2],"none":null}"#.utf8).span)

  @Test func theFirstOfANameCounts() {
    #expect(node.text("a") == "one")
    #expect(node["none"]?.value == .null)
    #expect(node.elements("list")?.map(\.value) == [.number(1), .number(2)])
  }

  @Test func whatIsNotThereOrOfAnotherKindIsNone() {
    #expect(node["b"] == nil)
    #expect(node.text("list") == nil)
    #expect(node.elements("a") == nil)
    #expect(node["list"]?["a"] == nil)
  }
}
