// SPDX-License-Identifier: MIT

import CLinux
import Evdev
import Glibc
import Pad

/// The whole of the program; its exit status.
func run() -> Int32 {
  let options: Options
  do throws(Options.Mistake) {
    options = try Options(CommandLine.arguments.dropFirst())
  } catch {
    complain(error.sentence)
    return 64
  }
  // Blocked before anything waits, so that no signal is lost.
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  sigaddset(&signals, SIGINT)
  sigprocmask(SIG_BLOCK, &signals, nil)
  let stop = signalfd(-1, &signals, Int32(SFD_CLOEXEC))

  var sources: [Source] = []
  let deadline = now() + Interval(seconds: options.waitSeconds)
  for device in options.devices {
    switch open(device, of: options.player, until: deadline) {
    case .success(let reader): sources.append(Source(device: device, reader: reader))
    case .failure(let error):
      complain(error.sentence)
      return 69
    }
  }
  print("ready\n")
  return read(&sources, options, stop: stop)
}

/// A device that is being read.
struct Source {
  var device: Device
  var reader: EventReader
  var isGone = false
  /// When its last event came.
  var time = Instant(microseconds: 0)

  /// Adds what waits to `lines`; says whether anything did.
  mutating func drain(to lines: inout [Line]) throws(EvdevError) -> Bool {
    let count = lines.count
    while !isGone {
      let content: Line.Content
      switch try reader.next() {
      case .empty: return lines.count > count
      case .event(let event):
        content = .event(event)
        time = event.time
      case .dropped: content = .dropped
      case .gone:
        content = .gone
        isGone = true
      }
      lines.append(Line(device: device, time: time, content: content))
    }
    return lines.count > count
  }
}

/// Why a device could not be opened.
struct Absence: Error {
  var sentence: String
}

/// Waits for a device and opens it.
func open(_ device: Device, of player: Int, until deadline: Instant)
  -> Result<EventReader, Absence>
{
  let description =
    switch device {
    case .gamepad: DeviceDescription.gamepad(.xbox360, codes: [], player: player)
    case .keyboard: DeviceDescription.keyboard(codes: [], player: player)
    case .mouse: DeviceDescription.mouse(codes: [], player: player)
    }
  while true {
    var reason = "it did not appear"
    if let node = EventNode(phys: description.phys) {
      do throws(EvdevError) {
        return .success(try EventReader(path: node.path))
      } catch {
        // /dev may lag behind /sys by a moment.
        reason = "\(error)"
      }
    }
    guard now() < deadline else {
      return .failure(
        Absence(sentence: "no \(device.name) with the phys \(description.phys): \(reason)"))
    }
    usleep(2000)
  }
}

/// Prints events until something ends it; the exit status.
func read(_ sources: inout [Source], _ options: Options, stop: Int32) -> Int32 {
  let end = options.timeoutSeconds.map { now() + Interval(seconds: $0) }
  var zero = options.zero
  var left = options.count
  while true {
    let wait = wait(for: sources, stop: stop, until: end)
    do throws(EvdevError) {
      for line in try drain(&sources) {
        switch line.content {
        case .event(let event):
          guard left != 0 else { break }
          if zero == nil { zero = event.time }
          left = left.map { $0 - 1 }
          let time = Instant(microseconds: (event.time - zero!).microseconds)
          var text: [UInt8] = []
          TraceLine.append(seconds: time, to: &text)
          print(
            String(decoding: text, as: UTF8.self)
              + " \(line.device.name) \(event.typeName) \(event.codeName) \(event.value)\n")
        case .dropped: print("DROPPED \(line.device.name)\n")
        case .gone: print("GONE \(line.device.name)\n")
        }
      }
    } catch {
      complain("\(error)")
      return 71
    }
    if left == 0 { return 0 }
    if wait != .events || sources.allSatisfy(\.isGone) { return left == nil ? 0 : 1 }
  }
}

/// A line to print.
struct Line {
  enum Content {
    case event(EventReader.Event)
    case dropped, gone
  }

  var device: Device
  /// When it came, to put the lines of several devices in order.
  var time: Instant
  var content: Content
}

/// Reads all that waits on all devices, in the order of its times. A pass over the devices can miss
/// what came to one while it read the next; so the last pass is one that finds nothing.
func drain(_ sources: inout [Source]) throws(EvdevError) -> [Line] {
  var lines: [Line] = []
  var hasNews = true
  while hasNews {
    hasNews = false
    for index in sources.indices where try sources[index].drain(to: &lines) { hasNews = true }
  }
  // Stable by hand: events of one instant stay in the order in which they were read.
  return lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    .map(\.element)
}

enum Wait {
  case events, timeout, signal
}

/// Waits for events, a signal or the end.
func wait(for sources: [Source], stop: Int32, until end: Instant?) -> Wait {
  var polled = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
  for source in sources where !source.isGone {
    polled.append(pollfd(fd: source.reader.descriptor, events: Int16(POLLIN), revents: 0))
  }
  while true {
    let milliseconds = end.map { max(0, ($0 - now()).microseconds + 999) / 1000 } ?? -1
    let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
    if polled[0].revents != 0 { return .signal }
    if count > 0 { return .events }
    if count == 0 { return .timeout }
  }
}

/// CLOCK_MONOTONIC.
func now() -> Instant {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
}

func print(_ text: String) { put(text, to: 1) }

func complain(_ sentence: String) { put("kernel-reader: \(sentence)\n", to: 2) }

/// Writes all of `text` at once, so that no line waits in a buffer.
private func put(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 || errno == EINTR else { return }
    bytes = bytes.dropFirst(max(count, 0))
  }
}
