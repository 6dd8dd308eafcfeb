// SPDX-License-Identifier: MIT

import Glibc
import Service

/// What doctor may see of a machine. All of it is reading: nothing is run, opened for writing or
/// connected to, so that looking changes nothing (a connection alone would start the service).
struct Host {
  struct Status: Equatable {
    enum Kind { case file, directory, socket, character, other }
    var kind: Kind
    /// Permission bits only. With an access control list the group's bits are its mask.
    var mode: UInt32
    var group: UInt32
    /// Of a character device.
    var device: Device?
  }

  struct Device: Equatable {
    var major: UInt32
    var minor: UInt32

    init(major: UInt32, minor: UInt32) {
      self.major = major
      self.minor = minor
    }

    /// From st_rdev, as makedev(3) packs it.
    init(_ packed: dev_t) {
      major = UInt32(packed >> 8 & 0xfff)
      minor = UInt32(packed & 0xff | packed >> 12 & 0xfff00)
    }
  }

  struct Group: Equatable {
    var id: UInt32
    var members: [String]
  }

  struct Caller: Equatable {
    var name: String
    var id: UInt32
    /// Those this process has, which may be fewer than the user has been given since.
    var groups: [UInt32]
  }

  /// Follows symbolic links; nil where there is nothing, or nothing to be seen.
  var status: (_ path: String) -> Status?
  var text: (_ path: String) -> String?
  /// The names in a directory, in no order; none if it cannot be read.
  var names: (_ directory: String) -> [String]
  /// Whether the caller may read and write it.
  var isUsable: (_ path: String) -> Bool
  /// The primary group of a user.
  var primaryGroup: (_ user: String) -> UInt32?
  var group: (_ name: String) -> Group?
  var groupName: (_ id: UInt32) -> String?
  var caller: Caller
  /// Where a client of the caller looks for the daemon, in this order.
  var clientSockets: [String]
  /// As `uname -r` says it.
  var kernelRelease: String

  /// Whether the user databases have `user` in the group, as primary or as one more.
  func has(_ user: String, in group: Group) -> Bool {
    group.members.contains(user) || primaryGroup(user) == group.id
  }
}

extension Host {
  /// The machine this runs on.
  static var this: Host {
    var kernel = utsname()
    uname(&kernel)
    let release = withUnsafeBytes(of: &kernel.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Host(
      status: Self.status(of:), text: Self.text(of:), names: Self.names(in:),
      isUsable: { faccessat(AT_FDCWD, $0, R_OK | W_OK, AT_EACCESS) == 0 },
      primaryGroup: { getpwnam($0)?.pointee.pw_gid },
      group: Self.group(named:),
      groupName: { getgrgid($0).map { String(cString: $0.pointee.gr_name) } },
      caller: Self.currentCaller, clientSockets: SocketPlaces.forClient(nil),
      kernelRelease: release)
  }

  private static var currentCaller: Caller {
    let id = geteuid()
    var groups = [gid_t](repeating: 0, count: Int(max(getgroups(0, nil), 0)))
    let count = getgroups(Int32(groups.count), &groups)
    return Caller(
      name: getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id), id: id,
      groups: groups.prefix(Int(max(count, 0))) + [getegid()])
  }

  private static func status(of path: String) -> Status? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let kind: Status.Kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFSOCK: .socket
      case S_IFCHR: .character
      default: .other
      }
    return Status(
      kind: kind, mode: facts.st_mode & 0o7777, group: facts.st_gid,
      device: kind == .character ? Device(facts.st_rdev) : nil)
  }

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  private static func group(named name: String) -> Group? {
    guard let entry = getgrnam(name) else { return nil }
    var members: [String] = []
    var next = entry.pointee.gr_mem
    while let member = next?.pointee {
      members.append(String(cString: member))
      next = next?.advanced(by: 1)
    }
    return Group(id: entry.pointee.gr_gid, members: members)
  }
}

extension Host {
  enum Process { case runs, isNew, isStopped }

  /// How the first process of a service fares, by the kernel's own word, readable by all: cgroups(7),
  /// proc_pid_stat(5). nil: it has none.
  func process(of unit: String) -> Process? {
    let processes = text("/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs") ?? ""
    guard let process = processes.split(separator: "\n").first else { return nil }
    // The name in parentheses may have spaces.
    guard let text = text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return .runs
    }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return .runs }
    if fields[0] == "T" { return .isStopped }
    let uptime = self.text("/proc/uptime")?.split(separator: " ").first.flatMap { Double($0) }
    return uptime.map { $0 - ticks / 100 < 1 } == true ? .isNew : .runs
  }
}
