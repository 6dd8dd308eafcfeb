// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import Pad

/// Turns batches into `struct input_event`s and writes each by one write(2). Owns its buffer, not
/// its descriptor; allocates only for a batch longer than every one before.
final class EventWriter {
  let descriptor: Int32
  private let calls: SystemCalls
  private var buffer: UnsafeMutableBufferPointer<input_event>

  init(descriptor: Int32, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
    buffer = Self.zeroed(64)
  }

  deinit { buffer.deallocate() }

  /// The times stay zero for ever: the kernel puts its own; a newer one would believe ours.
  private static func zeroed(_ count: Int) -> UnsafeMutableBufferPointer<input_event> {
    let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: count)
    buffer.initialize(repeating: input_event())
    return buffer
  }

  /// Writes `events` at once; nothing where there are none. A write that a signal interrupts is
  /// begun again, a short one completed.
  ///
  /// - Returns: 0, or the errno of the write that failed; what came before it has been written.
  func write(_ events: Span<Event>) -> Int32 {
    if events.count > buffer.count {
      buffer.deallocate()
      buffer = Self.zeroed(max(events.count, 2 * buffer.count))
    }
    for index in events.indices {
      buffer[index].type = events[index].type
      buffer[index].code = events[index].code
      buffer[index].value = events[index].value
    }
    guard let start = UnsafeRawPointer(buffer.baseAddress) else { return 0 }
    let count = events.count * MemoryLayout<input_event>.stride
    var written = 0
    while written < count {
      let result = calls.write(descriptor, start + written, count - written)
      if result > 0 {
        written += result
      } else if result == 0 {
        return EIO
      } else if result != -Int(EINTR) {
        return Int32(-result)
      }
    }
    return 0
  }
}
