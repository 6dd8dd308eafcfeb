// SPDX-License-Identifier: MIT

/// A subcommand of a program.
public struct Command: Sendable {
  public var name: String
  /// What it does, in half a line.
  public var summary: String
  /// What its words that belong to no option are called in the usage line.
  public var words: String
  /// How many such words it takes.
  public var count: ClosedRange<Int>
  public var options: [Option]
  /// Gives back the exit status.
  public var run: @Sendable (Arguments) throws(Arguments.Mistake) -> Int32

  public init(
    name: String, summary: String, words: String, count: ClosedRange<Int>, options: [Option],
    run: @escaping @Sendable (Arguments) throws(Arguments.Mistake) -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.words = words
    self.count = count
    self.options = options
    self.run = run
  }
}
