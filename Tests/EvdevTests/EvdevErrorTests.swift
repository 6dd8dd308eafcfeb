// SPDX-License-Identifier: MIT

import Evdev
import Glibc
import Testing

@Suite struct EvdevErrorTests {
  /// Every failure that a person may meet, the sentence it gets, and the status to exit with.
  static let sentences: [(EvdevError, String, Int32)] = [
    (
      EvdevError(.open, path: "/dev/uinput", errno: ENOENT),
      "cannot open /dev/uinput: No such file or directory; try `modprobe uinput`"
        + " (`flickpad doctor` tells more)", 69
    ),
    (
      EvdevError(.open, path: "/dev/uinput", errno: ENODEV),
      "cannot open /dev/uinput: No such device; the kernel has no uinput module at hand: try"
        + " `modprobe uinput` (`flickpad doctor` tells more)", 69
    ),
    (
      EvdevError(.open, path: "/dev/uinput", errno: EACCES),
      "cannot open /dev/uinput: Permission denied; the udev rule 60-flickpad.rules gives it to the"
        + " group flickpad-uinput: is the rule installed, and the user in the group?"
        + " (`flickpad doctor` tells more)", 77
    ),
    (
      EvdevError(.open, path: "/dev/uinput", errno: EPERM),
      "cannot open /dev/uinput: Operation not permitted; a sandbox forbids it: a unit needs"
        + " `DeviceAllow=/dev/uinput rw`, a container the device (`flickpad doctor` tells more)", 77
    ),
    (
      EvdevError(.open, path: "/dev/uinput", errno: EBUSY),
      "cannot open /dev/uinput: Device or resource busy; something else holds it: `fuser -v"
        + " /dev/uinput` tells what", 69
    ),
    (
      EvdevError(.open, path: "/dev/uinput", errno: EMFILE),
      "cannot open /dev/uinput: Too many open files; raise the limit of open files"
        + " (`LimitNOFILE=`, `ulimit -n`)", 71
    ),
    (
      EvdevError(.version(4), path: "/dev/uinput", errno: 0),
      "cannot use /dev/uinput: it speaks version 4 of uinput, and 5 is needed; use Linux 4.5 or"
        + " later", 69
    ),
    (
      EvdevError(.ioctl("UI_DEV_SETUP"), path: "/dev/uinput", errno: EINVAL),
      "cannot set up a device: UI_DEV_SETUP on /dev/uinput: Invalid argument", 73
    ),
    (
      EvdevError(.ioctl("UI_DEV_CREATE"), path: "/dev/uinput", errno: ENOMEM),
      "cannot set up a device: UI_DEV_CREATE on /dev/uinput: Cannot allocate memory", 71
    ),
    (
      EvdevError(.write, path: "/dev/uinput", errno: ENODEV),
      "cannot write events to /dev/uinput: No such device; the device is gone", 71
    ),
    (
      EvdevError(.read, path: "/dev/input/event3", errno: EIO),
      "cannot read from /dev/input/event3: Input/output error", 71
    ),
    (
      EvdevError(.open, path: "/dev/input/event3", errno: EACCES),
      "cannot open /dev/input/event3: Permission denied; be in the group that owns it: `ls -l"
        + " /dev/input/event3` tells which", 77
    ),
  ]

  @Test(arguments: sentences)
  func oneSentenceSaysWhatFailedAndWhatToTry(error: EvdevError, sentence: String, status: Int32) {
    #expect("\(error)" == sentence)
    #expect(error.exitStatus == status)
  }
}
