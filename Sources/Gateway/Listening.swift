// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Sockets to listen on.
public enum Listening {
  /// Listens for phones.
  ///
  /// - Parameter address: as numbers; nil: on all, of IPv6 too where the machine has it.
  /// - Throws: a sentence if the address is none, not this machine's, or taken.
  public static func network(_ address: String?, port: Int) throws(Failure) -> Int32 {
    if let address { return try open(address, port) }
    do throws(Failure) {
      return try open("::", port)
    } catch  where error.status != EX_UNAVAILABLE {
      return try open("0.0.0.0", port)
    }
  }

  private static func open(_ address: String, _ port: Int) throws(Failure) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else {
      throw Failure(
        "--listen wants an address of this machine as numbers, such as 192.168.1.5, not "
          + "'\(address)'", status: EX_USAGE)
    }
    defer { freeaddrinfo(found) }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(found.pointee.ai_family, Int32(kind), 0)
    var isOn: Int32 = 1
    var isOff: Int32 = 0
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, 4)
    setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOff, 4)
    guard descriptor >= 0,
      bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(descriptor, SOMAXCONN) == 0
    else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw failure(address, port, number)
    }
    return descriptor
  }

  private static func failure(_ address: String, _ port: Int, _ number: Int32) -> Failure {
    switch number {
    case EADDRINUSE:
      Failure(
        "port \(port) is taken: another program listens there (ss -tlnp 'sport = :\(port)' names "
          + "it); stop it, or choose another port with --port", status: EX_UNAVAILABLE)
    case EADDRNOTAVAIL:
      Failure(
        "\(address) is no address of this machine (ip address lists them); choose another with "
          + "--listen", status: EX_CONFIG)
    case EACCES:
      Failure(
        "you may not listen on port \(port); choose one from 1024 on with --port",
        status: EX_NOPERM)
    default:
      Failure(
        "cannot listen on \(address), port \(port): \(reason(number)); choose another with "
          + "--listen and --port", status: EX_OSERR)
    }
  }

  /// The port that a listening socket has; nil where it is no socket of the network.
  public static func port(of descriptor: Int32) -> Int? {
    SocketAddress.with(descriptor, getsockname) { address, _ in
      // The port lies at the same place for IPv4 and IPv6.
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }

  /// The only address that a socket listens on, as numbers; nil: all.
  public static func address(of descriptor: Int32) -> String? {
    let address = SocketAddress.own(descriptor)
    return ["", "::", "0.0.0.0"].contains(address) ? nil : address
  }
}
