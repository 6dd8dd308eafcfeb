// SPDX-License-Identifier: MIT

import Pad

/// Finds layouts by name: the built-in ones first, then the files NAME.json5 and NAME.json of each
/// directory in turn. Files are looked at anew each time.
public struct LayoutSearch: Sendable {
  /// In the order in which they are searched. One that does not exist is an empty one.
  public var directories: [String]
  private let files: LayoutFiles

  public init(directories: [String], files: LayoutFiles = .system) {
    self.directories = directories
    self.files = files
  }

  /// The directories to search: those that were named, the user's, the system's, and the saved
  /// layouts'.
  ///
  /// - Parameters:
  ///   - environment: the value of an environment variable.
  ///   - saved: where the daemon keeps layouts that clients have saved; nil for nowhere.
  public static func directories(
    named: [String], environment: (String) -> String?, saved: String?
  ) -> [String] {
    let user = userDirectory("XDG_CONFIG_HOME", else: ".config", environment)
      .map { $0 + "/flickpad/layouts" }
    return named + [user, "/etc/flickpad/layouts", saved].compactMap(\.self)
  }

  /// The names of all layouts, built in or found, each once, in the order of the search; those of
  /// a directory are sorted.
  public var names: [String] {
    var names = BuiltInLayouts.names
    var known = Set(names)
    for directory in directories {
      let found = files.entries(directory).compactMap(Self.layoutName)
      names += found.sorted().filter { known.insert($0).inserted }
    }
    return names
  }

  private static let suffixes = [".json5", ".json"]

  /// The layout's name that a file's name stands for, or nil where it stands for none.
  private static func layoutName(_ file: String) -> String? {
    guard let suffix = suffixes.first(where: file.hasSuffix) else { return nil }
    let name = String(file.dropLast(suffix.count))
    return TextRule.name.accepts(name) ? name : nil
  }

  /// The file, built in or not, that a layout of this name is in; nil where there is none. It may be
  /// one that cannot be read.
  public func place(of name: String) -> String? {
    do throws(LayoutError) {
      return try source(named: name).path
    } catch {
      if case .unreadable(let file) = error { return file.path }
      return nil
    }
  }

  // MARK: By name or file

  /// A layout's file.
  public struct Source: Equatable, Sendable {
    /// As it is named in diagnostics.
    public var path: String
    public var bytes: [UInt8]
    /// The name by which it was found; nil for a file that was named itself.
    public var name: String?
  }

  /// Whether `argument` means a file and not the name of a layout: it contains a / or ends in
  /// .json5 or .json.
  public static func isFile(_ argument: String) -> Bool {
    argument.utf8.contains(0x2f) || suffixes.contains(where: argument.hasSuffix)
  }

  /// The file of the layout of a name. No file outside of the directories is touched, whatever the
  /// name is.
  public func source(named name: String) throws(LayoutError) -> Source {
    if let bytes = BuiltInLayouts.bytes(named: name) {
      return Source(path: "\(name).json5", bytes: bytes, name: name)
    }
    guard TextRule.name.accepts(name) else { throw unknown(name) }
    for directory in directories {
      let entries = Set(files.entries(directory))
      for suffix in Self.suffixes where entries.contains(name + suffix) {
        return try source(file: "\(directory)/\(name)\(suffix)", name: name)
      }
    }
    throw unknown(name)
  }

  /// The file that a command line means, by the name of its layout or by its own.
  public func source(_ argument: String) throws(LayoutError) -> Source {
    Self.isFile(argument)
      ? try source(file: argument, name: nil) : try source(named: argument)
  }

  private func source(file: String, name: String?) throws(LayoutError) -> Source {
    do {
      return Source(path: file, bytes: try files.read(file), name: name)
    } catch {
      throw .unreadable(error)
    }
  }

  private func unknown(_ name: String) -> LayoutError {
    let known = names
    return .unknown(
      name, meant: Spelling.nearest(to: name, among: known), known: known)
  }

  /// The layout of a name.
  public func layout(named name: String, names: CodeNames) throws(LayoutError) -> LoadedLayout {
    try Self.load(try source(named: name), names)
  }

  /// The layout that a command line means, by its name or by its file's. A file that is found by
  /// the name of its layout has to bear it.
  public func layout(_ argument: String, names: CodeNames) throws(LayoutError) -> LoadedLayout {
    try Self.load(try source(argument), names)
  }

  private static func load(_ source: Source, _ names: CodeNames) throws(LayoutError)
    -> LoadedLayout
  {
    let isBuiltIn = source.name.map(BuiltInLayouts.names.contains) ?? false
    do {
      return try LayoutFile.read(
        source.bytes, path: source.path, names: names,
        reserved: isBuiltIn ? [] : BuiltInLayouts.names, fileName: source.name)
    } catch {
      throw .bad(error)
    }
  }
}

/// Why there is no layout.
public enum LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing has this name; `meant` may be what was meant.
  case unknown(String, meant: String?, known: [String])
  case unreadable(FileError)
  /// The file has errors.
  case bad(BadLayout)

  public var description: String {
    switch self {
    case .unknown(let name, let meant, let known):
      "no layout is called \(name.quoted)"
        + (meant.map { "; did you mean \($0)? Known" } ?? "; known") + " are \(known.listed())"
    case .unreadable(let error): error.description
    case .bad(let layout): layout.description
    }
  }
}
