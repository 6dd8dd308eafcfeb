// SPDX-License-Identifier: MIT

import JSON

/// An object of a layout file, whose fields are taken by name. What is missing or of the wrong kind
/// goes to the report, and the answer is nil.
struct Fields {
  /// The object's own path, such as `controls[3]`; empty for the whole file.
  let path: String
  let offset: Int
  let members: [JSONMember]
  let report: Report

  /// - Parameter form: what the object has to look like, for the message.
  init?(_ node: JSONNode, path: String, form: String, report: Report) {
    guard case .object(let members) = node.value else {
      report.error(path, at: node.offset, "must be an object \(form), not \(node.told)")
      return nil
    }
    self.path = path
    offset = node.offset
    self.members = members
    self.report = report
  }

  func node(_ name: String) -> JSONNode? {
    members.first { $0.name == name }?.node
  }

  func path(of name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  /// Where a field's value begins, or the object if it has no such field.
  func offset(of name: String) -> Int { node(name)?.offset ?? offset }

  /// Reports what is not as it must be at a field, or at the object if it has no such field.
  func error(_ name: String, _ message: String) {
    report.error(path(of: name), at: offset(of: name), message)
  }

  private func missing(_ name: String, _ wanted: String) {
    report.error(path(of: name), at: offset, "missing; must be \(wanted)")
  }

  /// Takes a field by what `convert` makes of its value; nil of that is an error.
  private func take<Value>(
    _ name: String, _ wanted: @autoclosure () -> String, isRequired: Bool,
    _ convert: (JSONValue) -> Value?
  ) -> Value? {
    guard let node = node(name) else {
      if isRequired { missing(name, wanted()) }
      return nil
    }
    if let value = convert(node.value) { return value }
    error(name, "must be \(wanted()), not \(node.told)")
    return nil
  }

  func number(_ name: String, _ rule: NumberRule, isRequired: Bool = false) -> Double? {
    take(name, rule.wording, isRequired: isRequired) { value in
      if case .number(let number) = value, rule.accepts(number) { number } else { nil }
    }
  }

  func flag(_ name: String) -> Bool? {
    take(name, "true or false", isRequired: false) { value in
      if case .bool(let flag) = value { flag } else { nil }
    }
  }

  func text(_ name: String, _ rule: TextRule, isRequired: Bool = false) -> String? {
    take(name, rule.wording, isRequired: isRequired) { value in
      if case .string(let text) = value, rule.accepts(text) { text } else { nil }
    }
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ choices: Choice.Type, isRequired: Bool = false
  ) -> Choice? {
    let words = Choice.allCases.map(\.rawValue)
    let wanted = words.map { "\"\($0)\"" }.listed("or")
    guard let node = node(name), case .string(let word) = node.value else {
      return take(name, wanted, isRequired: isRequired) { _ in nil }
    }
    if let choice = Choice(rawValue: word) { return choice }
    error(
      name, "must be \(wanted), not \(node.told)" + report.suggestion(for: word, among: words))
    return nil
  }

  func object(_ name: String, form: String, isRequired: Bool = false) -> Fields? {
    guard let node = node(name) else {
      if isRequired { missing(name, "an object \(form)") }
      return nil
    }
    return Fields(node, path: path(of: name), form: form, report: report)
  }

  /// The elements of a list with their paths, such as `controls[3]`.
  func list(_ name: String, of content: String, isRequired: Bool = false)
    -> [(path: String, node: JSONNode)]?
  {
    let elements = take(name, "a list of \(content)", isRequired: isRequired) { value in
      if case .array(let elements) = value { elements } else { nil }
    }
    let list = path(of: name)
    return elements?.enumerated().map { ("\(list)[\($0)]", $1) }
  }

  /// Reports every field that `known` does not name; `explain` may know why it is not here.
  /// If nothing is near, the message lists what is known, unless `orList` is false.
  func checkNames(
    _ known: [String], called noun: String = "field", orList: Bool = true,
    explain: (String) -> String? = { _ in nil }
  ) {
    for member in members where !known.contains(member.name) && !report.isFull {
      let ending =
        explain(member.name).map { "; \($0)" }
        ?? report.suggestion(for: member.name, among: known, orList: orList)
      report.error(
        path(of: member.name.clipped), at: member.nameOffset, "unknown \(noun)\(ending)")
    }
  }
}

/// Which numbers a field takes.
struct NumberRule: Sendable {
  var wording: String
  var accepts: @Sendable (Double) -> Bool

  private init(_ wording: String, _ accepts: @escaping @Sendable (Double) -> Bool) {
    self.wording = wording
    self.accepts = accepts
  }

  /// The limits keep every product and quotient of the controls far from what a double or an
  /// event's 32 bits cannot hold.
  static let coordinate = NumberRule("a number from -1000000 to 1000000") { $0.magnitude <= 1e6 }
  static let length = NumberRule("a number from 0.001 to 1000000") { $0 >= 0.001 && $0 <= 1e6 }
  static let margin = NumberRule("a number from 0 to 1000000") { $0 >= 0 && $0 <= 1e6 }
  static let duration = NumberRule("a time from 0.001 to 3600 seconds") {
    $0 >= 0.001 && $0 <= 3600
  }
  /// Games poll at 30 Hz or more; more edges than this would only wait in the gates.
  static let interval = NumberRule("a time from 0.02 to 3600 seconds") { $0 >= 0.02 && $0 <= 3600 }
  static let deadZone = NumberRule("a fraction from 0 to below 1") { $0 >= 0 && $0 < 1 }
  static let sensitivity = NumberRule("a number above 0, at most 1000") { $0 > 0 && $0 <= 1000 }
  static let detents = NumberRule("a whole number from 1 to 1000") {
    $0 >= 1 && $0 <= 1000 && $0 == $0.rounded(.towardZero)
  }
  static let tiltRange = NumberRule("an angle from 1 to 90 degrees") { $0 >= 1 && $0 <= 90 }
  static let smoothing = NumberRule("a time from 0 to 10 seconds") { $0 >= 0 && $0 <= 10 }
  static let roll = NumberRule("an angle from -90 to 90 degrees") { $0.magnitude <= 90 }
  static let pitch = NumberRule("an angle from -180 to 180 degrees") { $0.magnitude <= 180 }
  static let ways = NumberRule("4 or 8") { $0 == 4 || $0 == 8 }
}

/// Which texts a field takes.
struct TextRule: Sendable {
  var wording: String
  var accepts: @Sendable (String) -> Bool

  private init(_ wording: String, _ accepts: @escaping @Sendable (String) -> Bool) {
    self.wording = wording
    self.accepts = accepts
  }

  static let label = TextRule("text in quotes") { _ in true }
  static let name = TextRule("a name of 1 to 64 letters, digits, - and _") {
    $0.isName && $0.utf8.count <= 64
  }
  static let id = TextRule("a name of letters, digits, - and _") { $0.isName }
  static let icon = TextRule("a name of letters, digits, - and _, or one character") {
    $0.isName || $0.count == 1
  }
  static let color = TextRule("a colour such as \"#59acff\"") { text in
    text.utf8.first == 0x23 && text.utf8.count == 7
      && text.utf8.dropFirst().allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
      }
  }
}
