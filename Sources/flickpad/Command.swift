// SPDX-License-Identifier: MIT

import Glibc

/// A subcommand of `flickpad`.
struct Command: Sendable {
  var name: String
  /// What it does, in half a line.
  var summary: String
  /// What its words that belong to no option are called in the usage line.
  var words: String
  /// How many such words it takes.
  var count: ClosedRange<Int>
  var options: [Option]
  /// Gives back the exit status.
  var run: @Sendable (Arguments) throws(Arguments.Mistake) -> Int32

  static let all = [
    Serve.command, Simulate.command, Send.command, Players.command, ListLayouts.command,
    Check.command, Doctor.command,
  ]

  private static let help = Option("help", "say this")

  /// Runs what the words of the command line ask for.
  static func run(_ words: [String]) -> Int32 {
    guard let first = words.first else {
      complain("say what to do: \(all.map(\.name).joined(separator: ", ")) (or --help)")
      return EX_USAGE
    }
    switch first {
    case "--help", "-h", "help":
      guard first == "help", words.count > 1 else { return say(overview) }
      return named(words[1]).map { say($0.usage) } ?? unknown(words[1])
    case "--version": return say("flickpad \(Version.number)\n")
    default: return named(first)?.run(words: Array(words.dropFirst())) ?? unknown(first)
    }
  }

  private static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  private static func unknown(_ name: String) -> Int32 {
    complain(
      "there is no command '\(name)'; there are \(all.map(\.name).joined(separator: ", "))")
    return EX_USAGE
  }

  private func run(words: [String]) -> Int32 {
    do throws(Arguments.Mistake) {
      let arguments = try Arguments(words, options: options + [Self.help])
      if arguments.has("help") { return Self.say(usage) }
      guard count.contains(arguments.words.count) else {
        let problem =
          arguments.words.count < count.lowerBound
          ? "an argument is missing" : "'\(arguments.words.last!)' is one argument too many"
        throw Arguments.Mistake(
          message: problem + "; it takes \(self.words.isEmpty ? "none" : self.words)")
      }
      return try run(arguments)
    } catch {
      complain("\(name): \(error.message) (flickpad \(name) --help says more)")
      return EX_USAGE
    }
  }

  private static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map { command in
      "  \(pad(command.name, width))  \(command.summary)"
    }
    return """
      Flickpad turns any touch screen into a game controller, keyboard and mouse.

      usage: flickpad COMMAND [OPTIONS]

      \(lines.joined(separator: "\n"))

      flickpad COMMAND --help says more of each; so does flickpad(1).

      """
  }

  private var usage: String {
    let rows = (options + [Self.help]).map { option in
      ("--\(option.name)\(option.value.map { " " + $0 } ?? "")", option.help)
    }
    let width = rows.map { $0.0.count }.max() ?? 0
    let lines = rows.map { "  \(Self.pad($0.0, width))  \($0.1)" }
    let line = ["flickpad", name, "[OPTIONS]", words].filter { !$0.isEmpty }
    return """
      \(summary.prefix(1).uppercased() + summary.dropFirst())

      usage: \(line.joined(separator: " "))

      \(lines.joined(separator: "\n"))

      """
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func say(_ text: String) -> Int32 {
    Terminal.say(text)
    return EX_OK
  }
}
