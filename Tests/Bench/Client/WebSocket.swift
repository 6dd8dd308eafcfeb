// SPDX-License-Identifier: MIT

import Glibc

/// A WebSocket to a server on this machine, as far as the benchmark needs one (RFC 6455). Its frames
/// are made beforehand, so that sending one is a write and no more.
final class WebSocket {
  let descriptor: Int32
  private var unread: [UInt8] = []
  /// The last message.
  private var last = "nothing"

  /// Connects to a server that may only be about to listen.
  init(port: Int) {
    descriptor = connect(toPort: port)
    let lines = [
      "GET /play HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: Zmxpc2tlbi1wYWQtYmVuYw==", "Sec-WebSocket-Protocol: flickpad.1", "", "",
    ]
    write(Array(lines.joined(separator: "\r\n").utf8), to: descriptor)
    var end: Int?
    while end == nil {
      receive()
      end = unread.indices.dropLast(3).first {
        unread[$0..<($0 + 4)].elementsEqual("\r\n\r\n".utf8)
      }
    }
    expect(unread.starts(with: "HTTP/1.1 101 ".utf8), "a WebSocket of port \(port)")
    unread.removeFirst(end! + 4)
  }

  deinit { close(descriptor) }

  /// A text message as a client sends it.
  static func frame(_ text: String) -> [UInt8] { frame(0x1, Array(text.utf8)) }

  private static func frame(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [0x8f, 0x12, 0xe4, 0x5b]
    var bytes = [0x80 | kind]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Waits for the next text message.
  func message() -> String {
    while true {
      while let (kind, payload) = next() {
        if kind == 0x1 { return String(decoding: payload, as: UTF8.self) }
      }
      receive()
    }
  }

  /// Reads what is there; messages are dropped, pings answered.
  func drain() {
    receive()
    while next() != nil {}
  }

  /// The next frame that is there as a whole.
  private func next() -> (kind: UInt8, payload: [UInt8])? {
    guard unread.count >= 2 else { return nil }
    var length = Int(unread[1])
    var start = 2
    if length == 126 {
      guard unread.count >= 4 else { return nil }
      length = Int(unread[2]) << 8 | Int(unread[3])
      start = 4
    }
    expect(length < 65_536, "short frames of the server")
    guard unread.count >= start + length else { return nil }
    let kind = unread[0] & 0x0f
    let payload = Array(unread[start..<(start + length)])
    unread.removeFirst(start + length)
    if kind == 0x8 { expect(false, "the server closed, after \(last)") }
    if kind == 0x1 { last = String(decoding: payload, as: UTF8.self) }
    if kind == 0x9 { write(Self.frame(0xA, payload), to: descriptor) }
    return (kind, payload)
  }

  private func receive() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    expect(count > 0, "read from the server")
    unread += bytes[..<count]
  }
}

/// Writes all of `bytes`.
func write(_ bytes: [UInt8], to descriptor: Int32) {
  let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  expect(count == bytes.count, "write to the server")
}

private func address(ofPort port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
  return address
}

private func withAddress<Result>(
  _ port: Int, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = address(ofPort: port)
  return withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Connects to a server of this machine that may only be about to listen.
func connect(toPort port: Int) -> Int32 {
  for _ in 0..<15_000 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if withAddress(port, { Glibc.connect(descriptor, $0, $1) }) == 0 {
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
      return descriptor
    }
    close(descriptor)
    usleep(2000)
  }
  expect(false, "connect to port \(port)")
  return -1
}

/// A port of this machine that nobody uses now.
func freePort() -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  defer { close(descriptor) }
  expect(withAddress(0) { bind(descriptor, $0, $1) } == 0, "a free port")
  var found = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &found) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = getsockname(descriptor, $0, &length)
    }
  }
  return Int(in_port_t(bigEndian: found.sin_port))
}
