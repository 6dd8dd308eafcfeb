// SPDX-License-Identifier: MIT

import Testing

@testable import flickpad

/// flickpad(1) tells of every command and option, and of no others.
struct CommandPageTests {
  @Test func everyCommandHasItsSectionAndEverySectionItsCommand() {
    #expect(Page.command.headings("## flickpad ").sorted() == Command.all.map(\.name).sorted())
  }

  @Test(arguments: Command.all.map(\.name))
  func everyOptionIsDefinedAndEveryDefinitionAnOption(_ name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    let section = try #require(Page.command.section("## flickpad \(name)"))
    #expect(section.definitions.sorted() == command.options.map { "--" + $0.name }.sorted())
  }

  @Test func helpAndVersionAreTold() {
    #expect(Page.command.names("--help"))
    #expect(Page.command.names("--version"))
  }
}
