// SPDX-License-Identifier: MIT

import Pad

/// What the command line asks for.
struct Options {
  var player = 1
  var waitSeconds: Double = 10
  var count: Int?
  var timeoutSeconds: Double?
  var zero: Instant?
  var devices: [Device] = []

  /// A sentence about what is wrong with the arguments.
  struct Mistake: Error {
    var sentence: String
  }

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if let device = Device.allCases.first(where: { $0.name == argument }) {
        devices.append(device)
        continue
      }
      guard let value = rest.next() else {
        throw Mistake(sentence: "\(argument) is no device, and has no value after it")
      }
      switch argument {
      case "--player": player = try Self.whole(argument, value, 1...8)
      case "--wait": waitSeconds = try Self.seconds(argument, value)
      case "--count": count = try Self.whole(argument, value, 1...1_000_000_000)
      case "--timeout": timeoutSeconds = try Self.seconds(argument, value)
      case "--zero": zero = Instant(seconds: try Self.seconds(argument, value))
      default: throw Mistake(sentence: "unknown option \(argument)")
      }
    }
    guard !devices.isEmpty else {
      throw Mistake(sentence: "no device named: gamepad, keyboard or mouse")
    }
  }

  private static func whole(
    _ name: String, _ text: String, _ range: ClosedRange<Int>
  ) throws(Mistake) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw Mistake(sentence: "\(name) wants a whole number from \(range.lowerBound) on")
    }
    return value
  }

  private static func seconds(_ name: String, _ text: String) throws(Mistake) -> Double {
    guard let value = Double(text), value >= 0, value < 1e9 else {
      throw Mistake(sentence: "\(name) wants a number of seconds")
    }
    return value
  }
}
