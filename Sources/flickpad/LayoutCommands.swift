// SPDX-License-Identifier: MIT

import Commands
import Glibc
import Layouts
import Service

/// `flickpad layouts`: the layouts there are, or the file of one.
enum ListLayouts {
  static let command = Command(
    name: "layouts", summary: "list the layouts, or print one", words: "[NAME]", count: 0...1,
    options: [LayoutFinder.option], run: run)

  private static func run(_ arguments: Arguments) -> Int32 {
    let search = LayoutFinder(arguments).search
    guard let name = arguments.words.first else {
      Terminal.say(search.names.map { $0 + "\n" }.joined())
      return EX_OK
    }
    do {
      Terminal.say(try search.source(named: name).bytes)
      return EX_OK
    } catch {
      let failure = Failure(error)
      complain(failure)
      return failure.status
    }
  }
}

/// `flickpad check`: whether layout files are right.
enum Check {
  static let command = Command(
    name: "check", summary: "look for mistakes in layout files", words: "FILE...",
    count: 1...Int.max, options: [], run: run)

  private static func run(_ arguments: Arguments) -> Int32 {
    let finder = LayoutFinder(arguments)
    var status = EX_OK
    for file in arguments.words {
      do {
        // A word is a file here, even where a layout has that name.
        let path = LayoutSearch.isFile(file) ? file : "./\(file)"
        let layout = try finder.layout(path)
        let count = layout.layout.controls.count
        let controls = count == 1 ? "1 control" : "\(count) controls"
        Terminal.say("\(file): \(layout.layout.name), \(controls), no errors\n")
      } catch {
        complain(error)
        if status == EX_OK { status = error.status }
      }
    }
    return status
  }
}
