// SPDX-License-Identifier: MIT

import Glibc

/// What the kernel refused to do with a device.
public struct EvdevError: Error, Equatable {
  /// What was asked of the kernel.
  public enum Operation: Equatable, Sendable {
    /// Opening the path.
    case open
    /// UI_GET_VERSION; the kernel's uinput speaks a version (below 5) that lacks UI_ABS_SETUP.
    case version(UInt32)
    /// An ioctl of the path by its name in linux/uinput.h.
    case ioctl(String)
    /// Writing events.
    case write
    /// Reading events, or the requests of force feedback.
    case read
  }

  public var operation: Operation
  /// The file that was asked for or used.
  public var path: String
  /// The errno value of the failure; 0 for a version that is too old.
  public var errno: Int32

  public init(_ operation: Operation, path: String, errno: Int32) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }
}

extension EvdevError: CustomStringConvertible {
  /// One sentence: what failed, on what, why, and what to try.
  public var description: String {
    let fact =
      switch operation {
      case .open: "cannot open \(path): \(reason)"
      case .version(let version):
        "cannot use \(path): it speaks version \(version) of uinput, and 5 is needed"
      case .ioctl(let name): "cannot set up a device: \(name) on \(path): \(reason)"
      case .write: "cannot write events to \(path): \(reason)"
      case .read: "cannot read from \(path): \(reason)"
      }
    return advice.map { "\(fact); \($0)" } ?? fact
  }

  private var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// What mends it, where that is known.
  private var advice: String? {
    if operation == .open, path == UInputDevice.path, let cause = causeOfAbsence {
      return "\(cause) (`flickpad doctor` tells more)"
    }
    switch (operation, errno) {
    case (.version, _): return "use Linux 4.5 or later"
    case (.open, EBUSY): return "something else holds it: `fuser -v \(path)` tells what"
    case (.open, EACCES): return "be in the group that owns it: `ls -l \(path)` tells which"
    case (_, EMFILE): return "raise the limit of open files (`LimitNOFILE=`, `ulimit -n`)"
    case (_, ENODEV): return "the device is gone"
    default: return nil
    }
  }

  /// Why there is no /dev/uinput for us.
  private var causeOfAbsence: String? {
    switch errno {
    case ENOENT: "try `modprobe uinput`"
    case ENODEV, ENXIO: "the kernel has no uinput module at hand: try `modprobe uinput`"
    case EACCES:
      "the udev rule 60-flickpad.rules gives it to the group flickpad-uinput: is the rule installed,"
        + " and the user in the group?"
    case EPERM:
      "a sandbox forbids it: a unit needs `DeviceAllow=/dev/uinput rw`, a container the device"
    default: nil
    }
  }

  /// Whether what was to be opened does not exist on this machine.
  public var isDeviceMissing: Bool {
    operation == .open && [ENOENT, ENODEV, ENXIO].contains(errno)
  }

  /// The status to exit with, of sysexits(3).
  public var exitStatus: Int32 {
    switch (operation, errno) {
    case (_, EACCES), (_, EPERM): 77  // EX_NOPERM
    case (.open, ENOENT), (.open, ENODEV), (.open, ENXIO), (.open, EBUSY), (.version, _):
      69  // EX_UNAVAILABLE
    case (.ioctl, EINVAL), (.ioctl, ENAMETOOLONG): 73  // EX_CANTCREAT
    default: 71  // EX_OSERR
    }
  }
}
