// SPDX-License-Identifier: MIT

import Glibc

/// A phone with a thumb on a stick: its messages go in at a socket, the batches of its pad come out
/// of a pipe.
final class Phone {
  /// How its messages get to the server.
  enum Way {
    case socket(Int32)
    case web(WebSocket)

    var descriptor: Int32 {
      switch self {
      case .socket(let descriptor): descriptor
      case .web(let web): web.descriptor
      }
    }

    /// A message as it goes over the wire.
    func bytes(_ message: String) -> [UInt8] {
      switch self {
      case .socket: Array(message.utf8) + [0x0a]
      case .web: WebSocket.frame(message)
      }
    }
  }

  let way: Way
  /// Where its batches come out; blocks.
  let batches: Int32
  private let messages: [[UInt8]]
  private var count = 0
  private let batchBytes: Int
  /// Bytes of the batch that has come in part.
  private var unfinished = 0
  /// When the messages were sent that wait for their batches.
  private var sent: [Int64] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Lands its thumb.
  init(_ way: Way, batches: Int32, scenario: Scenario) {
    self.way = way
    self.batches = batches
    batchBytes = scenario.batchBytes
    messages = scenario.messages.map { way.bytes(String($0.dropLast())) }
    write(way.bytes(String(scenario.landing.dropLast())), to: way.descriptor)
  }

  deinit { close(batches) }

  func send() {
    sent.append(nanoseconds())
    write(messages[count % messages.count], to: way.descriptor)
    count += 1
  }

  /// Reads what has come of its batches, and adds how long each took, in nanoseconds.
  func receiveBatches(_ latencies: inout [Int64]) {
    let length = read(batches, &buffer, buffer.count)
    expect(length > 0, "read a batch")
    let now = nanoseconds()
    unfinished += length
    while unfinished >= batchBytes {
      unfinished -= batchBytes
      latencies.append(now - sent.removeFirst())
    }
  }

  /// Sends a message, and waits for its batch; the last event's bytes, without its time.
  func exchange() -> [UInt8] {
    send()
    var latencies: [Int64] = []
    var bytes: [UInt8] = []
    while latencies.isEmpty {
      let before = unfinished
      receiveBatches(&latencies)
      bytes += buffer[..<(latencies.isEmpty ? unfinished - before : batchBytes - before)]
    }
    return bytes.indices.filter { $0 % Scenario.event >= 16 }.map { bytes[$0] }
  }

  /// Drops what the server has said, if it has.
  func drainIfAny() {
    var waiting = pollfd(fd: way.descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&waiting, 1, 0) > 0 { drain() }
  }

  /// Drops what the server says.
  func drain() {
    switch way {
    case .socket(let descriptor):
      expect(read(descriptor, &buffer, buffer.count) > 0, "read from the server")
    case .web(let web): web.drain()
    }
  }
}
