// SPDX-License-Identifier: MIT

import Commands
import Glibc

/// `flickpad doctor`: looks at everything that playing needs and says how to mend what is wrong.
enum Doctor {
  static let command = Command(
    name: "doctor", summary: "say whether playing would work here, and how to mend what is wrong",
    words: "", count: 0...0, options: []
  ) { (_) throws(Arguments.Mistake) in
    var findings = Doctor.findings(on: .this)
    // A daemon that has just been started makes devices that udev has not looked at yet.
    for _ in 0..<20 where findings.contains(where: \.mayPass) {
      usleep(100_000)
      findings = Doctor.findings(on: .this)
    }
    Terminal.say(report(findings))
    return findings.allSatisfy { $0.remedy == nil } ? EX_OK : EX_CONFIG
  }

  /// What was looked at, what is so, and what to do about it if that is wrong.
  struct Finding: Equatable {
    var subject: String
    var state: String
    /// nil: all is well.
    var remedy: Remedy?
    /// It is wrong, but may be right in a moment.
    var mayPass = false

    init(_ subject: String, _ state: String, _ remedy: Remedy? = nil) {
      self.subject = subject
      self.state = state
      self.remedy = remedy
    }
  }

  enum Remedy: Equatable {
    /// A command for root, to be run word for word.
    case root(String)
    /// A command for the caller.
    case own(String)
    /// What no command can do.
    case advice(String)
  }

  /// In an order in which what is wrong can be mended one after the other.
  static func findings(on host: Host) -> [Finding] {
    let device = DeviceCheck(host: host)
    guard ServiceCheck.applies(to: host) else {
      return [device.module, device.nodeForCaller, OwnDaemonCheck(host: host).daemon]
        + GatewayCheck(host: host).findings + PlayersCheck(host: host).devices
    }
    let service = ServiceCheck(host: host)
    return [
      device.module, service.accounts, device.rule, device.nodeForService, service.unit,
      service.socket(.full), service.socket(.pad), service.socket(.admin), service.daemon,
      service.caller,
    ] + GatewayCheck(host: host).findings + PlayersCheck(host: host).devices
  }

  /// A line for each finding, a second one for each remedy, and a last one that sums up.
  static func report(_ findings: [Finding]) -> String {
    let width = findings.map(\.subject.count).max() ?? 0
    var text = ""
    for finding in findings {
      let gap = String(repeating: " ", count: width - finding.subject.count + 2)
      text += "\(finding.remedy == nil ? "ok   " : "WRONG")  \(finding.subject)\(gap)"
      text += finding.state + "\n"
      let indent = String(repeating: " ", count: width + 9)
      switch finding.remedy {
      case .root(let command)?: text += indent + "as root: \(command)\n"
      case .own(let command)?: text += indent + "run: \(command)\n"
      case .advice(let words)?: text += indent + words + "\n"
      case nil: break
      }
    }
    switch findings.count(where: { $0.remedy != nil }) {
    case 0: return text + "Playing would work.\n"
    case 1: return text + "One thing is wrong.\n"
    case let count: return text + "\(count) things are wrong; mend them from the top down.\n"
    }
  }
}
