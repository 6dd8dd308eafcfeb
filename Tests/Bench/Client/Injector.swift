// SPDX-License-Identifier: MIT

import CEvdev
import Evdev
import Glibc
import Pad

/// A program that has the kernel report what is written to its socket, and who reads the device.
final class Injector {
  enum Kind: CaseIterable {
    case floor, flickpad, ydotoold, python

    var name: String {
      switch self {
      case .floor: "floor in C"
      case .flickpad: "Flickpad"
      case .ydotoold: "ydotoold"
      case .python: "Python"
      }
    }

    /// Whether its programs are there.
    var isInstalled: Bool {
      switch self {
      case .floor, .flickpad: true
      // A package of its own in Debian 12 only; later versions speak otherwise.
      case .ydotoold: access("/var/lib/dpkg/info/ydotoold.list", F_OK) == 0
      case .python:
        wait(
          for: start(Injector.python, [Injector.python, "-c", "import evdev"], isSilent: true))
      }
    }
  }

  let kind: Kind
  private let process: pid_t
  private let clock: clockid_t
  private let socket: Int32
  private let directory = temporaryDirectory()
  /// The floor's device, which is made for it.
  private var device: UInputDevice?
  /// What reads the device; blocks.
  private let reader: Int32

  private static let python = "/usr/bin/python3"
  private static let ydotoold = "/usr/bin/ydotoold"
  /// Where Debian's ydotoold listens, always.
  private static let ydotooldSocket = "/tmp/.ydotool_socket"

  /// Starts a program and lands a thumb on its stick.
  ///
  /// - Parameters:
  ///   - binaries: where the programs are.
  ///   - layout: bench.json5, beside which the program in Python is.
  init(_ kind: Kind, binaries: String, layout: String, cpu: Int) {
    self.kind = kind
    var path = directory + "/flickpad.sock"
    let node: String
    switch kind {
    case .floor:
      device = Self.makeDevice()
      process = start(
        onCPU: cpu, [binaries + "/bench-floor", path, "floor", "0", "1"],
        passing: [device!.descriptor])
      node = Self.node("phys", device!.description.phys)
    case .flickpad:
      process = start(
        onCPU: cpu,
        [
          binaries + "/flickpad", "serve", "--socket", path, "--layout", layout, "--players", "1",
          "--log-level", "error",
        ])
      node = Self.node("phys", DeviceDescription.gamepad(.xbox360, codes: [], player: 1).phys)
    case .ydotoold:
      path = Self.ydotooldSocket
      unlink(path)
      process = start(onCPU: cpu, [Self.ydotoold], isSilent: true)
      node = Self.node("name", "ydotoold virtual device")
    case .python:
      let folder = layout.lastIndex(of: "/").map { layout[...$0] } ?? ""
      process = start(onCPU: cpu, [Self.python, folder + "Peer/kernel.py", path])
      node = Self.node("name", "bench peer")
    }
    clock = cpuClock(process)
    reader = open(node, O_RDONLY | O_CLOEXEC)
    expect(reader >= 0, "open \(node)")
    socket = connect(to: path)
    guard kind != .ydotoold else { return }
    write(Array("{\"type\":\"hello\",\"feedback\":false}\n".utf8), to: socket)
    _ = readLine(socket)
    write(Array(Scenario.stick(wantsFeedback: false).landing.utf8), to: socket)
  }

  deinit {
    end(process)
    close(socket)
    close(reader)
    remove(directory)
  }

  /// One like Flickpad's.
  private static func makeDevice() -> UInputDevice? {
    do throws(EvdevError) {
      return try UInputDevice(.gamepad(.xbox360, codes: [], player: 2))
    } catch {
      expect(false, "\(error)")
      return nil
    }
  }

  /// The event node of the device that has such a phys or name; it may only be about to come.
  private static func node(_ attribute: String, _ text: String) -> String {
    for _ in 0..<30_000 {
      for number in 0..<64
      where line(of: "/sys/class/input/event\(number)/device/\(attribute)") == text {
        return "/dev/input/event\(number)"
      }
      usleep(2000)
    }
    expect(false, "an input device with the \(attribute) \(text)")
    return ""
  }

  private static func line(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0a }, as: UTF8.self)
  }

  /// Nanoseconds of CPU so far.
  var cpu: Int64 { nanoseconds(clock) }

  // MARK: Messages

  /// What it is sent for a play, over and over: touches, or events where it knows no more.
  func messages(of play: Play) -> [[UInt8]] {
    if kind == .ydotoold { play.events } else { play.touches }
  }

  /// Nanoseconds from before a message is written until its report is read.
  func exchange(_ message: [UInt8]) -> Int64 {
    let began = nanoseconds()
    write(message, to: socket)
    awaitReport()
    return nanoseconds() - began
  }

  /// What came by the last exchange, but for its times.
  private(set) var report: [InputEvent] = []

  struct InputEvent: Equatable {
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  private var buffer = [input_event](repeating: input_event(), count: 64)

  /// Reads until the end of a report.
  private func awaitReport() {
    report.removeAll(keepingCapacity: true)
    repeat {
      let size = MemoryLayout<input_event>.stride
      let count = read(reader, &buffer, buffer.count * size)
      expect(count > 0, "read the device of \(kind.name)")
      for event in buffer[..<(count / size)] {
        report.append(InputEvent(type: event.type, code: event.code, value: event.value))
      }
    } while report.last?.type != UInt16(EV_SYN)
  }
}
