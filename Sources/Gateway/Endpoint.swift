// SPDX-License-Identifier: MIT

/// A descriptor that libwebsockets watches for us. What gives back a Bool tells whether it stays
/// open.
protocol Endpoint: AnyObject {
  var wsi: OpaquePointer? { get set }
  var descriptor: Int32 { get }
  /// libwebsockets does from now on.
  func isWatched()
  func readable() -> Bool
  func writable() -> Bool
  func timeout() -> Bool
  /// It is about to be closed; `wsi` is of no more use then.
  func closed()
}

extension Endpoint {
  func isWatched() {}
  func writable() -> Bool { true }
  func timeout() -> Bool { true }
  func closed() { wsi = nil }
}
