// SPDX-License-Identifier: MIT

import CEvdev
import CLinux
import Glibc
import Pad

/// The making of a device, ioctl by ioctl, on an open /dev/uinput.
struct UInputSetup {
  let descriptor: Int32
  let path: String
  let calls: SystemCalls

  /// Tells the kernel of the device: version, codes, axes, phys, name, ids.
  func declare(_ description: DeviceDescription) throws(EvdevError) {
    try checkVersion()
    let capabilities = Capabilities(description)
    try set(capabilities.types, by: clinux_UI_SET_EVBIT, "UI_SET_EVBIT")
    try set(capabilities.keys, by: clinux_UI_SET_KEYBIT, "UI_SET_KEYBIT")
    try set(capabilities.rels, by: clinux_UI_SET_RELBIT, "UI_SET_RELBIT")
    try set(capabilities.axes, by: clinux_UI_SET_ABSBIT, "UI_SET_ABSBIT")
    try set(capabilities.effects, by: clinux_UI_SET_FFBIT, "UI_SET_FFBIT")
    for axis in description.axes {
      var setup = uinput_abs_setup()
      setup.code = axis.code.number
      // The value is where the axis starts.
      setup.absinfo = input_absinfo(
        value: axis.code.rest, minimum: axis.range.lowerBound, maximum: axis.range.upperBound,
        fuzz: 0, flat: 0, resolution: 0)
      try request(clinux_UI_ABS_SETUP, "UI_ABS_SETUP", &setup)
    }
    try setPhys(description.phys)
    var setup = uinput_setup()
    setup.id = input_id(
      bustype: description.bus, vendor: description.vendor, product: description.product,
      version: description.version)
    setup.ff_effects_max = description.hasForceFeedback ? Capabilities.effectCount : 0
    withUnsafeMutableBytes(of: &setup.name) { name in
      // One byte stays for the zero that ends it.
      for (index, byte) in description.name.utf8.prefix(name.count - 1).enumerated() {
        name[index] = byte
      }
    }
    try request(clinux_UI_DEV_SETUP, "UI_DEV_SETUP", &setup)
  }

  /// Makes the device; its name in sysfs.
  func create() throws(EvdevError) -> String {
    try request(clinux_UI_DEV_CREATE, "UI_DEV_CREATE", 0)
    return try sysname()
  }

  /// The name in sysfs of the device that was made.
  func sysname() throws(EvdevError) -> String {
    var name = InlineArray<64, UInt8>(repeating: 0)
    try request(clinux_UI_GET_SYSNAME_64, "UI_GET_SYSNAME", &name)
    var sysname = ""
    for index in name.indices {
      guard name[index] != 0 else { break }
      sysname.unicodeScalars.append(Unicode.Scalar(name[index]))
    }
    return sysname
  }

  private func checkVersion() throws(EvdevError) {
    var version: UInt32 = 0
    try request(clinux_UI_GET_VERSION, "UI_GET_VERSION", &version)
    // UI_DEV_SETUP and UI_ABS_SETUP came with version 5.
    guard version >= 5 else { throw EvdevError(.version(version), path: path, errno: 0) }
  }

  private func set(_ numbers: [UInt16], by request: UInt, _ name: String) throws(EvdevError) {
    for number in numbers { try self.request(request, name, UInt(number)) }
  }

  private func setPhys(_ phys: String) throws(EvdevError) {
    var bytes = Array(phys.utf8) + [0]
    let result = bytes.withUnsafeMutableBytes {
      calls.ioctl(descriptor, clinux_UI_SET_PHYS, UInt(bitPattern: $0.baseAddress))
    }
    try check(result, "UI_SET_PHYS")
  }

  private func request<Argument>(
    _ request: UInt, _ name: String, _ argument: inout Argument
  ) throws(EvdevError) {
    let result = withUnsafeMutablePointer(to: &argument) {
      calls.ioctl(descriptor, request, UInt(bitPattern: $0))
    }
    try check(result, name)
  }

  private func request(_ request: UInt, _ name: String, _ argument: UInt) throws(EvdevError) {
    try check(calls.ioctl(descriptor, request, argument), name)
  }

  private func check(_ result: Int, _ name: String) throws(EvdevError) {
    guard result >= 0 else { throw EvdevError(.ioctl(name), path: path, errno: Int32(-result)) }
  }
}
