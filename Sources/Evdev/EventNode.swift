// SPDX-License-Identifier: MIT

import Glibc
import Pad

/// The event node of a virtual device.
public struct EventNode: Equatable, Sendable {
  /// /dev/input/eventM
  public var path: String
  public var major: UInt32
  public var minor: UInt32

  /// Where the kernel and udev keep what they know of devices; tests have them elsewhere.
  struct Roots: Sendable {
    var input = "/sys/devices/virtual/input"
    var udev = "/run/udev/data"
  }

  private var roots = Roots()

  /// The node of the device `sysname` (inputN), or nil where there is none (yet).
  public init?(sysname: String) {
    self.init(sysname: sysname, roots: Roots())
  }

  init?(sysname: String, roots: Roots) {
    let folder = "\(roots.input)/\(sysname)"
    guard let name = names(in: folder).first(where: { $0.hasPrefix("event") }),
      let device = line(of: "\(folder)/\(name)/dev")
    else { return nil }
    let numbers = device.split(separator: ":").map { UInt32($0) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
    self.major = major
    self.minor = minor
    self.roots = roots
    path = "/dev/input/\(name)"
  }

  /// The node of the virtual device whose phys is `phys`, or nil; of several the newest, since the
  /// others are about to go.
  public init?(phys: String) {
    self.init(phys: phys, roots: Roots())
  }

  init?(phys: String, roots: Roots) {
    let numbers = names(in: roots.input).compactMap { name in
      name.hasPrefix("input") ? Int(name.dropFirst(5)) : nil
    }
    for number in numbers.sorted(by: >)
    where line(of: "\(roots.input)/input\(number)/phys") == phys {
      self.init(sysname: "input\(number)", roots: roots)
      return
    }
    return nil
  }

  /// Whether udev has done with the node of a device made at `made` (CLOCK_MONOTONIC), its rights
  /// included. A service without network hears no udev events; the entry in udev's database is there
  /// for all to see. Nodes' numbers are used again, and an earlier device's entry may be there still:
  /// `I:` in it says when udev saw its device first, in microseconds (systemd, sd-device).
  public func isSettled(since made: Instant) -> Bool {
    let entry = text(of: "\(roots.udev)/c\(major):\(minor)") ?? ""
    return entry.split(separator: "\n").contains { line in
      line.hasPrefix("I:") && Int64(line.dropFirst(2)).map { $0 >= made.microseconds } == true
    }
  }

  public static func == (a: EventNode, b: EventNode) -> Bool {
    a.path == b.path && a.major == b.major && a.minor == b.minor
  }
}

/// The names in a folder; none where it cannot be read.
private func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// A small file's text; nil where it cannot be read.
private func text(of path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = Array(repeating: 0, count: 4096)
  let count = read(descriptor, &bytes, bytes.count)
  guard count >= 0 else { return nil }
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// The first line of a file of sysfs.
private func line(of path: String) -> String? {
  text(of: path).map { String($0.prefix { $0 != "\n" }) }
}
