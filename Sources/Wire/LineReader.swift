// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into lines, however the stream was split.
///
/// A line ends with LF; a CR before it is not part of the line. Empty lines are passed over.
/// The buffer starts small and grows up to a little more than the longest line.
///
///     let count = reader.withFreeSpace { read(descriptor, $0.baseAddress, $0.count) }
///     while let line = try reader.nextLine() {
///       message = try decoder.decode(reader.buffer.span.extracting(line))
///     }
public struct LineReader: ~Copyable {
  /// The bytes that `nextLine` speaks of; good until the next `withFreeSpace`.
  public private(set) var buffer: [UInt8]
  /// Lines begun, empty ones too: the number of the line given last, counted from 1.
  public private(set) var lineNumber = 0
  /// The most bytes that a line may have, its end not counted.
  public let limit: Int

  /// What is still to be given.
  private var start = 0
  private var end = 0
  /// Bytes before it are known to hold no end of a line.
  private var searched = 0
  /// Whether the rest of a line that was too long is being passed over.
  private var isSkipping = false

  /// What `buffer` has at first.
  private static let firstCapacity = 4096

  public init(limit: Int = 65_536) {
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: min(Self.firstCapacity, limit + 2))
  }

  /// Lets `fill` put bytes of the stream into free space, of which there is always some, and
  /// return their number, or 0 or less for none. Gives what `fill` gave. All lines that are there
  /// must have been taken before.
  public mutating func withFreeSpace(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let free = end..<buffer.count
    let count = buffer.withUnsafeMutableBytes {
      fill(UnsafeMutableRawBufferPointer(rebasing: $0[free]))
    }
    end += min(max(count, 0), free.count)
    return count
  }

  /// The range of the next whole line in `buffer`; nil where more bytes are needed. A line that is
  /// too long is an error once, and then passed over.
  public mutating func nextLine() throws(WireError) -> Range<Int>? {
    while let newline = endOfLine() {
      let begin = start
      start = newline + 1
      searched = start
      if isSkipping {
        isSkipping = false
        continue
      }
      lineNumber += 1
      var last = newline
      if last > begin && buffer[last - 1] == 0x0D { last -= 1 }
      if last - begin > limit { throw tooLong }
      if last > begin { return begin..<last }
    }
    if isSkipping {
      start = end
    } else if end - start > limit + 1 || (end - start > limit && buffer[end - 1] != 0x0D) {
      isSkipping = true
      lineNumber += 1
      start = end
      throw tooLong
    }
    return nil
  }

  /// What is left when the stream has ended without the end of a line; nil where nothing is.
  public mutating func lastLine() -> Range<Int>? {
    let rest = start..<end
    start = end
    if rest.isEmpty || isSkipping { return nil }
    lineNumber += 1
    return rest
  }

  /// Where the next LF is.
  private mutating func endOfLine() -> Int? {
    var index = searched
    while index < end {
      if buffer[index] == 0x0A { return index }
      index += 1
    }
    searched = index
    return nil
  }

  /// Moves what is left to the front, and grows the buffer where that is full.
  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
      searched = 0
    } else if end == buffer.count && start > 0 {
      buffer.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<end]))
      }
      end -= start
      searched -= start
      start = 0
    }
    if end == buffer.count {
      let capacity = min(2 * buffer.count, limit + 2)
      buffer.append(contentsOf: repeatElement(0, count: max(1, capacity - buffer.count)))
    }
  }

  private var tooLong: WireError {
    WireError(.lineTooLong, "a line has at most \(limit) bytes")
  }
}
