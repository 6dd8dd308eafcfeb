// SPDX-License-Identifier: MIT

import Commands
import Gateway
import Glibc

/// The exit status of what a command does; where it fails, the reason is told on standard error.
func status(of body: () throws(Failure) -> Void) -> Int32 {
  do throws(Failure) {
    try body()
    return EX_OK
  } catch {
    complain(error.message)
    return error.status
  }
}
