// SPDX-License-Identifier: MIT

import Testing

@testable import Gateway

/// Which address the QR code has.
@Suite struct NetworkAddressTests {
  private func address(
    _ address: String, _ interface: String, metric: Int? = nil, isHardware: Bool = true,
    isTunnel: Bool = false, isLoopback: Bool = false
  ) -> NetworkAddress {
    NetworkAddress(
      address: address, interface: interface, metric: metric, isHardware: isHardware,
      isTunnel: isTunnel, isLoopback: isLoopback)
  }

  @Test func theDefaultRouteFirstTunnelsAndBridgesLast() {
    let sorted = NetworkAddress.sorted([
      address("127.0.0.1", "lo", isHardware: false, isLoopback: true),
      address("10.8.0.2", "tun0", metric: 50, isHardware: false, isTunnel: true),
      address("172.17.0.1", "docker0", isHardware: false),
      address("fe80::1", "wlan0", metric: 600),
      address("fd00::5", "wlan0", metric: 600),
      address("192.168.1.5", "wlan0", metric: 600),
      address("192.168.1.4", "eth0", metric: 100),
      address("192.168.9.4", "eth1"),
    ])
    #expect(
      sorted.map(\.interface)
        == ["eth0", "wlan0", "eth1", "wlan0", "docker0", "tun0", "lo"])
  }

  @Test func aBridgeWithTheDefaultRouteIsAsGoodAsACard() {
    let sorted = NetworkAddress.sorted([
      address("192.168.9.4", "eth1"), address("192.168.1.4", "br0", metric: 0, isHardware: false),
    ])
    #expect(sorted.map(\.interface) == ["br0", "eth1"])
  }

  @Test func routesAreReadFromTheKernelsTables() {
    let routes = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
      eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
      eth0\t0001A8C0\t00000000\t0001\t0\t0\t50\t00FFFFFF\t0\t0\t0
      """
    let zeros = String(repeating: "0", count: 32)
    let routes6 = """
      \(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000001 00000000 00450003    wlan1
      \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
      """
    #expect(
      NetworkAddress.metrics(routes, routes6) == ["wlan0": 600, "eth0": 100, "wlan1": 1024])
    #expect(NetworkAddress.metrics("", "x\n\n y") == [:])
  }

  @Test func aCertificateIsForNamesAndAddressesThatCanBe() {
    #expect(
      Certificate.alternatives([
        "den", "den.local", "192.168.1.5", "fd00::2", "den", "", "a,DNS:evil", "ü",
      ]) == "DNS:den,DNS:den.local,IP:192.168.1.5,IP:fd00::2")
  }

  @Test func aQRCodeHasItsThreeCornersAndALightEdge() throws {
    let code = try #require(QRCode("http://192.168.1.5:3542/#pair=abcdefghijklmnopqrstuv"))
    let size = code.rows.count
    for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] {
      for offset in 0..<7 {
        #expect(code.rows[row][column + offset] && code.rows[row + 6][column + offset])
        #expect(code.rows[row + offset][column] && code.rows[row + offset][column + 6])
      }
    }
    let lines = code.lines(isColored: false)
    #expect(lines.count == (size + 9) / 2)
    #expect(lines.allSatisfy { $0.count == size + 8 && $0.hasPrefix("████") })
    #expect(size + 8 <= 80)
    #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
  }
}
