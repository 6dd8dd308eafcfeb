// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import flickpad

struct NodeRulesTests {
  private func rules(_ files: [String: String]) -> NodeRules {
    var host = PretendHost()
    for (path, text) in files { host.put(path, text: text) }
    return NodeRules(host.host)
  }

  private static func shipped(_ path: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test func theShippedFileHoldsTheRuleThatDoctorWrites() throws {
    #expect(try Self.shipped("udev/60-flickpad.rules") == [NodeRules.rule])
  }

  @Test func theShippedFileMakesTheAccountsThatDoctorMakes() throws {
    #expect(try Self.shipped("systemd/flickpad.sysusers") == ServiceCheck.accountLines)
  }

  @Test func theLastFileByNameWins() {
    let rules = rules([
      "/etc/udev/rules.d/50-first.rules": #"KERNEL=="uinput", GROUP="first", MODE="0600""#,
      "/usr/lib/udev/rules.d/70-last.rules": #"KERNEL=="uinput", GROUP="last""#,
    ])
    #expect(rules.group?.value == "last")
    #expect(rules.group?.path == "/usr/lib/udev/rules.d/70-last.rules")
    #expect(rules.mode?.value == "0600")
  }

  @Test func aFileHidesTheOneOfItsNameInALaterDirectory() {
    let rules = rules([
      "/usr/local/lib/udev/rules.d/60-flickpad.rules": NodeRules.rule,
      "/etc/udev/rules.d/60-flickpad.rules": "",
    ])
    #expect(rules.ours == "/etc/udev/rules.d/60-flickpad.rules")
    #expect(rules.group == nil)
  }

  @Test func whatWasSetForGoodStays() {
    let rules = rules([
      "/etc/udev/rules.d/10-a.rules": #"KERNEL=="uinput", GROUP:="firm""#,
      "/etc/udev/rules.d/20-b.rules": #"KERNEL=="uinput", GROUP="late""#,
    ])
    #expect(rules.group?.value == "firm")
  }

  @Test(arguments: [
    #"KERNEL=="uinput", GROUP="g""#,
    #"KERNEL=="uinput" GROUP="g""#,
    #"KERNEL == "uinput" , GROUP = "g""#,
    #"KERNEL=="event*|u[hi]*", SUBSYSTEM=="misc", GROUP="g""#,
    #"ACTION=="add", SUBSYSTEM=="misc", KERNEL=="uinput", GROUP="g""#,
    #"ACTION!="remove", KERNEL=="uinput", ENV{x}=="y", GROUP="g""#,
    #"KERNEL=="uinput", RUN+="echo \"a, b\"", GROUP="g""#,
    "KERNEL==\"uinput\", \\\n  GROUP=\"g\"",
    "  # a comment \\\nKERNEL==\"uinput\", GROUP=\"g\"",
    #"SUBSYSTEM=="misc", GROUP="g""#,
    "SUBSYSTEM!=\"misc\", GOTO=\"end\"\nKERNEL==\"uinput\", GROUP=\"g\"\nLABEL=\"end\"",
    #"KERNEL==e"uinput", GROUP="g""#,
  ])
  func isForTheNode(_ text: String) {
    #expect(rules(["/etc/udev/rules.d/x.rules": text]).group?.value == "g")
  }

  @Test(arguments: [
    #"# KERNEL=="uinput", GROUP="g""#,
    #"KERNEL=="uhid", GROUP="g""#,
    #"KERNEL!="uinput", GROUP="g""#,
    #"KERNEL=="uinput", SUBSYSTEM=="input", GROUP="g""#,
    #"ACTION=="remove", KERNEL=="uinput", GROUP="g""#,
    #"SUBSYSTEM=="misc", ENV{x}=="y", GROUP="g""#,
    #"KERNEL=="*", ATTRS{idVendor}=="1d50", GROUP="g""#,
    "SUBSYSTEM!=\"usb\", GOTO=\"end\"\nKERNEL==\"uinput\", GROUP=\"g\"\nLABEL=\"end\"",
    #"KERNEL=="uinput", GROUP"#,
    #"KERNEL=="uinput", GROUP=g"#,
    "\\",
    "\"\"\"",
  ])
  func isNotForTheNode(_ text: String) {
    #expect(rules(["/etc/udev/rules.d/x.rules": text]).group == nil)
  }

  @Test(arguments: ["99-keys.rules", "zz.rules", "ä.rules", ".rules"])
  func theRemedyIsReadAfterTheCulprit(_ name: String) {
    #expect(NodeRules.isRead(name, before: NodeRules.name(after: "/etc/udev/rules.d/" + name)))
  }
}
