// SPDX-License-Identifier: MIT

import Wire

/// Line framing: however the stream is split, and whether lines are searched for or guessed, they
/// are the ones that a simple reading finds. The first two bytes say the longest line and the splits.
func fuzzLines(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let limit = Int(input[0]) % 64
  let stream = Array(input[2...])
  let wanted = linesSimplyRead(stream, limit: limit)
  let split = Int(input[1]) % 37 + 1
  for guesses in [false, true] {
    let found = linesRead(stream, limit: limit, by: split, guesses: guesses)
    require(found == wanted, "want \(wanted), got \(found)")
  }
}

/// A line; nil for one that is too long.
private func linesSimplyRead(_ stream: [UInt8], limit: Int) -> [[UInt8]?] {
  var lines: [[UInt8]?] = []
  var rest = stream[...]
  while let end = rest.firstIndex(of: 0x0A) {
    var line = rest[..<end]
    rest = rest[(end + 1)...]
    if line.last == 0x0D { line = line.dropLast() }
    if line.count > limit { lines.append(nil) } else if !line.isEmpty { lines.append(Array(line)) }
  }
  // What has no end yet is known to be too long as soon as it cannot be otherwise.
  let mayEnd = rest.last == 0x0D ? rest.count - 1 : rest.count
  if mayEnd > limit || rest.count > limit + 1 { lines.append(nil) }
  return lines
}

private func linesRead(_ stream: [UInt8], limit: Int, by split: Int, guesses: Bool) -> [[UInt8]?] {
  var reader = LineReader(limit: limit)
  var lines: [[UInt8]?] = []
  var rest = stream[...]
  while !rest.isEmpty {
    let before = rest.count
    _ = reader.withFreeSpace { space in
      require(!space.isEmpty, "no free space")
      let count = min(space.count, split, rest.count)
      space.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    require(rest.count < before, "nothing was taken")
    while true {
      if guesses {
        var guessed: [UInt8] = []
        let took = reader.takeLine { bytes in
          // As the decoder does: only lines of one kind, and never their ends.
          guard !bytes.isEmpty && bytes[0] & 1 == 1 else { return nil }
          var count = 0
          while count < bytes.count && bytes[count] != 0x0A { count += 1 }
          guard bytes[count - 1] != 0x0D else { return nil }
          guessed = (0..<count).map { bytes[$0] }
          return count
        }
        if took {
          lines.append(guessed)
          continue
        }
      }
      do throws(WireError) {
        guard let range = try reader.nextLine() else { break }
        lines.append(reader.withLine(range) { line in line.indices.map { line[$0] } })
      } catch {
        lines.append(nil)
      }
    }
  }
  return lines
}
