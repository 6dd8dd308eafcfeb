// SPDX-License-Identifier: MIT

// kernel-reader: prints what Flickpad's devices report, as a game would read it.
//
//   kernel-reader [OPTION...] DEVICE...
//
//   DEVICE          gamepad, keyboard, mouse: those to read, found by their phys
//   --player N      whose devices (1)
//   --wait S        how long to wait for the devices, in seconds (10)
//   --count N       end after N events, SYN_REPORTs among them
//   --timeout S     end S seconds after all devices were open
//   --zero S        the origin of the times printed, in seconds of CLOCK_MONOTONIC (what
//                   /proc/uptime tells); without it the time of the first event
//
// Prints, a whole line at a time:
//
//   ready                                  all devices are open
//   1.000000 gamepad EV_KEY BTN_SOUTH 1    an event, as `flickpad simulate` prints it
//   DROPPED gamepad                        the reader was too slow; the state follows as events
//   GONE gamepad                           the device was destroyed
//
// Ends with 0 after --count events; when there is no --count, also at the end of --timeout, on
// SIGTERM or SIGINT (after what is there to read), and when all devices are gone. Ends with 1 where
// that comes before the --count is full, 64 for wrong arguments, 69 where a device does not come,
// 71 where one cannot be read.

import Glibc

exit(run())
