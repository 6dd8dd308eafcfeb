// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into lines, however the stream was split.
///
/// A line ends with LF; a CR before it is not part of the line. Empty lines are passed over.
/// The buffer starts small, grows where much comes at once, and up to a little more than the longest
/// line.
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
  /// The most that a client's line has, but for layouts to be kept: see `saveLimit`.
  public static let usualLimit = 65_536
  /// The most that a line may have that brings a layout to be kept.
  public static let saveLimit = 524_288

  /// What is still to be given.
  private var start = 0
  private var end = 0
  /// Bytes before it are known to hold no end of a line.
  private var searched = 0
  /// Whether the rest of a line that was too long is being passed over.
  private var isSkipping = false

  /// The last bytes that came took all the free space.
  private var isCrowded = false

  /// What `buffer` has at first: enough for a message of all fingers.
  private static let firstCapacity = 2048
  /// What it has where much comes at once.
  private static let busyCapacity = 32_768

  public init(limit: Int = Self.usualLimit) {
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
    isCrowded = end == buffer.count
    return count
  }

  /// The range of the next whole line in `buffer`; nil where more bytes are needed. A line that is
  /// too long is an error once, and then passed over.
  public mutating func nextLine() throws(WireError) -> Range<Int>? {
    while let newline = buffer.span.firstLF(in: searched..<end) {
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
    searched = end
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

  /// Takes the next line without a search for its end. `guess` is lent what is there, and tells how
  /// many bytes the line has if it knows. False where it does not, or where no LF follows; nothing
  /// has changed then.
  public mutating func takeLine(guess: (Span<UInt8>) -> Int?) -> Bool {
    guard !isSkipping, let count = guess(buffer.span.extracting(start..<end)),
      count <= limit && count < end - start && buffer[start + count] == 0x0A
    else { return false }
    start += count + 1
    searched = start
    lineNumber += 1
    return true
  }

  /// Lends the bytes of a line that was given since the last `withFreeSpace`.
  @inlinable
  public func withLine<Result: ~Copyable, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(buffer.span.extracting(range))
  }

  /// What is left when the stream has ended without the end of a line; nil where nothing is.
  public mutating func lastLine() -> Range<Int>? {
    let rest = start..<end
    start = end
    if rest.isEmpty || isSkipping { return nil }
    lineNumber += 1
    return rest
  }

  /// Moves what is left to the front where little room is behind it, and grows a full buffer.
  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
      searched = 0
      // A long line is rare: its space is not kept.
      if buffer.count > 2 * Self.usualLimit || isCrowded && buffer.count < Self.busyCapacity {
        buffer = [UInt8](repeating: 0, count: min(Self.busyCapacity, limit + 2))
      }
    } else if start > 0 && buffer.count - end < buffer.count / 2 {
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

  private var tooLong: WireError { .lineTooLong(limit) }
}

extension Span<UInt8> {
  /// Where the first LF of a range is.
  fileprivate func firstLF(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    // Eight bytes at once, twice; most often there is none in either.
    while index < range.upperBound && index <= count - 16 {
      let first = marks(at: index)
      let second = marks(at: index + 8)
      if first | second != 0 {
        index +=
          first != 0 ? first.trailingZeroBitCount >> 3 : 8 + second.trailingZeroBitCount >> 3
        return index < range.upperBound ? index : nil
      }
      index += 16
    }
    while index < range.upperBound {
      if self[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }

  /// A word of the eight bytes at `index`, of which there have to be so many: its lowest byte whose
  /// top bit is set was an LF, and it is 0 where there is none.
  @inline(always)
  private func marks(at index: Int) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    let difference = word ^ (ones &* 0x0A)
    return (difference &- ones) & ~difference & (ones &* 0x80)
  }
}
