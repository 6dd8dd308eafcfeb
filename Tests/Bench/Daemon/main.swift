// SPDX-License-Identifier: MIT

import BenchAllocations
import Evdev
import Glibc
import Layouts
import Service

// The daemon as `flickpad serve` runs it, but for its devices: what they would report goes to
// descriptor 3, and its allocations can be counted in a file by descriptor.
//
//     bench-daemon SOCKET LAYOUT [FILE]

var configuration = Configuration(search: LayoutSearch(directories: []), names: .libevdev)
configuration.socket = CommandLine.arguments[1]
configuration.layout = CommandLine.arguments[2]
if CommandLine.arguments.count > 3, let file = Int32(CommandLine.arguments[3]) {
  allocations_share(file)
}
configuration.logLevel = .error
configuration.makeDevice = { _ in .raw(RawSink(descriptor: 3)) }
do throws(Failure) {
  exit(try Daemon(configuration).run())
} catch {
  Log(level: .error).error(error.message)
  exit(error.status)
}
