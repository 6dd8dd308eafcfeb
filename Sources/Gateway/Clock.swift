// SPDX-License-Identifier: MIT

import Glibc

/// Seconds since the machine started, time asleep included.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
