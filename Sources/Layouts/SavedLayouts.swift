// SPDX-License-Identifier: MIT

import Glibc
import Writing

/// Where layouts are kept that clients have sent: files in a directory of ours, the last one that is
/// searched.
public struct SavedLayouts: Equatable, Sendable {
  /// Made when the first one is kept, with the directories that lead to it.
  public let directory: String

  /// More than this are not kept: the disk is not a client's to fill.
  public static let limit = 256

  public init(directory: String) {
    self.directory = directory
  }

  /// The place in a service's state directory, or in the user's; nil where the environment names
  /// neither.
  ///
  /// - Parameter environment: the value of an environment variable.
  public static func place(environment: (String) -> String?) -> SavedLayouts? {
    // systemd names several directories with colons between them.
    if let service = environment("STATE_DIRECTORY")?.split(separator: ":").first {
      return SavedLayouts(directory: "\(service)/layouts")
    }
    guard let state = userDirectory("XDG_STATE_HOME", else: ".local/state", environment) else {
      return nil
    }
    return SavedLayouts(directory: state + "/flickpad/layouts")
  }

  /// A layout that cannot be kept, and why.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String

    public init(description: String) {
      self.description = description
    }
  }

  /// Keeps a layout as NAME.json5, in the place of one that had the name.
  ///
  /// - Parameters:
  ///   - name: the layout's, which has been checked.
  ///   - bytes: its whole text.
  /// - Throws: if the machine does not let it; the one before is still there then.
  public func keep(_ name: String, _ bytes: [UInt8]) throws(Refusal) {
    try makeDirectory()
    let file = "\(directory)/\(name).json5"
    if access(file, F_OK) != 0 && count >= Self.limit {
      throw Refusal(
        description: "\(Self.limit) layouts are kept already; remove some from \(directory)")
    }
    let number = replaceFile(file, with: bytes.span, mode: 0o644)
    if number != 0 { throw refusal(number) }
  }

  private var count: Int {
    LayoutFiles.system.entries(directory).count { $0.hasSuffix(".json5") && !$0.hasPrefix(".") }
  }

  private func makeDirectory() throws(Refusal) {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0 && errno != EEXIST {
        let number = errno
        // Not ours to make, but there: on a file system that is read only, say.
        if access(path, F_OK) != 0 { throw refusal(number) }
      }
    }
  }

  private func refusal(_ number: Int32) -> Refusal {
    Refusal(description: "cannot keep it in \(directory): \(String(cString: strerror(number)))")
  }
}

/// A directory of the XDG base directory specification: a variable's, or one in the home directory.
func userDirectory(
  _ variable: String, else rest: String, _ environment: (String) -> String?
) -> String? {
  // A relative path is none, says the specification.
  if let path = environment(variable), path.hasPrefix("/") { return path }
  guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
  return "\(home)/\(rest)"
}
