// SPDX-License-Identifier: MIT

import Commands
import Glibc

Terminal.fillGaps()
exit(Program.flickpad.run(Array(CommandLine.arguments.dropFirst())))
