// SPDX-License-Identifier: MIT

/// An array that nobody can share. `Array` has to find out at each change whether it is shared,
/// which costs more than the small changes of a touch; this one never is. Emptied, it keeps its
/// storage.
public struct UniqueArray<Element>: ~Copyable {
  /// Initialized up to `count`.
  @usableFromInline private(set) var storage: UnsafeMutableBufferPointer<Element>
  public private(set) var count = 0

  init(capacity: Int) {
    storage = .allocate(capacity: capacity)
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    for _ in 0..<count { append(element) }
  }

  deinit {
    storage.prefix(count).deinitialize()
    storage.deallocate()
  }

  @inlinable public var isEmpty: Bool { count == 0 }
  @inlinable public var indices: Range<Int> { 0..<count }

  /// The element at `index`, which has to be one of `indices`.
  @inlinable
  public subscript(index: Int) -> Element {
    _read {
      check(index)
      yield storage.baseAddress.unsafelyUnwrapped[index]
    }
    _modify {
      check(index)
      yield &storage.baseAddress.unsafelyUnwrapped[index]
    }
  }

  @usableFromInline
  func check(_ index: Int) {
    // One comparison: what is negative is larger than any count.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has this index")
  }

  /// Lends the elements.
  @inlinable
  public func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: storage.baseAddress, count: count).span)
  }

  mutating func append(_ element: Element) {
    if count == storage.count { grow() }
    storage.initializeElement(at: count, to: element)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(8, 2 * count))
    _ = larger.moveInitialize(fromContentsOf: storage.prefix(count))
    storage.deallocate()
    storage = larger
  }

  /// Takes an element out; those behind it move up.
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    check(index)
    let element = storage.moveElement(from: index)
    _ = storage[index..<count - 1].moveInitialize(fromContentsOf: storage[index + 1..<count])
    count -= 1
    return element
  }

  /// Takes all elements out and keeps the storage.
  mutating func removeAll() {
    storage.prefix(count).deinitialize()
    count = 0
  }

  /// The first index whose element fits.
  func firstIndex(where fits: (borrowing Element) -> Bool) -> Int? {
    for index in indices where fits(self[index]) { return index }
    return nil
  }

  /// The last index whose element fits.
  func lastIndex(where fits: (borrowing Element) -> Bool) -> Int? {
    for index in indices.reversed() where fits(self[index]) { return index }
    return nil
  }
}

extension UniqueArray: @unchecked Sendable where Element: Sendable {}
