// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc

/// A connection to the daemon's socket, for one phone.
final class DaemonLink: Endpoint {
  var wsi: OpaquePointer?
  let descriptor: Int32
  /// nil once the phone is gone.
  weak var client: Client?
  /// Whether it is to the daemon's socket for everything.
  let isFull: Bool
  /// What the daemon has not taken yet.
  private var pending: [UInt8] = []
  private var isPaused = false

  /// Read at once.
  private static let chunkLength = 16_384
  /// The most that is still passed on of what a daemon said before it closed.
  private static let lastWordsLimit = 1 << 20
  /// How long a daemon that has taken some, but not all, is left in peace, in microseconds. To ask
  /// for writability anew from within its callback does nothing: libwebsockets forgets it right after.
  private static let rest: lws_usec_t = 1000

  init(descriptor: Int32, client: Client, isFull: Bool) {
    self.descriptor = descriptor
    self.client = client
    self.isFull = isFull
  }

  // MARK: To the daemon

  /// Passes a line on; while the daemon does not take it the phone is not listened to.
  func send(_ message: [UInt8]) {
    pending += message
    pending.append(UInt8(ascii: "\n"))
    guard !flush() else { return }
    client?.listen(false)
    if let wsi { lws_callback_on_writable(wsi) }
  }

  /// Whether all is written.
  private func flush() -> Bool {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return false }
      // A daemon that has closed is heard of when it is read.
      if count <= 0 {
        pending.removeAll()
        return true
      }
      pending.removeFirst(count)
    }
    return true
  }

  func timeout() -> Bool {
    if let wsi { lws_callback_on_writable(wsi) }
    return true
  }

  func writable() -> Bool {
    if flush() {
      client?.listen(true)
    } else if let wsi {
      lws_set_timer_usecs(wsi, Self.rest)
    }
    return true
  }

  // MARK: From the daemon

  func readable() -> Bool {
    guard let client else { return false }
    guard client.hasRoom else {
      // Not reading is how the daemon learns that the phone is slow.
      isPaused = true
      lws_rx_flow_control(wsi, 0)
      return true
    }
    return read(client)
  }

  /// The phone has taken all there was.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    lws_rx_flow_control(wsi, 1)
  }

  /// false: the daemon has closed.
  private func read(_ client: Client) -> Bool {
    var isOpen = true
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkLength) { buffer, count in
      let result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      count = max(result, 0)
      isOpen = result > 0 || result < 0 && (errno == EAGAIN || errno == EINTR)
    }
    client.deliver(bytes)
    return isOpen
  }

  func closed() {
    wsi = nil
    guard let client else { return }
    // libwebsockets may have closed before all was read, but the descriptor is still open.
    var left = Self.lastWordsLimit
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while left > 0, poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLIN) != 0, read(client) {
      left -= Self.chunkLength
    }
    client.daemonClosed()
  }

  /// The phone is gone: the daemon hears of it at once, and lets go of everything.
  func close() {
    client = nil
    shutdown(descriptor, Int32(SHUT_RDWR))
    if let wsi { lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
  }
}
