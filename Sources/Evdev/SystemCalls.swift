// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The system calls that devices are made of, so that tests can watch them and make them fail.
/// Each returns what the kernel's call returns, and minus errno where that fails.
struct SystemCalls: Sendable {
  var open: @Sendable (_ path: String, _ flags: Int32) -> Int
  var close: @Sendable (_ descriptor: Int32) -> Void
  /// The argument is a number or an address, as the request has it.
  var ioctl: @Sendable (Int32, _ request: UInt, _ argument: UInt) -> Int
  var read: @Sendable (Int32, UnsafeMutableRawPointer, _ count: Int) -> Int
  var write: @Sendable (Int32, UnsafeRawPointer, _ count: Int) -> Int

  static let kernel = SystemCalls(
    open: { orMinusErrno(Int(Glibc.open($0, $1))) },
    close: { _ = Glibc.close($0) },
    ioctl: { orMinusErrno(Int(clinux_ioctl($0, $1, $2))) },
    read: { orMinusErrno(Glibc.read($0, $1, $2)) },
    write: { orMinusErrno(Glibc.write($0, $1, $2)) })

  private static func orMinusErrno(_ result: Int) -> Int {
    result == -1 ? -Int(errno) : result
  }
}
