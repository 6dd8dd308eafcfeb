// SPDX-License-Identifier: MIT

import Foundation
import Pad
import Testing

@testable import Evdev

@Suite final class EventNodeTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("flickpad-\(UUID().uuidString)").path
  var roots: EventNode.Roots {
    EventNode.Roots(input: "\(folder)/input", udev: "\(folder)/udev")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func put(_ text: String, in path: String) throws {
    let path = "\(folder)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func theNodeIsFoundByTheDevicesName() throws {
    try put("13:67\n", in: "input/input7/event3/dev")
    try put("13:0\n", in: "input/input7/js0/dev")
    let node = try #require(EventNode(sysname: "input7", roots: roots))
    #expect(node.path == "/dev/input/event3")
    #expect(node.major == 13 && node.minor == 67)
  }

  @Test func aDeviceWithoutNodeHasNone() throws {
    try put("flickpad/pad0\n", in: "input/input7/phys")
    #expect(EventNode(sysname: "input7", roots: roots) == nil)
    #expect(EventNode(sysname: "input8", roots: roots) == nil)
    #expect(EventNode(phys: "flickpad/pad0", roots: roots) == nil)
  }

  @Test(arguments: ["", "13", "13:", "x:y", "13:64:1", "-1:2"])
  func aNodeWithoutNumbersIsNone(dev: String) throws {
    try put(dev, in: "input/input7/event3/dev")
    #expect(EventNode(sysname: "input7", roots: roots) == nil)
  }

  @Test func theNodeIsFoundByPhysTheNewestFirst() throws {
    for (device, phys, node) in [
      ("input9", "flickpad/pad0", 4), ("input10", "flickpad/pad0", 5), ("input11", "other", 6),
      ("input12", "", 7),
    ] {
      try put("\(phys)\n", in: "input/\(device)/phys")
      try put("13:\(64 + node)\n", in: "input/\(device)/event\(node)/dev")
    }
    #expect(EventNode(phys: "flickpad/pad0", roots: roots)?.path == "/dev/input/event5")
    #expect(EventNode(phys: "flickpad/pad", roots: roots) == nil)
    #expect(EventNode(phys: "flickpad/kbd", roots: roots) == nil)
  }

  @Test func itIsSettledOnceUdevKnowsIt() throws {
    try put("13:67\n", in: "input/input7/event3/dev")
    let node = try #require(EventNode(sysname: "input7", roots: roots))
    let made = Instant(microseconds: 5_000_000)
    #expect(!node.isSettled(since: made))
    try put("I:5000300\nE:ID_INPUT=1\nG:seat\n", in: "udev/c13:67")
    #expect(node.isSettled(since: made))
  }

  @Test(arguments: ["", "I:\n", "I:4999999\nE:ID_INPUT=1\n", "E:ID_INPUT=1\n"])
  func anEntryOfAnEarlierDeviceOfThatNumberIsNotItsOwn(entry: String) throws {
    try put("13:67\n", in: "input/input7/event3/dev")
    try put(entry, in: "udev/c13:67")
    let node = try #require(EventNode(sysname: "input7", roots: roots))
    #expect(!node.isSettled(since: Instant(microseconds: 5_000_000)))
  }
}
