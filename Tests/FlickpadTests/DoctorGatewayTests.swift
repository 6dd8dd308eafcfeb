// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import flickpad

/// What doctor says of the gateway for phones.
@Suite struct DoctorGatewayTests {
  private static let units = "/usr/local/lib/systemd/system/"
  private static let listening =
    "  sl  local_address rem_address   st\n   0: 00000000:0DD6 00000000:0000 0A 0 0\n"

  private var host: PretendHost {
    var host = PretendHost.service
    host.put(
      Self.units + "flickpad-web.service",
      text: "[Service]\nExecStart=/usr/local/bin/flickpad-web serve\n")
    host.put(Self.units + "flickpad-web.socket")
    host.put("/etc/systemd/system/multi-user.target.wants/flickpad-web.service")
    host.put("/sys/fs/cgroup/system.slice/flickpad-web.service/cgroup.procs", text: "4712\n")
    host.put("/proc/net/tcp6", text: Self.listening)
    host.users["flickpad-web"] = 996
    host.groups["flickpad-pad"]?.members = ["flickpad-web"]
    return host
  }

  private func findings(_ host: PretendHost) -> [Doctor.Finding] {
    GatewayCheck(host: host.host).findings
  }

  @Test func aGatewayThatRunsIsWell() {
    #expect(
      findings(host) == [
        .init("phones", "the user flickpad-web is in the group flickpad-pad"),
        .init("gateway", "flickpad-web.service runs, and listens on port 3542"),
      ])
  }

  @Test func oneThatAUserStartsIsSeen() {
    var host = PretendHost.service
    #expect(
      findings(host) == [
        .init(
          "gateway",
          "phones do not play: nobody listens on port 3542; flickpad-web serve would")
      ])
    host.put("/proc/net/tcp", text: Self.listening)
    host.put("/etc/ufw/ufw.conf", text: "ENABLED=yes\n")
    #expect(
      findings(host).map(\.state) == [
        "somebody listens on port 3542, where phones connect",
        "ufw is on: phones come in only after ufw allow 3542/tcp",
      ])
  }

  @Test func whoDoesNotWantPhonesHasNothingWrong() {
    var host = host
    host.remove("/etc/systemd/system/multi-user.target.wants/flickpad-web.service")
    host.remove("/sys/fs/cgroup/system.slice/flickpad-web.service/cgroup.procs")
    host.remove("/proc/net/tcp6")
    #expect(
      findings(host) == [
        .init("gateway", "phones do not play: flickpad-web.service is not enabled")
      ])
  }

  @Test func aGatewayThatDoesNotRunIsStarted() {
    var host = host
    host.remove("/sys/fs/cgroup/system.slice/flickpad-web.service/cgroup.procs")
    host.remove("/proc/net/tcp6")
    #expect(
      findings(host).last?.remedy
        == .root(
          "systemctl reset-failed 'flickpad-web*'; "
            + "systemctl enable --now flickpad-web.service"))
  }

  @Test func aPortOfADropInIsThePort() {
    var host = host
    host.put(
      "/etc/systemd/system/flickpad-web.service.d/override.conf",
      text: "[Service]\nExecStart=\nExecStart=/usr/local/bin/flickpad-web serve --port 8080\n")
    #expect(
      findings(host).last
        == .init(
          "gateway", "flickpad-web.service runs, but nobody listens on port 8080",
          .root(
            "systemctl reset-failed 'flickpad*' && systemctl restart flickpad-web.service")))
    host.put("/proc/net/tcp", text: Self.listening.replacingOccurrences(of: "0DD6", with: "1F90"))
    #expect(findings(host).last?.remedy == nil)
  }

  @Test func aSocketThatWaitsIsWell() {
    var host = host
    host.remove("/etc/systemd/system/multi-user.target.wants/flickpad-web.service")
    host.put("/etc/systemd/system/sockets.target.wants/flickpad-web.socket")
    host.remove("/sys/fs/cgroup/system.slice/flickpad-web.service/cgroup.procs")
    #expect(
      findings(host).last
        == .init("gateway", "flickpad-web.service does not run until a phone connects"))
  }

  @Test(
    arguments: [
      ("ListenStream=\nListenStream=8080", "1F90"),
      ("ListenStream=\nListenStream=[::1]:8080", "1F90"),
      ("ListenStream=/run/more", "0DD6"), ("NoDelay=no", "0DD6"),
    ])
  func thePortOfASocketIsThePort(lines: String, digits: String) {
    var host = host
    host.put("/etc/systemd/system/sockets.target.wants/flickpad-web.socket")
    host.put(Self.units + "flickpad-web.socket", text: "[Socket]\nListenStream=3542\n")
    host.put("/etc/systemd/system/flickpad-web.socket.d/port.conf", text: "[Socket]\n\(lines)\n")
    host.remove("/sys/fs/cgroup/system.slice/flickpad-web.service/cgroup.procs")
    host.put("/proc/net/tcp6", text: Self.listening.replacingOccurrences(of: "0DD6", with: digits))
    #expect(
      findings(host).last
        == .init("gateway", "flickpad-web.service does not run until a phone connects"))
  }

  @Test func anAccountThatIsMissingIsMadeAsTheShippedFileSays() throws {
    var host = host
    host.groups["flickpad-pad"]?.members = []
    let first = try #require(findings(host).first)
    #expect(first.state == "the user flickpad-web is not in the group flickpad-pad")
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let lines = try String(
      contentsOf: root.appending(path: "systemd/flickpad-web.sysusers"), encoding: .utf8
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    #expect(lines == GatewayCheck.accountLines)
  }

  @Test func firewallsAreTold() {
    var host = host
    host.put("/etc/ufw/ufw.conf", text: "# on\nENABLED=yes\n")
    #expect(
      findings(host).last?.state == "ufw is on: phones come in only after ufw allow 3542/tcp")
    host.put("/etc/ufw/user.rules", text: "-A ufw-user-input -p tcp --dport 3542 -j ACCEPT\n")
    #expect(findings(host).last?.state == "ufw lets phones in on port 3542")
    host.put("/sys/fs/cgroup/system.slice/firewalld.service/cgroup.procs", text: "1\n")
    #expect(findings(host).contains { $0.state.hasPrefix("firewalld runs: ") })
  }
}
