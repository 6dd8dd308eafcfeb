// SPDX-License-Identifier: MIT

import Commands
import Gateway
import Glibc
import Writing

/// `flickpad-web devices`: the phones that are paired.
enum Devices {
  static let command = Command(
    name: "devices", summary: "list the phones that are paired, rename and revoke them",
    words: "[rename DEVICE NAME | revoke DEVICE]", count: 0...3, options: [Pair.control]
  ) { (arguments) throws(Arguments.Mistake) in
    let request = try request(arguments.words)
    return status { () throws(Failure) in
      let answer = try Control.ask(request, at: arguments["control"])
      if request == .devices { Terminal.say(list(DeviceReport.all(answer))) }
    }
  }

  private static func request(_ words: [String]) throws(Arguments.Mistake) -> ControlRequest {
    switch (words.first, words.count) {
    case (nil, _): return .devices
    case ("rename", 3): return .rename(words[1], to: words[2])
    case ("revoke", 2): return .revoke(words[1])
    case ("rename", _): throw Arguments.Mistake(message: "rename wants a phone and its new name")
    case ("revoke", _): throw Arguments.Mistake(message: "revoke wants a phone")
    case (let word?, _):
      throw Arguments.Mistake(message: "want rename or revoke, not '\(word)'")
    }
  }

  private static func list(_ devices: [DeviceReport]) -> String {
    if devices.isEmpty { return "no phone is paired; flickpad-web pair lets one in\n" }
    return devices.map { device in
      var facts = [device.isKeyboard ? "gamepad, keyboard, mouse" : "gamepad"]
      facts.append("paired on \(date(device.added))")
      if !device.lasts { facts.append("until the gateway stops") }
      if device.isConnected { facts.append("connected") }
      // Phones choose what they are called.
      return Log.printable("\(device.id)  \(device.name): \(facts.joined(separator: ", "))") + "\n"
    }.joined()
  }

  private static func date(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    localtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d", &parts)
    return text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
