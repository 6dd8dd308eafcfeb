// SPDX-License-Identifier: MIT

import Commands
import Evdev
import Glibc
import Layouts
import Service

/// Finds layouts as the command line says.
struct LayoutFinder {
  static let option = Option("layouts", "DIR", "look for layouts here, too (may be repeated)")

  let search: LayoutSearch
  /// Where the daemon keeps layouts that clients have sent.
  let saved: SavedLayouts?

  /// - Parameter files: by default those of the machine, for one who reads each once.
  init(_ arguments: Arguments, files: LayoutFiles = .withPipes(patience: 5000)) {
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    saved = SavedLayouts.place(environment: environment)
    search = LayoutSearch(
      directories: LayoutSearch.directories(
        named: arguments.all("layouts"), environment: environment,
        saved: saved?.directory),
      files: files)
  }

  /// The layout of a name or file, with its warnings said.
  func layout(_ argument: String) throws(Failure) -> LoadedLayout {
    do {
      let layout = try search.layout(argument, names: .libevdev)
      for warning in layout.warnings { Terminal.complain("\(warning)") }
      return layout
    } catch {
      throw Failure(error)
    }
  }
}

/// Says why something cannot be done. A bad layout's errors name their places themselves.
func complain(_ failure: Failure) {
  if failure.status == EX_DATAERR {
    Terminal.complain(failure.message)
  } else {
    complain(failure.message)
  }
}
