// SPDX-License-Identifier: MIT

import CWebSockets

/// A phone's WebSocket: first it has to say who it is, then it is a pipe to the daemon.
final class Client {
  let wsi: OpaquePointer
  /// Whether it came over TLS.
  let isPrivate: Bool
  private unowned let server: Server
  private(set) var device: Device?
  private var link: DaemonLink?

  /// The message that is coming in, as far as it has.
  private var incoming: [UInt8] = []
  private var messages: Allowance
  private var bytes: Allowance

  /// Our own words ahead of the daemon's.
  private var greeting: [UInt8]?
  /// Room for libwebsockets, and then what came from the daemon.
  private var daemonBytes = [UInt8](repeating: 0, count: Int(cwebsockets_PRE))
  private var sent = Int(cwebsockets_PRE)
  private var isInMessage = false
  /// Our own words behind the daemon's.
  private var farewell: [UInt8]?
  private var closing: UInt32?

  /// Bytes of a message.
  static let messageLimit = 65_536
  /// The same where the connection goes to the daemon's socket for everything: a layout to be saved.
  static let fullMessageLimit = 524_288
  /// Microseconds in which a phone has to take what is said to it before it is closed.
  private static let farewellPatience: lws_usec_t = 1_000_000

  init(_ wsi: OpaquePointer, server: Server) {
    self.wsi = wsi
    self.server = server
    isPrivate = lws_is_ssl(wsi) != 0
    let now = now()
    // Twice what a page sends that has all its fingers down, tilts, and pings as often as it may. The
    // kernel and the network can hold back seconds of it, and then it comes all at once.
    let rate = Double(server.configuration.messageRate)
    messages = Allowance(rate: rate, burst: 4 * rate, at: now)
    bytes = Allowance(rate: 2000 * rate, burst: 8000 * rate, at: now)
    lws_set_timer_usecs(wsi, Server.patience)
  }

  /// Whether it is one of the phones that play.
  var isPlaying: Bool { device != nil && closing == nil }

  /// Bytes of a message, by who sends it.
  private var limit: Int {
    guard device != nil else { return Introduction.limit }
    return link?.isFull == true ? Self.fullMessageLimit : Self.messageLimit
  }

  // MARK: From the phone

  /// A piece of a message.
  func receive(_ piece: UnsafeRawBufferPointer) {
    guard closing == nil else { return }
    if lws_frame_is_binary(wsi) != 0 {
      return refuse("Messages are text, not binary.", LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE)
    }
    guard incoming.count + piece.count <= limit else {
      guard device != nil else { return refuse(.badMessage) }
      return refuse(
        "A message has at most \(limit) bytes.", LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE)
    }
    incoming += piece
    let now = now()
    // A fragment counts as a message does, or a message that never ends would be free.
    guard messages.take(1, at: now), bytes.take(Double(piece.count), at: now) else {
      return refuseFlood()
    }
    guard lws_is_final_fragment(wsi) != 0 else { return }
    guard !Self.hasControlCharacter(incoming) else {
      return refuse(
        "A message is one line without control characters.", LWS_CLOSE_STATUS_POLICY_VIOLATION)
    }
    if let link {
      link.send(incoming)
    } else if let introduction = Introduction(incoming) {
      meet(introduction)
    } else {
      refuse(.badMessage)
    }
    // What a layout took is given back, what touches take is kept.
    incoming.removeAll(keepingCapacity: incoming.capacity <= Self.messageLimit)
  }

  /// Whether UTF-8 has a character of Unicode's category Cc.
  static func hasControlCharacter(_ bytes: [UInt8]) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f { return true }
      // U+0080 to U+009F.
      if last == 0xc2 && byte < 0xa0 { return true }
      last = byte
    }
    return false
  }

  private func refuseFlood() {
    if let device { server.note("phone \(device.id), \(device.name), sends too much") }
    refuse("This phone sends more than anybody can play.", LWS_CLOSE_STATUS_POLICY_VIOLATION)
  }

  private func meet(_ introduction: Introduction) {
    do throws(Refusal) {
      let (device, greeting) = try server.admit(introduction, self)
      self.device = device
      self.greeting = greeting
      lws_set_timer_usecs(wsi, -1)
      lws_callback_on_writable(wsi)
      link = try server.connect(device, self)
    } catch {
      refuse(error)
    }
  }

  /// Whether the phone is read.
  func listen(_ isListening: Bool) {
    lws_rx_flow_control(wsi, isListening ? 1 : 0)
  }

  // MARK: To the phone

  /// Whether all that the daemon said has been passed on.
  var hasRoom: Bool { sent == daemonBytes.count && closing == nil }

  func deliver(_ bytes: [UInt8]) {
    guard closing == nil, !bytes.isEmpty else { return }
    daemonBytes += bytes
    lws_callback_on_writable(wsi)
  }

  func daemonClosed() {
    link = nil
    close(daemonClosedCode)
  }

  /// Closes, so that the phone comes back.
  func sendBack() {
    close(daemonClosedCode)
  }

  /// Says no, and closes.
  func refuse(_ refusal: Refusal) {
    farewell = refusal.bytes
    close(refusal.closeCode)
  }

  private func refuse(_ message: String, _ status: lws_close_status) {
    farewell = Refusal.bytes(Refusal.badMessage.rawValue, message)
    close(status.rawValue)
  }

  private func close(_ code: UInt32) {
    guard closing == nil else { return }
    closing = code
    incoming = []
    link?.close()
    link = nil
    // Who does not read does not hear it, but goes all the same.
    lws_set_timer_usecs(wsi, Self.farewellPatience)
    lws_callback_on_writable(wsi)
  }

  /// false: the connection is to be closed.
  func writable() -> Bool {
    repeat {
      if let text = greeting {
        greeting = nil
        guard transmit(text, on: wsi, as: LWS_WRITE_TEXT) else { return false }
      } else if sent < daemonBytes.count {
        guard writePiece() else { return false }
      } else if let text = farewell, !isInMessage {
        farewell = nil
        guard transmit(text, on: wsi, as: LWS_WRITE_TEXT) else { return false }
      } else if let closing {
        lws_close_reason(wsi, lws_close_status(closing), nil, 0)
        return false
      } else {
        return true
      }
    } while lws_send_pipe_choked(wsi) == 0
    lws_callback_on_writable(wsi)
    return true
  }

  /// Passes on what there is of one line: a message, or a fragment of one.
  private func writePiece() -> Bool {
    let rest = daemonBytes[sent...]
    let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n"))
    let end = lineEnd ?? rest.endIndex
    var kind = isInMessage ? LWS_WRITE_CONTINUATION.rawValue : LWS_WRITE_TEXT.rawValue
    if lineEnd == nil { kind |= LWS_WRITE_NO_FIN.rawValue }
    isInMessage = lineEnd == nil
    let start = sent
    let isWritten = daemonBytes.withUnsafeMutableBufferPointer {
      // What lies before has been sent, and is libwebsockets' to overwrite.
      lws_write(wsi, $0.baseAddress! + start, end - start, lws_write_protocol(kind)) >= 0
    }
    sent = lineEnd.map { $0 + 1 } ?? end
    if sent == daemonBytes.count {
      sent = Int(cwebsockets_PRE)
      daemonBytes.removeLast(daemonBytes.count - sent)
      link?.resume()
    }
    return isWritten
  }

  // MARK: Ends

  /// false: the connection is to be closed.
  func timeout() -> Bool {
    guard closing == nil else { return false }
    if device == nil { refuse(.badMessage) }
    return true
  }

  func closed() {
    link?.close()
    link = nil
  }
}
