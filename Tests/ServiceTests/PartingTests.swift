// SPDX-License-Identifier: MIT

import Service
import Testing

/// Who has closed a connection, as its client sees it.
struct PartingTests {
  /// What is wrong after a client has said and was told this, each in pieces of `size` bytes.
  private func failure(
    said: String, told: String = "", saidAll: Bool = false, isBroken: Bool = false,
    size: Int = 40_000
  ) -> String? {
    var parting = Parting()
    func pieces(_ text: String) -> [ArraySlice<UInt8>] {
      let bytes = Array(text.utf8)
      return stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
    }
    for piece in pieces(said) { parting.says(piece) }
    for piece in pieces(told) { parting.hears(piece) }
    if saidAll { parting.hasSaidAll() }
    return parting.failure(isBroken: isBroken)?.message
  }

  private let bye = #"{"type":"bye"}"# + "\n"
  private let lastWords = "the daemon closed the connection; the last that it said is: "
  private func error(_ code: String) -> String {
    #"{"type":"error","code":"\#(code)","message":"the \#(code)","line":7}"# + "\n"
  }

  @Test(arguments: [1, 7, 40_000]) func byeIsSeenInAnyPieces(size: Int) {
    #expect(failure(said: "x\n\n" + bye, size: size) == nil)
    #expect(failure(said: "x\n" + bye + "y\n", isBroken: true, size: size) == nil)
    #expect(failure(said: #"{"type":"ping","id":"bye"}"# + "\n", size: size) != nil)
  }

  @Test func longLinesHideNothingBehindThem() {
    let long = String(repeating: "x", count: 200_000) + "\n"
    #expect(failure(said: long) != nil)
    #expect(failure(said: long + bye) == nil)
    #expect(failure(said: bye + long) == nil)
  }

  @Test func theEndOfTheInputIsALeave() {
    #expect(failure(said: "x\n", saidAll: true) == nil)
    #expect(failure(said: "x\n", told: error("bad-json"), saidAll: true) == nil)
    // What was not read any more is lost.
    #expect(failure(said: "x\n", saidAll: true, isBroken: true) != nil)
  }

  @Test(arguments: [1, 7, 40_000]) func theLastWordsAreTold(size: Int) {
    let told = error("bad-json") + #"{"type":"pong"}"# + "\n" + error("not-allowed")
    #expect(failure(said: "x\n", told: told, size: size) == lastWords + "the not-allowed")
    let other = failure(said: "x\n", told: told + #"{"type":"pong"}"# + "\n", size: size)
    #expect(other?.contains("when it is stopped") == true)
  }

  @Test(arguments: ["line-too-long", "taken-over", "dropped"])
  func whoIsThrownOutDoesNotLeave(code: String) {
    #expect(failure(said: bye, told: error(code), saidAll: true) == lastWords + "the \(code)")
  }
}
