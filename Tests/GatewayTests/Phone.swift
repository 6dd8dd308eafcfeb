// SPDX-License-Identifier: MIT

import COpenSSL
import Foundation
import Programs
import Testing

/// A WebSocket client (RFC 6455) that can also do what a browser would not.
final class Phone {
  private let descriptor: Int32
  /// nil: without TLS.
  private var tls: OpaquePointer?
  /// The first line of the gateway's answer to the request for a WebSocket.
  private(set) var status = ""
  /// Headers and body of an answer that is no upgrade.
  private(set) var answer = ""

  /// What came instead of a message.
  struct Closed: Error, Equatable {
    var code: Int
  }

  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  init(
    port: Int, host: String, origin: String?, path: String = "/play",
    subprotocol: String? = "flickpad.1", isPrivate: Bool = false
  ) throws {
    descriptor = try Self.connect(port)
    if isPrivate {
      let context = SSL_CTX_new(TLS_client_method())
      tls = SSL_new(context)
      SSL_CTX_free(context)
      SSL_set_fd(tls, descriptor)
      try #require(SSL_connect(tls) == 1, "no TLS at port \(port)")
    }
    var headers = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: Zmxpa3BhZCB0ZXN0IGtleQ==",
    ]
    if let origin { headers.append("Origin: \(origin)") }
    if let subprotocol { headers.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    write(Array((headers.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    var head = ""
    while !head.hasSuffix("\r\n\r\n") {
      head += String(decoding: try read(1), as: UTF8.self)
    }
    status = String(head.prefix { $0 != "\r\n" })
    guard !isOpen else { return }
    while let byte = try? read(1) {
      answer += String(decoding: byte, as: UTF8.self)
    }
  }

  /// Whether it has become a WebSocket.
  var isOpen: Bool { status.contains(" 101 ") }

  deinit { hangUp() }

  private var isGone = false

  /// Goes without a word.
  func hangUp() {
    guard !isGone else { return }
    isGone = true
    SSL_free(tls)
    close(descriptor)
  }

  static func connect(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0, "cannot connect to port \(port)")
    return descriptor
  }

  /// HTTP's answer to a request, all of it.
  static func request(_ port: Int, _ lines: [String]) throws -> String {
    let descriptor = try connect(port)
    defer { close(descriptor) }
    let bytes = Array((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    var answer: [UInt8] = []
    while let byte = try? readBytes(descriptor, 1) { answer += byte }
    return String(decoding: answer, as: UTF8.self)
  }

  // MARK: Out

  func send(_ text: String) { send(.text, Array(text.utf8)) }

  func touch(_ phase: String, _ x: Double, _ y: Double) {
    send(#"{"type":"touch","touches":[{"id":1,"phase":"\#(phase)","x":\#(x),"y":\#(y)}]}"#)
  }

  func send(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) {
    write(frame(opcode, payload, isFinal))
  }

  /// Sends a message again and again until nothing more is taken for a second; gives back how many
  /// bytes were.
  func fill(with payload: [UInt8]) -> Int {
    GatewayTests.fill(descriptor, with: frame(.text, payload, true))
  }

  private func frame(_ opcode: Opcode, _ payload: [UInt8], _ isFinal: Bool) -> [UInt8] {
    var frame: [UInt8] = [opcode.rawValue | (isFinal ? 0x80 : 0)]
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65_536: frame += [0x80 | 126] + (0..<2).reversed().map { byte($0, of: payload.count) }
    default: frame += [0x80 | 127] + (0..<8).reversed().map { byte($0, of: payload.count) }
    }
    guard payload.count <= 65_536 else { return frame + [0, 0, 0, 0] + payload }
    let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    frame += mask
    return frame + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  private func byte(_ index: Int, of number: Int) -> UInt8 { UInt8(number >> (8 * index) & 255) }

  func write(_ bytes: [UInt8]) {
    if let tls {
      SSL_write(tls, bytes, Int32(bytes.count))
      return
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the gateway has closed, whatever is still to be read.
  func isCut() throws {
    // The end of the stream waits behind all that, but who sends then is told.
    let ping = frame(.ping, [], true)
    for _ in 0..<400 {
      var wait = pollfd(fd: descriptor, events: 0x2000, revents: 0)  // POLLRDHUP
      if poll(&wait, 1, 50) == 1 { return }
      _ = ping.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
    }
    Issue.record("the gateway does not close")
  }

  // MARK: In

  private func read(_ count: Int) throws -> [UInt8] {
    guard let tls else { return try readBytes(descriptor, count) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard SSL_pending(tls) > 0 || poll(&wait, 1, 20_000) == 1 else { throw NoLine() }
      var buffer = [UInt8](repeating: 0, count: count - bytes.count)
      let length = SSL_read(tls, &buffer, Int32(buffer.count))
      guard length > 0 else { throw NoLine() }
      bytes += buffer[..<Int(length)]
    }
    return bytes
  }

  /// The next message; pings are answered on the way.
  ///
  /// - Throws: `Closed` where the gateway closes instead.
  func text() throws -> String {
    var payload: [UInt8] = []
    while true {
      let (opcode, bytes, isFinal) = try frame()
      switch opcode {
      case .ping: send(.pong, bytes)
      case .pong: break
      case .close:
        send(.close, bytes)
        throw Closed(code: bytes.count < 2 ? 1005 : Int(bytes[0]) << 8 | Int(bytes[1]))
      case .text, .binary, .continuation:
        payload += bytes
        if isFinal { return String(decoding: payload, as: UTF8.self) }
      }
    }
  }

  func frame() throws -> (Opcode, [UInt8], isFinal: Bool) {
    let start = try read(2)
    var length = Int(start[1] & 0x7f)
    if length > 125 {
      length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    let opcode = try #require(Opcode(rawValue: start[0] & 15))
    return (opcode, length == 0 ? [] : try read(length), start[0] & 0x80 != 0)
  }

  /// The next message, as an object.
  func message() throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(try text().utf8)) as? [String: Any])
  }

  /// The next message of a type.
  func message(_ type: String) throws -> [String: Any] {
    while true {
      let message = try message()
      if message["type"] as? String == type { return message }
    }
  }

  /// The code of the refusal that comes next, and of the close behind it.
  func refusal() throws -> (code: String?, close: Int) {
    let message = try message("refused")
    do {
      while true { _ = try text() }
    } catch let closed as Closed {
      return (message["code"] as? String, closed.code)
    }
  }
}
