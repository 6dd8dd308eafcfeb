// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

/// A client of the daemon.
final class Client {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUNIXAddress(path) { [descriptor] in connect(descriptor, $0, $1) }
    try #require(result == 0, "cannot connect to \(path)")
  }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  func send(_ lines: String...) {
    for line in lines { send(Array(line.utf8) + [UInt8(ascii: "\n")]) }
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// The next line, as an object.
  func receive() throws -> [String: Any] {
    let text = try readLine(descriptor)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The next line of a type.
  func receive(_ type: String) throws -> [String: Any] {
    while true {
      let message = try receive()
      if message["type"] as? String == type { return message }
    }
  }

  /// Says hello, with more fields, and waits for the welcome.
  func hello(_ fields: String = "") throws -> [String: Any] {
    send(#"{"type":"hello","protocol":1\#(fields)}"#)
    return try receive("welcome")
  }

  /// The code of the next error.
  func error() throws -> String? { try receive("error")["code"] as? String }

  func touch(_ phase: String, _ x: Double, _ y: Double, id: Int = 1) {
    send(#"{"type":"touch","touches":[{"id":\#(id),"phase":"\#(phase)","x":\#(x),"y":\#(y)}]}"#)
  }
}
