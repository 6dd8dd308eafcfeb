// SPDX-License-Identifier: MIT

import JSON
import Pad

/// Reads the codes of bindings, and knows which of them a layout may bind.
///
///     binding = atom *( "+" atom )
///     atom    = CODE [ ":" integer ]
struct CodeReader {
  let names: CodeNames
  /// The layout's gamepad; nil where the file does not say it rightly, so that nothing can be said
  /// against its codes.
  let identity: Layout.Identity?
  let report: Report

  /// More codes at once than fingers; the count of a code's holders relies on a limit.
  static let atomLimit = 16
  /// The largest relative value of a binding.
  static let relLimit: Int32 = 32767

  // MARK: Bindings

  func binding(_ node: JSONNode, at field: String) -> Binding? {
    guard case .string(let text) = node.value else {
      report.error(
        field, at: node.offset,
        "must be codes in quotes such as \"KEY_ENTER\" or \"KEY_LEFTCTRL+KEY_C\", not \(node.told)")
      return nil
    }
    func fail(_ message: String) -> Binding? {
      report.error(field, at: node.offset, message)
      return nil
    }
    if text.isEmpty {
      return fail("names no code; leave it out where nothing is to be sent")
    }
    if text.utf8.contains(where: { $0 <= 0x20 }) {
      return fail("write \(text.quoted) without spaces, such as \"KEY_LEFTCTRL+KEY_C\"")
    }
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= Self.atomLimit else {
      return fail("names \(parts.count) codes; a binding has at most \(Self.atomLimit)")
    }
    let atoms = parts.map { part in atom(part) { report.error(field, at: node.offset, $0) } }
    let whole = atoms.compactMap(\.self)
    return whole.count == atoms.count ? Binding(whole) : nil
  }

  private func atom(_ part: String, _ fail: (String) -> Void) -> Binding.Atom? {
    let pieces = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(pieces[0])
    let value = pieces.count > 1 ? String(pieces[1]) : nil
    guard !name.isEmpty else {
      fail("a code is missing" + (value == nil ? " beside \"+\"" : " before \":\""))
      return nil
    }
    guard let code = code(name, fail) else { return nil }
    switch code.type {
    case .key:
      guard value == nil else {
        fail("\(name) takes no value, since it is down or up; write \"\(name)\"")
        return nil
      }
      return .key(code)
    case .abs:
      let range = code.range
      guard let number = number(name, value, in: range, example: range.upperBound, fail)
      else { return nil }
      return .abs(code, value: number)
    case .rel:
      let range = -Self.relLimit...Self.relLimit
      guard let number = number(name, value, in: range, example: 1, fail) else { return nil }
      guard number != 0 else {
        fail("\(name):0 would move nothing; give it another value")
        return nil
      }
      return .rel(code, value: number)
    case .syn:
      return nil
    }
  }

  private func number(
    _ name: String, _ value: String?, in range: ClosedRange<Int32>, example: Int32,
    _ fail: (String) -> Void
  ) -> Int32? {
    if let value, let number = Int32(value), range.contains(number) { return number }
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    fail(
      value.map { "the value of \(name) must be \(wanted), not \($0.quoted)" }
        ?? "\(name) needs a value to go with, \(wanted), such as \"\(name):\(example)\"")
    return nil
  }

  // MARK: Amounts

  /// Which axes can carry an amount.
  enum Amount {
    case absolute, relative, wheel

    var wording: String {
      switch self {
      case .absolute: "one ABS_* code such as \"ABS_X\""
      case .relative: "one REL_* code such as \"REL_X\""
      case .wheel: "\"REL_HWHEEL\" or \"REL_WHEEL\""
      }
    }

    func takes(_ code: Code) -> Bool {
      switch self {
      case .absolute: code.type == .abs
      case .relative: code.type == .rel
      case .wheel: code == .relHWheel || code == .relWheel
      }
    }
  }

  func amount(_ node: JSONNode, at field: String, _ amount: Amount) -> Code? {
    func fail(_ message: String) -> Code? {
      report.error(field, at: node.offset, message)
      return nil
    }
    guard case .string(let text) = node.value, !text.isEmpty else {
      return fail("must be \(amount.wording), not \(node.told)")
    }
    guard !text.contains("+") else {
      return fail("carries an amount, so it must be \(amount.wording), not several codes")
    }
    if let colon = text.firstIndex(of: ":") {
      let name = String(text[..<colon]).clipped
      return fail("carries an amount, so it takes no value; write \"\(name)\"")
    }
    guard let code = code(text, among: amount.takes, { _ = fail($0) }) else { return nil }
    guard amount.takes(code) else {
      return fail("carries an amount, so it must be \(amount.wording), not \(text.quoted)")
    }
    return code
  }

  // MARK: Codes

  /// The code of a name, if the layout may bind it.
  private func code(
    _ name: String, among wanted: (Code) -> Bool = { _ in true }, _ fail: (String) -> Void
  ) -> Code? {
    guard let code = names.code(name), code.type != .syn else {
      fail("unknown code \(name.quoted)" + suggestion(for: name, among: wanted))
      return nil
    }
    if let objection = objection(to: code, called: name) {
      fail(objection)
      return nil
    }
    return code
  }

  private func suggestion(for name: String, among wanted: (Code) -> Bool) -> String {
    func isWanted(_ name: String) -> Bool {
      guard let code = names.code(name) else { return false }
      return wanted(code) && objection(to: code, called: name) == nil
    }
    // The prefix is what is easiest to get wrong, or to leave out.
    if name.utf8.count < 40 {
      let prefix = Self.prefixes.first(where: name.uppercased().hasPrefix) ?? ""
      let rest = name.uppercased().dropFirst(prefix.count)
      if let meant = Self.prefixes.map({ $0 + rest }).first(where: isWanted) {
        return "; did you mean \(meant)?"
      }
    }
    let suggestion = report.suggestion(
      for: name, among: names.all(), ignoring: 4, where: isWanted)
    let isOfType = Self.prefixes.contains(where: name.hasPrefix)
    return suggestion.isEmpty && !isOfType
      ? "; codes begin with KEY_, BTN_, ABS_ or REL_" : suggestion
  }

  private static let prefixes = ["KEY_", "BTN_", "ABS_", "REL_"]

  /// Why the layout cannot bind a code, or nil.
  private func objection(to code: Code, called name: String) -> String? {
    if code.isForbidden { return "\(name) cannot be bound: \(code.harm)" }
    if code.device == nil { return "\(name) cannot be bound: \(code.strangeness)" }
    guard code.device == .gamepad, let identity, !identity.accepts(code) else { return nil }
    return
      "an Xbox 360 pad has no \(name); choose another code, or give the layout gamepad: \"generic\""
  }
}

extension Code {
  /// What a forbidden code would do.
  fileprivate var harm: String {
    switch number {
    case 99: "a touch screen must not give commands to the kernel"
    case 237, 238, 239, 246, 247: "a touch screen must not switch the machine's radios off"
    case 112, 0x290...0x2b5: "a macro key may be set to do anything, and a touch screen must not"
    default: "a touch screen must not switch the machine off, put it to sleep or wake it"
    }
  }

  /// Why no device of a player has the code.
  fileprivate var strangeness: String {
    switch (type, number) {
    case (.key, 0x100...0x10f):
      "no gamepad, keyboard or mouse has numbered buttons; BTN_TRIGGER_HAPPY1 to 40 are like them"
    case (.key, 0x140...0x14f), (.abs, 0x2f...0x3d):
      "it belongs to touch screens and tablets, and Flickpad makes neither"
    case (.key, 0x150...0x15f):
      "it belongs to steering wheels, and Flickpad makes none"
    default: "it is no key, button or axis, only a mark in the list of codes"
    }
  }
}
