// SPDX-License-Identifier: MIT

import Glibc

Terminal.fillGaps()
exit(Command.run(Array(CommandLine.arguments.dropFirst())))
