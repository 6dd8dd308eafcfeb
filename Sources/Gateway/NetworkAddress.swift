// SPDX-License-Identifier: MIT

import Glibc

/// An address of this machine, and what speaks for phones reaching it.
public struct NetworkAddress: Equatable, Sendable {
  /// As numbers.
  public var address: String
  /// The name of the interface that has it, such as wlan0; empty where nothing is known of it.
  public var interface: String
  /// The metric of the default route through its interface; nil where there is none.
  var metric: Int?
  /// Whether the interface is a card, and not made by software as bridges of containers are.
  var isHardware: Bool
  /// Whether only one machine is at the other end, as with most VPNs.
  var isTunnel: Bool
  /// Whether only this machine reaches it.
  public var isLoopback: Bool

  /// One, or a name, of which nothing is known.
  public init(_ address: String) {
    self.init(
      address: address, interface: "", metric: nil, isHardware: false, isTunnel: false,
      isLoopback: false)
  }

  init(
    address: String, interface: String, metric: Int?, isHardware: Bool, isTunnel: Bool,
    isLoopback: Bool
  ) {
    self.address = address
    self.interface = interface
    self.metric = metric
    self.isHardware = isHardware
    self.isTunnel = isTunnel
    self.isLoopback = isLoopback
  }

  /// Whether a text is an address as numbers.
  static func isNumbers(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
  }

  /// Those of this machine, the likeliest first.
  public static var all: [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    let metrics = self.metrics(
      text(of: "/proc/net/route"), text(of: "/proc/net/ipv6_route"))
    var found: [NetworkAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let socketAddress = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      let family = Int32(socketAddress.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let size =
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      let interface = String(cString: entry.ifa_name)
      found.append(
        NetworkAddress(
          address: SocketAddress.numbers(socketAddress, socklen_t(size)), interface: interface,
          metric: metrics[interface],
          isHardware: access("/sys/class/net/\(interface)/device", F_OK) == 0,
          isTunnel: entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0,
          isLoopback: entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0))
    }
    return sorted(found)
  }

  /// The likeliest first: at the default route, of a card, of IPv4, not a tunnel. Those that change
  /// from one link to the next (fe80::) are left out, since no URL can have them.
  static func sorted(_ addresses: [NetworkAddress]) -> [NetworkAddress] {
    let usable = addresses.filter { !$0.address.isEmpty && !$0.address.hasPrefix("fe80:") }
    return usable.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  private var rank: Int {
    var rank = min(metric ?? 1 << 20, 1 << 20)
    if address.contains(":") { rank += 1 << 21 }
    if !isHardware { rank += metric == nil ? 1 << 22 : 0 }
    if isTunnel { rank += 1 << 23 }
    if isLoopback { rank += 1 << 24 }
    return rank
  }

  /// The metrics of default routes by interface, from the kernel's tables (proc(5)).
  static func metrics(_ routes: String, _ routes6: String) -> [String: Int] {
    var metrics: [String: Int] = [:]
    func note(_ interface: Substring, _ metric: Int) {
      guard interface != "lo" else { return }
      metrics[String(interface)] = min(metrics[String(interface)] ?? .max, metric)
    }
    // Iface Destination Gateway Flags RefCnt Use Metric Mask ...
    for line in routes.split(separator: "\n").dropFirst() {
      let fields = line.split { $0 == "\t" || $0 == " " }
      guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
        let metric = Int(fields[6])
      else { continue }
      note(fields[0], metric)
    }
    // destination, length, source, length, next hop, metric, references, use, flags, interface
    for line in routes6.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 10, fields[1] == "00", fields[0].allSatisfy({ $0 == "0" }),
        let metric = Int(fields[5], radix: 16)
      else { continue }
      note(fields[9], metric)
    }
    return metrics
  }

  /// A file's text, as far as it fits 64 KiB; nothing where it cannot be read.
  private static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65_536 {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
