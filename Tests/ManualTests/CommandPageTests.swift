// SPDX-License-Identifier: MIT

import Commands
import Testing

@testable import flickpad

/// flickpad(1) tells of every command and option, and of no others.
struct CommandPageTests {
  @Test func everyCommandHasItsSectionAndEverySectionItsCommand() {
    #expect(
      Page.command.headings("## flickpad ").sorted()
        == Program.flickpad.commands.map(\.name).sorted())
  }

  @Test(arguments: Program.flickpad.commands.map(\.name))
  func everyOptionIsDefinedAndEveryDefinitionAnOption(_ name: String) throws {
    let command = try #require(Program.flickpad.commands.first { $0.name == name })
    let section = try #require(Page.command.section("## flickpad \(name)"))
    #expect(section.definitions.sorted() == command.options.map { "--" + $0.name }.sorted())
  }

  @Test func helpAndVersionAreTold() {
    #expect(Page.command.names("--help"))
    #expect(Page.command.names("--version"))
  }
}
