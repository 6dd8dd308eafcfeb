// SPDX-License-Identifier: MIT

import Commands
import Glibc

Terminal.fillGaps()
exit(Program.flickpadWeb.run(Array(CommandLine.arguments.dropFirst())))
