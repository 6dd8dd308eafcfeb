// SPDX-License-Identifier: MIT

import CWebSockets

/// Writes to a connection of libwebsockets', which wants room of its own before what it is given.
///
/// - Returns: false where the connection is gone.
func transmit(
  _ bytes: some Collection<UInt8>, on wsi: OpaquePointer, as kind: lws_write_protocol
) -> Bool {
  var buffer = [UInt8](repeating: 0, count: Int(cwebsockets_PRE)) + bytes
  return buffer.withUnsafeMutableBufferPointer {
    lws_write(wsi, $0.baseAddress! + Int(cwebsockets_PRE), bytes.count, kind) >= 0
  }
}
