// SPDX-License-Identifier: MIT

import Glibc

/// Why the gateway cannot start or go on: one sentence with what to try, and the exit status of
/// sysexits(3).
public struct Failure: Error, Equatable {
  public var message: String
  public var status: Int32

  public init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }
}

/// What errno.h's `number` means.
func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
