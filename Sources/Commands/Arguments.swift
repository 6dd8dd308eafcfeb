// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// An option of a subcommand.
public struct Option: Sendable {
  /// Without the dashes.
  public var name: String
  /// What its value is called in the help; nil for an option without a value.
  public var value: String?
  public var help: String

  /// An option without a value.
  public init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }

  /// An option whose value is called `value`.
  public init(_ name: String, _ value: String, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// The words that a subcommand was given.
public struct Arguments {
  public private(set) var values: [String: [String]] = [:]
  /// The words that belong to no option.
  public private(set) var words: [String] = []

  /// A word that cannot be taken: the sentence that says why.
  public struct Mistake: Error {
    public var message: String

    public init(message: String) {
      self.message = message
    }
  }

  /// What getopt_long gives back for the first option: more than any character.
  private static let firstResult: Int32 = 256

  /// Sorts `words` by the table `options`, as getopt_long(3) does.
  public init(_ given: [String], options: [Option]) throws(Mistake) {
    var table: [option] = []
    let names = options.map { strdup($0.name)! }
    var words = ([""] + given).map { strdup($0) }
    words.append(nil)
    defer {
      for name in names { free(name) }
      for word in words { free(word) }
    }
    for (index, entry) in options.enumerated() {
      table.append(
        option(
          name: names[index],
          has_arg: entry.value == nil ? no_argument : required_argument, flag: nil,
          // Of options that would give back the same, it takes any when one is cut short.
          val: Self.firstResult + Int32(index)))
    }
    table.append(option())
    var position: Int32 = 0
    var argument: UnsafePointer<CChar>?
    let count = Int32(given.count + 1)
    while true {
      var index: Int32 = 0
      let before = max(Int(position), 1)
      let result = clinux_getopt_long(count, words, ":h", table, &index, &argument, &position)
      switch result {
      case -1:
        // getopt_long has moved the words that are no options to the end.
        self.words = (Int(position)..<given.count + 1).map { String(cString: words[$0]!) }
        return
      case Self.firstResult...:
        let option = options[Int(index)]
        let value = argument.map { String(cString: $0) } ?? ""
        if option.value != nil && value.isEmpty {
          throw Mistake(message: "--\(option.name) needs a value that is not empty")
        }
        values[option.name, default: []].append(value)
      case Int32(UInt8(ascii: "h")): values["help", default: []].append("")
      default:
        let culprit = String(cString: words[max(Int(position) - 1, before)] ?? words[before]!)
        if result == Int32(UInt8(ascii: ":")) {
          throw Mistake(message: "\(culprit) needs a value")
        }
        throw Self.unknown(culprit, options)
      }
    }
  }

  private static func unknown(_ word: String, _ options: [Option]) -> Mistake {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    if let option = options.first(where: { $0.name == name }), option.value == nil {
      return Mistake(message: "--\(name) takes no value")
    }
    let matches = options.filter { $0.name.hasPrefix(name) }
    if word.hasPrefix("--") && matches.count > 1 {
      let list = matches.map { "--" + $0.name }.joined(separator: ", ")
      return Mistake(message: "\(word) could be any of \(list)")
    }
    return Mistake(message: "there is no option \(word)")
  }

  public func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value given to an option.
  public subscript(name: String) -> String? { values[name]?.last }

  /// All values given to an option.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option that is a number.
  public func number<Number: LosslessStringConvertible & Comparable>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(Mistake) -> Number? {
    guard let text = self[name] else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw Mistake(
        message: "--\(name) wants a number from \(Self.short(range.lowerBound)) to "
          + "\(Self.short(range.upperBound)), not '\(text)'")
    }
    return number
  }

  /// A number as people write it.
  private static func short<Number>(_ number: Number) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The value of an option that is one of a few words.
  public func choice<Choice: CaseIterable>(_ name: String, _ word: (Choice) -> String)
    throws(Mistake)
    -> Choice?
  {
    guard let text = self[name] else { return nil }
    if let choice = Choice.allCases.first(where: { word($0) == text }) { return choice }
    let list = Choice.allCases.map(word).joined(separator: ", ")
    throw Mistake(message: "--\(name) wants one of \(list), not '\(text)'")
  }
}
