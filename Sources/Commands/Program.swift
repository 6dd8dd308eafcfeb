// SPDX-License-Identifier: MIT

import Glibc

/// A program that is made of subcommands.
public struct Program: Sendable {
  public var name: String
  /// What it does, in a sentence.
  public var summary: String
  public var commands: [Command]

  public init(name: String, summary: String, commands: [Command]) {
    self.name = name
    self.summary = summary
    self.commands = commands
  }

  private static let help = Option("help", "say this")

  /// Runs what the words of the command line ask for, and gives back the exit status.
  public func run(_ words: [String]) -> Int32 {
    guard let first = words.first else {
      complain("say what to do: \(commands.map(\.name).joined(separator: ", ")) (or --help)")
      return EX_USAGE
    }
    switch first {
    case "--help", "-h", "help":
      guard first == "help", words.count > 1 else { return say(overview) }
      return command(words[1]).map { say(usage($0)) } ?? unknown(words[1])
    case "--version" where words.count == 1: return say("\(name) \(Version.number)\n")
    case "--version":
      complain("--version stands alone; '\(words[1])' is one word too many")
      return EX_USAGE
    default: return command(first).map { run($0, Array(words.dropFirst())) } ?? unknown(first)
    }
  }

  private func command(_ name: String) -> Command? { commands.first { $0.name == name } }

  private func unknown(_ name: String) -> Int32 {
    complain(
      "there is no command '\(name)'; there are "
        + commands.map(\.name).joined(separator: ", "))
    return EX_USAGE
  }

  private func run(_ command: Command, _ words: [String]) -> Int32 {
    do throws(Arguments.Mistake) {
      let arguments = try Arguments(words, options: command.options + [Self.help])
      if arguments.has("help") { return say(usage(command)) }
      guard command.count.contains(arguments.words.count) else {
        let problem =
          arguments.words.count < command.count.lowerBound
          ? "an argument is missing" : "'\(arguments.words.last!)' is one argument too many"
        throw Arguments.Mistake(
          message: problem + "; it takes \(command.words.isEmpty ? "none" : command.words)")
      }
      return try command.run(arguments)
    } catch {
      complain("\(command.name): \(error.message) (\(name) \(command.name) --help says more)")
      return EX_USAGE
    }
  }

  private var overview: String {
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      "  \(Self.pad(command.name, width))  \(command.summary)"
    }
    return """
      \(summary)

      usage: \(name) COMMAND [OPTIONS]

      \(lines.joined(separator: "\n"))

      \(name) COMMAND --help says more of each; so does \(name)(1).

      """
  }

  private func usage(_ command: Command) -> String {
    let rows = (command.options + [Self.help]).map { option in
      ("--\(option.name)\(option.value.map { " " + $0 } ?? "")", option.help)
    }
    let width = rows.map { $0.0.count }.max() ?? 0
    let lines = rows.map { "  \(Self.pad($0.0, width))  \($0.1)" }
    let line = [name, command.name, "[OPTIONS]", command.words].filter { !$0.isEmpty }
    return """
      \(command.summary.prefix(1).uppercased() + command.summary.dropFirst())

      usage: \(line.joined(separator: " "))

      \(lines.joined(separator: "\n"))

      """
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private func say(_ text: String) -> Int32 {
    Terminal.say(text)
    return EX_OK
  }
}
