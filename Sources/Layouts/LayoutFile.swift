// SPDX-License-Identifier: MIT

import JSON
import Pad

/// A layout as it was read from a file.
public struct LoadedLayout: Equatable, Sendable {
  public var layout: Layout
  /// The whole file as compact JSON, with all that only clients need to draw it.
  public var json: [UInt8]
  /// What may be a mistake, in the order of the file.
  public var warnings: [Diagnostic]
}

/// Layout files: JSON5 text, one layout each.
public enum LayoutFile {
  /// In bytes.
  public static let sizeLimit = 262_144

  /// Reads and checks a layout file.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: how the file is named in diagnostics; it is not opened.
  ///   - names: the codes that bindings may name.
  ///   - reserved: names that are taken, by default those of the built-in layouts.
  ///   - fileName: the name by which the layout was found and which it must bear; nil where that
  ///     does not matter.
  /// - Throws: every error that is in the file; after one of syntax, that one alone.
  public static func read(
    _ bytes: [UInt8], path: String, names: CodeNames, reserved: [String] = BuiltInLayouts.names,
    fileName: String? = nil
  ) throws(BadLayout) -> LoadedLayout {
    let report = Report()
    let root = tree(of: bytes, report)
    if let root {
      checkNames(root, report)
      let reader = LayoutReader(names: names, report: report)
      if let (layout, places) = reader.layout(root, reserved: reserved, fileName: fileName) {
        Surroundings(layout: layout, places: places, report: report).check()
        var writer = JSONWriter()
        writer.node(root)
        return LoadedLayout(
          layout: layout, json: writer.bytes,
          warnings: report.diagnostics(.warning, path: path, in: bytes))
      }
    }
    throw BadLayout(report.diagnostics(.error, path: path, in: bytes))
  }

  /// The names of the codes that a layout can bind, of `wanted` devices, in the order of the
  /// alphabet.
  public static func codes(of wanted: Set<Device>, names: CodeNames) -> [String] {
    names.all().filter { name in
      guard let code = names.code(name), let device = code.device else { return false }
      return !code.isForbidden && wanted.contains(device)
    }
  }

  /// Reports every name that an object has already: in all objects, unknown ones too, since the
  /// whole file goes to clients. The path is only made where it is needed.
  private static func checkNames(
    _ node: JSONNode, _ report: Report, at path: () -> String = { "" }
  ) {
    guard !report.isFull else { return }
    switch node.value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        checkNames(element, report) { "\(path())[\(index)]" }
      }
    case .object(let members):
      var names: Set<String> = []
      for member in members {
        func field() -> String {
          let path = path()
          return path.isEmpty ? member.name.clipped : "\(path).\(member.name.clipped)"
        }
        if !names.insert(member.name).inserted {
          report.error(field(), at: member.nameOffset, "is here twice; leave one out")
        }
        checkNames(member.node, report, at: field)
      }
    case .null, .bool, .number, .string: break
    }
  }

  private static func tree(of bytes: [UInt8], _ report: Report) -> JSONNode? {
    guard bytes.count <= sizeLimit else {
      report.error(
        "", at: 0, "the file has more than \(sizeLimit) bytes, which is the most for a layout")
      return nil
    }
    guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
      report.error("", at: 0, "the file is empty; flickpad layouts retro prints one to begin from")
      return nil
    }
    do {
      return try JSONNode(parsing: bytes.span, extras: true)
    } catch {
      report.error("", at: error.offset, error.reason)
      return nil
    }
  }
}
