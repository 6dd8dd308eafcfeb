// SPDX-License-Identifier: MIT

import BenchAllocations
import Evdev
import Glibc
import Layouts
import Service
import Writing

// The daemon as `flickpad serve` runs it, but for its devices: what those of the first player would
// report goes to descriptor 3, those of the second to 4 and so on. Its allocations can be counted in
// a file by descriptor.
//
//     bench-daemon SOCKET LAYOUT PLAYERS [FILE]

var configuration = Configuration(search: LayoutSearch(directories: []), names: .libevdev)
configuration.socket = CommandLine.arguments[1]
configuration.layout = CommandLine.arguments[2]
configuration.players = Int(CommandLine.arguments[3])!
if CommandLine.arguments.count > 4, let file = Int32(CommandLine.arguments[4]) {
  allocations_share(file)
}
configuration.logLevel = .error
configuration.makeDevice = { .raw(RawSink(descriptor: Int32(2 + $0.player))) }
do throws(Failure) {
  exit(try Daemon(configuration).run())
} catch {
  Log(of: "flickpad", level: .error).error(error.message)
  exit(error.status)
}
