// SPDX-License-Identifier: MIT

import Glibc

/// The stream ended, or nothing came in 20 seconds.
public struct NoLine: Error {
  public init() {}
}

/// Reads so many bytes.
public func readBytes(_ descriptor: Int32, _ count: Int) throws -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < count {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 20_000) == 1 else { throw NoLine() }
    var buffer = [UInt8](repeating: 0, count: count - bytes.count)
    let length = read(descriptor, &buffer, buffer.count)
    guard length > 0 else { throw NoLine() }
    bytes += buffer[..<length]
  }
  return bytes
}

/// Reads one line, byte for byte.
public func readLine(_ descriptor: Int32) throws -> String {
  var bytes: [UInt8] = []
  while true {
    let byte = try readBytes(descriptor, 1)[0]
    if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
    bytes.append(byte)
  }
}

/// A path as connect(2) and bind(2) want it.
public func withUNIXAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
