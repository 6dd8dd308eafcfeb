// SPDX-License-Identifier: MIT

import CEvdev
import CLinux
import Glibc
import Synchronization

@testable import Evdev

/// A kernel that answers every call as asked to and remembers what it was asked.
final class FakeKernel: Sendable {
  /// A call as the tests compare it.
  enum Call: Equatable {
    case open(String, Int32)
    case close(Int32)
    /// The request's name, and the number that goes with it where it takes one.
    case ioctl(String, UInt = 0)
    case write(Int)
  }

  struct State {
    var calls: [Call] = []
    /// The errno of each ioctl that is to fail, by its place among the ioctls.
    var failing: [Int: Int32] = [:]
    var openErrno: Int32 = 0
    var version: UInt32 = 5
    var ioctls = 0
    var axes: [uinput_abs_setup] = []
    var setup: uinput_setup?
    var phys: String?
    /// What the next writes return; a whole write when there is nothing left.
    var writeResults: [Int] = []
    var written: [input_event] = []
    /// What the next reads find.
    var queue: [[input_event]] = []
    var readErrno = EAGAIN
    /// How many reads a signal interrupts first.
    var interruptions = 0
    var uploads: [UInt32: ff_effect] = [:]
    var erasures: [UInt32: UInt32] = [:]
    /// The retval of every handshake that was ended, by request.
    var answers: [UInt32: Int32] = [:]
  }

  static let descriptor: Int32 = 42
  let state = Mutex(State())

  /// Requests by number; UI_SET_* and UI_DEV_CREATE take a number or nothing.
  static let names: [UInt: String] = [
    clinux_UI_GET_VERSION: "UI_GET_VERSION", clinux_UI_SET_EVBIT: "UI_SET_EVBIT",
    clinux_UI_SET_KEYBIT: "UI_SET_KEYBIT", clinux_UI_SET_RELBIT: "UI_SET_RELBIT",
    clinux_UI_SET_ABSBIT: "UI_SET_ABSBIT", clinux_UI_SET_FFBIT: "UI_SET_FFBIT",
    clinux_UI_SET_PHYS: "UI_SET_PHYS", clinux_UI_ABS_SETUP: "UI_ABS_SETUP",
    clinux_UI_DEV_SETUP: "UI_DEV_SETUP", clinux_UI_DEV_CREATE: "UI_DEV_CREATE",
    clinux_UI_DEV_DESTROY: "UI_DEV_DESTROY", clinux_UI_GET_SYSNAME_64: "UI_GET_SYSNAME",
    clinux_UI_BEGIN_FF_UPLOAD: "UI_BEGIN_FF_UPLOAD", clinux_UI_END_FF_UPLOAD: "UI_END_FF_UPLOAD",
    clinux_UI_BEGIN_FF_ERASE: "UI_BEGIN_FF_ERASE", clinux_UI_END_FF_ERASE: "UI_END_FF_ERASE",
  ]

  var calls: SystemCalls {
    SystemCalls(
      open: { path, flags in
        self.state.withLock {
          $0.calls.append(.open(path, flags))
          return $0.openErrno == 0 ? Int(Self.descriptor) : -Int($0.openErrno)
        }
      },
      close: { descriptor in self.state.withLock { $0.calls.append(.close(descriptor)) } },
      ioctl: { _, request, argument in
        self.state.withLock { $0.ioctl(Self.names[request] ?? "unknown", argument) }
      },
      read: { _, address, count in
        self.state.withLock { state in
          if state.interruptions > 0 {
            state.interruptions -= 1
            return -Int(EINTR)
          }
          guard !state.queue.isEmpty else { return -Int(state.readErrno) }
          let events = state.queue.removeFirst()
          let bytes = events.count * MemoryLayout<input_event>.stride
          precondition(bytes <= count)
          events.withUnsafeBytes { address.copyMemory(from: $0.baseAddress!, byteCount: bytes) }
          return bytes
        }
      },
      write: { _, address, count in
        self.state.withLock { state in
          state.calls.append(.write(count))
          let result = state.writeResults.isEmpty ? count : state.writeResults.removeFirst()
          let events = UnsafeRawBufferPointer(start: address, count: max(result, 0))
          state.written += events.bindMemory(to: input_event.self)
          return result
        }
      })
  }
}

extension FakeKernel.State {
  /// Does what uinput does with the request.
  mutating func ioctl(_ name: String, _ argument: UInt) -> Int {
    let takesNumber = name.hasPrefix("UI_SET_") && name != "UI_SET_PHYS"
    calls.append(.ioctl(name, takesNumber ? argument : 0))
    ioctls += 1
    if let errno = failing[ioctls - 1] { return -Int(errno) }
    switch name {
    case "UI_GET_VERSION": pointee(argument).pointee = version
    case "UI_ABS_SETUP": axes.append(pointee(argument).pointee)
    case "UI_DEV_SETUP":
      // Said, or what is read would be an optional, which is larger.
      let wanted: UnsafeMutablePointer<uinput_setup> = pointee(argument)
      setup = wanted.pointee
    case "UI_SET_PHYS":
      phys = String(cString: pointee(argument) as UnsafeMutablePointer<CChar>)
    case "UI_GET_SYSNAME": strcpy(pointee(argument), "input7")
    case "UI_BEGIN_FF_UPLOAD":
      let upload: UnsafeMutablePointer<uinput_ff_upload> = pointee(argument)
      guard let effect = uploads[upload.pointee.request_id] else { return -Int(EINVAL) }
      upload.pointee.effect = effect
    case "UI_END_FF_UPLOAD":
      let upload: UnsafeMutablePointer<uinput_ff_upload> = pointee(argument)
      answers[upload.pointee.request_id] = upload.pointee.retval
    case "UI_BEGIN_FF_ERASE":
      let erase: UnsafeMutablePointer<uinput_ff_erase> = pointee(argument)
      guard let id = erasures[erase.pointee.request_id] else { return -Int(EINVAL) }
      erase.pointee.effect_id = id
    case "UI_END_FF_ERASE":
      let erase: UnsafeMutablePointer<uinput_ff_erase> = pointee(argument)
      answers[erase.pointee.request_id] = erase.pointee.retval
    default: break
    }
    return 0
  }

  private func pointee<Value>(_ argument: UInt) -> UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(bitPattern: argument)!
  }
}
