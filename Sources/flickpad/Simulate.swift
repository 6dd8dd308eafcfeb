// SPDX-License-Identifier: MIT

import Commands
import Evdev
import Glibc
import Layouts
import Pad
import Service
import Simulation

/// `flickpad simulate`: a script of touches on a virtual clock, and what the devices would report.
enum Simulate {
  static let command = Command(
    name: "simulate", summary: "play a script of touches on a virtual clock, print the events",
    words: "LAYOUT [SCRIPT]", count: 1...2,
    options: [
      Option("until", "SECONDS", "when to stop the timers (default: the last line's t + 10)"),
      Option("feedback", "print what the client would be told, too"),
      Option("uinput", "play the events into real devices, too"),
      Option("evemu", "DIR", "write DIR/gamepad.evemu and so on, for evemu-play"),
      LayoutFinder.option,
    ], run: run)

  private static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
    let until = try arguments.number("until", in: 0...1e9)
    do throws(Failure) {
      return try simulate(arguments, until: until)
    } catch {
      complain(error)
      return error.status
    }
  }

  private static func simulate(_ arguments: Arguments, until: Double?) throws(Failure) -> Int32 {
    let finder = LayoutFinder(arguments)
    let layout = try finder.layout(arguments.words[0])
    let file = try ScriptFile(arguments.words.count > 1 ? arguments.words[1] : "-")
    let stage = Stage()
    if arguments.has("uinput") { try stage.plugIn(layout.layout) }
    if let directory = arguments["evemu"] { try stage.record(in: directory, layout.layout) }
    // Last, so that who writes the script can open the devices first.
    let script = try file.read()
    var simulation = Simulation(
      layout, wantsFeedback: arguments.has("feedback"),
      find: { (name) throws(LayoutError) in
        // A file that the command line names may lie where nothing is looked for.
        name == layout.layout.name
          ? layout : try finder.search.layout(named: name, names: .libevdev)
      }, names: .libevdev, report: { [stage] in stage.show($1, at: $0) })
    do throws(Simulation.Mistake) {
      for line in script.lines { try simulation.run(script.bytes.span.extracting(line)) }
    } catch {
      stage.close()
      throw Failure("\(script.path):\(error.line): \(error.message)", status: EX_DATAERR)
    }
    let end = until.map(Instant.init(seconds:)) ?? simulation.now + Interval(seconds: 10)
    simulation.finish(until: end)
    stage.close()
    return EX_OK
  }
}

/// Where a simulation's reports go: standard output, devices, recordings.
private final class Stage {
  private var text: [UInt8] = []
  private var devices: [Device: UInputDevice] = [:]
  private var recordings: [Device: Recording] = [:]

  /// Makes real devices, and waits until they are known.
  func plugIn(_ layout: Layout) throws(Failure) {
    for description in DeviceDescription.devices(for: layout, player: 1) {
      do {
        devices[description.device] = try UInputDevice(description)
      } catch {
        throw Failure(error.description, status: error.exitStatus)
      }
    }
    for _ in 0..<30 where devices.values.contains(where: { !$0.isSettled }) { usleep(10_000) }
  }

  func record(in directory: String, _ layout: Layout) throws(Failure) {
    for description in DeviceDescription.devices(for: layout, player: 1) {
      recordings[description.device] = try Recording(description, in: directory)
    }
  }

  func show(_ report: Simulation.Report, at time: Instant) {
    switch report {
    case .batch(let device, let events):
      for event in events { TraceLine.append(event, from: device, at: time, to: &text) }
      try? devices[device]?.write(events.span)
      recordings[device]?.append(events, at: time)
    case .feedback(let line):
      TraceLine.append(seconds: time, to: &text)
      text += Array(" client ".utf8) + line + [UInt8(ascii: "\n")]
    case .barred(let code):
      let name = CodeNames.libevdev.name(code) ?? "\(code.number)"
      complain("\(name) is kept back: with Ctrl and Alt it would leave or end the desktop")
    }
    if text.count > 65_536 { flush() }
  }

  private func flush() {
    Terminal.say(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, and lets the devices go when their readers have seen it.
  func close() {
    flush()
    guard !devices.isEmpty else { return }
    for device in devices.values { try? device.neutral() }
    usleep(50_000)
    devices.removeAll()
  }
}
