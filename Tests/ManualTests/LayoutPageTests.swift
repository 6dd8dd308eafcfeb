// SPDX-License-Identifier: MIT

import Pad
import Testing

@testable import Layouts

/// flickpad-layout(5) tells of every kind of control, every field and every choice.
struct LayoutPageTests {
  @Test func commonFieldsAreNamed() throws {
    let section = try #require(Page.layout.section("## Fields of every control"))
    for field in KindWords.common { #expect(section.names(field), "\(field)") }
    for shape in Shape.allCases { #expect(section.names(shape.rawValue), "\(shape)") }
    for kind in KindWords.allCases { #expect(section.names(kind.rawValue), "\(kind)") }
    for identity in Layout.Identity.allCases {
      #expect(Page.layout.section("# GAMEPAD IDENTITIES")?.names(identity.rawValue) == true)
    }
  }

  @Test(arguments: KindWords.allCases)
  func aKindsSectionDefinesItsFieldsAndBindings(_ kind: KindWords) throws {
    let section = try #require(Page.layout.section("## \(kind.rawValue)"))
    for name in kind.bindings + kind.amounts { #expect(section.names(name), "\(name)") }
    #expect(section.definitions.sorted() == (kind.fields + Self.bind(of: kind)).sorted())
  }

  /// A menu's items have the only bindings it has.
  private static func bind(of kind: KindWords) -> [String] { kind == .menu ? [] : ["bind"] }

  @Test func choicesAreNamed() throws {
    func check<Choice: RawRepresentable<String> & CaseIterable>(
      _ choices: Choice.Type, in heading: String
    ) throws {
      let section = try #require(Page.layout.section(heading))
      for choice in Choice.allCases { #expect(section.names(choice.rawValue), "\(choice)") }
    }
    try check(FlickOptions.Fire.self, in: "## flick")
    try check(SlideOptions.Orientation.self, in: "## slide")
    try check(SlideOptions.Snap.self, in: "## slide")
    try check(MenuOptions.Direction.self, in: "## menu")
    try check(StickOptions.Mode.self, in: "## stick")
    try check(Repeat.Style.self, in: "# REPEAT")
  }
}
