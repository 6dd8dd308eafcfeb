// SPDX-License-Identifier: MIT

import Glibc
import Layouts

/// Why the daemon cannot start or go on: one sentence with what to try, and the exit status of
/// sysexits(3).
public struct Failure: Error, Equatable {
  public var message: String
  public var status: Int32

  public init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }
}

extension Failure {
  /// A layout that cannot be used.
  public init(_ error: LayoutError) {
    let status =
      switch error {
      case .unknown: EX_NOINPUT
      case .unreadable(let file): file.isDenied ? EX_NOPERM : EX_NOINPUT
      case .bad: EX_DATAERR
      }
    self.init(error.description, status: status)
  }
}
