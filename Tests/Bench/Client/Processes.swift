// SPDX-License-Identifier: MIT

import Glibc

/// Ends the program with a sentence where something is not as it has to be.
func expect(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  let text = "bench: failed: \(what): \(String(cString: strerror(errno)))\n"
  write(2, text, text.utf8.count)
  exit(1)
}

/// Has us and the programs that we start open as many files as may be.
func raiseDescriptorLimit() {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The clock of a process's CPU time, user and system.
func cpuClock(_ process: pid_t) -> clockid_t {
  var clock = clockid_t()
  expect(clock_getcpuclockid(process, &clock) == 0, "clock_getcpuclockid")
  return clock
}

/// Makes a directory.
func temporaryDirectory() -> String {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var path = Array("\(parent)/bench-XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
  expect(mkdtemp(&path) != nil, "make a directory in \(parent)")
  return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Takes a directory away with the sockets in it.
func remove(_ directory: String) {
  for name in ["flickpad.sock", "pad.sock", "admin.sock", "notify.sock", "web.sock"] {
    unlink("\(directory)/\(name)")
  }
  rmdir(directory)
}

/// A file that lies where another does.
func file(_ name: String, beside path: String) -> String {
  (path.lastIndex(of: "/").map { path[...$0] } ?? "") + name
}

/// Two ends of a pipe, out of the way of the descriptors that programs are given; they are not
/// inherited.
func makePipe() -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  expect(Glibc.pipe(&ends) == 0, "pipe")
  let moved = ends.map { end in
    defer { close(end) }
    return fcntl(end, F_DUPFD_CLOEXEC, 64)
  }
  expect(moved.allSatisfy { $0 >= 0 }, "descriptors for a pipe")
  return (moved[0], moved[1])
}

/// Starts a program; `passing` become its descriptors 3, 4 and so on, `environment` is added to
/// ours.
func start(
  _ program: String, _ arguments: [String], environment: [String] = [], passing: [Int32] = [],
  isSilent: Bool = false
) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  if isSilent { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
  for (index, descriptor) in passing.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
  }
  var inherited: [String] = []
  var variable = environ
  while let text = variable.pointee {
    inherited.append(String(cString: text))
    variable += 1
  }
  let words = arguments.map { strdup($0) } + [nil]
  let variables = (environment + inherited).map { strdup($0) } + [nil]
  defer { for text in words + variables { free(text) } }
  var process: pid_t = 0
  expect(posix_spawn(&process, program, &actions, nil, words, variables) == 0, "start \(program)")
  return process
}

/// Starts a program on one CPU; `words` are its file and its arguments. Should we end before it is
/// ended, it ends too.
func start(
  onCPU cpu: Int, _ words: [String], passing: [Int32] = [], isSilent: Bool = false
) -> pid_t {
  start(
    "/usr/bin/setpriv",
    ["setpriv", "--pdeathsig", "TERM", "taskset", "-c", "\(cpu)"] + words, passing: passing,
    isSilent: isSilent)
}

/// Does something while we, and the programs that are started meanwhile, go before all others on the
/// machine: what else it does is then no part of a latency. Says whether we may.
func urgently(_ work: (_ isUrgent: Bool) -> Void) {
  var priority = sched_param(sched_priority: 10)
  let isUrgent = sched_setscheduler(0, SCHED_FIFO, &priority) == 0
  work(isUrgent)
  guard isUrgent else { return }
  priority.sched_priority = 0
  sched_setscheduler(0, SCHED_OTHER, &priority)
}

/// Ends a process that `start` has given, and waits for that.
func end(_ process: pid_t) {
  kill(process, SIGTERM)
  _ = wait(for: process)
}

/// Waits until a process ends by itself, and says whether it was content.
func wait(for process: pid_t) -> Bool {
  var status: Int32 = 0
  waitpid(process, &status, 0)
  return status == 0
}

/// The address of a UNIX socket.
func withAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

/// Connects to a server that may only be about to listen.
func connect(to path: String) -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  for _ in 0..<30_000 {
    if withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    usleep(1000)
  }
  expect(false, "connect to \(path)")
  return -1
}

/// Reads a batch that is as long as `buffer`, and leaves it at that.
func readBatch(_ descriptor: Int32, _ buffer: inout [UInt8]) {
  var length = 0
  while length < buffer.count {
    let count = read(descriptor, &buffer, buffer.count - length)
    expect(count > 0, "a batch")
    length += count
  }
}

/// A number of /proc/PID/status, such as VmRSS.
func status(_ process: pid_t, _ field: String) -> Int {
  guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard text.hasPrefix(field + ":") else { continue }
    return Int(text.dropFirst(field.count + 1).filter(\.isNumber)) ?? 0
  }
  return 0
}
