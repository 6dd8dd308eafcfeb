// SPDX-License-Identifier: MIT

import Foundation
import Layouts
import Pad
import Testing

/// Which file a name means.
struct LayoutSearchTests {
  /// A search in `/one` and `/two`, where the files of `paths` have these contents.
  private func search(_ paths: [String: String]) -> LayoutSearch {
    LayoutSearch(
      directories: ["/one", "/two"],
      files: LayoutFiles(
        entries: { directory in
          paths.keys.filter { $0.hasPrefix(directory + "/") }
            .map { String($0.dropFirst(directory.count + 1)) }
        },
        read: { path throws(FileError) in
          guard let text = paths[path] else { throw FileError(path: path, .refused(errno: ENOENT)) }
          return Array(text.utf8)
        }))
  }

  private static func layout(_ name: String, width: Int = 10) -> String {
    "{ name: '\(name)', size: { width: \(width), height: 10 }, controls: [] }"
  }

  private func failure(_ work: () throws(LayoutError) -> LoadedLayout) -> LayoutError? {
    do {
      _ = try work()
      return nil
    } catch {
      return error
    }
  }

  @Test func namesAreListedInTheOrderOfTheSearch() {
    let search = search([
      "/one/z.json5": "", "/one/a.json": "", "/one/a.json5": "", "/one/notes.txt": "",
      "/one/not a name.json5": "", "/one/.json5": "", "/one/gamepad.json5": "",
      "/two/b.json5": "", "/two/z.json": "",
    ])
    #expect(search.names == ["gamepad", "retro", "showcase", "a", "z", "b"])
  }

  @Test func theFirstFileOfANameIsTaken() throws {
    let search = search([
      "/one/pad.json5": Self.layout("pad", width: 1), "/one/pad.json": Self.layout("pad", width: 2),
      "/two/pad.json5": Self.layout("pad", width: 3), "/two/b.json": Self.layout("b", width: 4),
    ])
    #expect(try search.layout(named: "pad", names: headerNames).layout.size.width == 1)
    #expect(try search.layout(named: "b", names: headerNames).layout.size.width == 4)
    #expect(try search.source(named: "b").path == "/two/b.json")
  }

  @Test func builtInLayoutsCannotBeReplaced() throws {
    let search = search(["/one/retro.json5": Self.layout("retro"), "x.json": Self.layout("retro")])
    #expect(try search.layout(named: "retro", names: headerNames).layout.controls.count == 5)
    #expect(
      failure { () throws(LayoutError) in try search.layout("x.json", names: headerNames) }?
        .description
        == "x.json:1:9: name: \"retro\" is the name of a built-in layout; choose another")
  }

  @Test func aFileIsFoundByTheNameItBears() throws {
    let search = search(["/one/pad.json5": Self.layout("stick")])
    #expect(
      failure { () throws(LayoutError) in
        try search.layout(named: "pad", names: headerNames)
      }?.description
        == "/one/pad.json5:1:9: name: \"stick\" is not the name of its file; rename it to \"pad\", "
        + "or the file to stick.json5")
    // Who names the file knows which one is meant.
    #expect(
      try search.layout("/one/pad.json5", names: headerNames).layout.name == "stick")
  }

  @Test func anUnknownNameIsToldWhatThereIs() {
    let search = search(["/two/den.json5": Self.layout("den")])
    func told(_ name: String) -> String? {
      failure { () throws(LayoutError) in try search.layout(name, names: headerNames) }?
        .description
    }
    #expect(
      told("gampad") == "no layout is called \"gampad\"; did you mean gamepad? "
        + "Known are gamepad, retro, showcase and den")
    #expect(
      told("q q") == "no layout is called \"q q\"; known are gamepad, retro, showcase and den")
  }

  @Test func aNameNeverLeavesTheDirectories() {
    let search = search(["/one/../secret.json5": Self.layout("secret")])
    for name in ["../secret", "/one/../secret", "..", "", "secret.json5"] {
      guard
        case .unknown = failure({ () throws(LayoutError) in
          try search.layout(named: name, names: headerNames)
        })
      else {
        Issue.record("\(name) is taken for a layout")
        continue
      }
    }
  }

  @Test func aFileIsWhatLooksLikeOne() {
    for argument in ["./pad", "layouts/pad.json5", "pad.json5", "pad.json", "/dev/fd/3"] {
      #expect(LayoutSearch.isFile(argument))
    }
    for argument in ["pad", "pad.txt", "", "json5"] { #expect(!LayoutSearch.isFile(argument)) }
  }

  @Test func aMissingFileIsMissing() {
    let error = failure { () throws(LayoutError) in
      try search([:]).layout("den.json5", names: headerNames)
    }
    #expect(error == .unreadable(FileError(path: "den.json5", .refused(errno: ENOENT))))
    #expect(
      error?.description
        == "cannot read den.json5: there is no such file; is its name spelt right?")
  }

  @Test func directoriesComeInOrder() {
    func directories(_ environment: [String: String], saved: String? = nil) -> [String] {
      LayoutSearch.directories(named: ["a", "b"], environment: { environment[$0] }, saved: saved)
    }
    #expect(directories([:]) == ["a", "b", "/etc/flickpad/layouts"])
    #expect(
      directories(["XDG_CONFIG_HOME": "/c", "HOME": "/h"], saved: "/s/layouts") == [
        "a", "b", "/c/flickpad/layouts", "/etc/flickpad/layouts", "/s/layouts",
      ])
    #expect(
      directories(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == [
        "a", "b", "/h/.config/flickpad/layouts", "/etc/flickpad/layouts",
      ])
  }

  // MARK: The machine's files

  @Test func filesOfTheMachineAreRead() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/flickpad-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory + "/sub.json5", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/den.json5"
    try Self.layout("den").write(toFile: path, atomically: false, encoding: .utf8)
    let search = LayoutSearch(directories: [directory, directory + "/none"])
    #expect(search.names == ["gamepad", "retro", "showcase", "den", "sub"])
    #expect(try search.layout("den", names: headerNames).layout.name == "den")
    #expect(
      failure { () throws(LayoutError) in try search.layout("sub", names: headerNames) }?
        .description
        == "cannot read \(directory)/sub.json5: it is a directory; name a layout file in it")
    #expect(
      failure { () throws(LayoutError) in try search.layout("/dev/zero", names: headerNames) }?
        .description == "cannot read /dev/zero: it is a device; name a layout file")
  }

  /// A FIFO of its own, with the path by which a search finds it.
  private func withPipe(_ body: (String, FileHandle) throws -> Void) throws {
    let pipe = Pipe()
    try body(
      "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)", pipe.fileHandleForWriting)
    try? pipe.fileHandleForWriting.close()
  }

  @Test func whoReadsAgainTakesNoPipe() throws {
    try withPipe { path, writer in
      try writer.write(contentsOf: Data(Self.layout("den").utf8))
      try writer.close()
      #expect(
        failure { () throws(LayoutError) in
          try LayoutSearch(directories: []).layout(path, names: headerNames)
        }?.description
          == "cannot read \(path): it is a pipe, which cannot be read a second time; "
          + "name a layout file")
    }
  }

  @Test func whoReadsOnceTakesAPipe() throws {
    let search = LayoutSearch(directories: [], files: .withPipes(patience: 20_000))
    try withPipe { path, writer in
      try writer.write(contentsOf: Data(Self.layout("den").utf8))
      try writer.close()
      #expect(try search.layout(path, names: headerNames).layout.name == "den")
    }
    // No more is read than is needed to see that it is too much.
    try withPipe { path, writer in
      let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ
      try #require(fcntl(writer.fileDescriptor, setPipeSize, 1 << 20) == 1 << 20)
      try writer.write(contentsOf: Data(repeating: 0x20, count: LayoutFile.sizeLimit + 100_000))
      #expect(
        failure { () throws(LayoutError) in try search.layout(path, names: headerNames) }?
          .description
          == "\(path):1:1: the file has more than 262144 bytes, which is the most for a layout")
    }
  }

  @Test func aPipeThatNobodyWritesToIsGivenUp() throws {
    let search = LayoutSearch(directories: [], files: .withPipes(patience: 1))
    try withPipe { path, writer in
      try writer.write(contentsOf: Data("{ name:".utf8))
      #expect(
        failure { () throws(LayoutError) in try search.layout(path, names: headerNames) }
          == .unreadable(FileError(path: path, .isSilent)))
    }
  }
}
