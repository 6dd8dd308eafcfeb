// SPDX-License-Identifier: MIT

import Commands
import Testing

@testable import flickpad_web

/// flickpad-web(1) tells of every command and option, and of no others.
struct GatewayPageTests {
  @Test func everyCommandHasItsSectionAndEverySectionItsCommand() {
    #expect(
      Page.gateway.headings("## flickpad-web ").sorted()
        == Program.flickpadWeb.commands.map(\.name).sorted())
  }

  @Test(arguments: Program.flickpadWeb.commands.map(\.name))
  func everyOptionIsDefinedAndEveryDefinitionAnOption(_ name: String) throws {
    let command = try #require(Program.flickpadWeb.commands.first { $0.name == name })
    let section = try #require(Page.gateway.section("## flickpad-web \(name)"))
    #expect(section.definitions.sorted() == command.options.map { "--" + $0.name }.sorted())
  }

  @Test func thePortIsTold() throws {
    let section = try #require(Page.gateway.section("## flickpad-web serve"))
    let option = try #require(Serve.command.options.first { $0.name == "port" })
    #expect(option.help.contains("default: 3542"))
    #expect(section.text.contains("Default: 3542,"))
  }
}
