// SPDX-License-Identifier: MIT

import CWebSockets

/// What anybody on the network gets: the page, and a WebSocket where it comes from there.
extension Server {
  func answer(_ wsi: OpaquePointer, _ input: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    let request = Request(wsi: wsi)
    let path = String(decoding: UnsafeRawBufferPointer(start: input, count: count), as: UTF8.self)
    if let line = refusal(request) { return respond(request, .forbidden, PageFile(line)) }
    guard request.isGet || request.isHead else {
      return respond(
        request, .methodNotAllowed, PageFile("The gateway only knows GET and HEAD."))
    }
    if configuration.isPrivate && !request.isPrivate {
      // What is typed without a scheme comes by plain HTTP.
      return respond(request, .redirect, PageFile("Come by HTTPS."))
    }
    guard let file = Page.file(path) else {
      return path == "/play"
        ? respond(request, .upgradeRequired, PageFile("Here phones connect by WebSocket."))
        : respond(request, .notFound, PageFile("There is no such page."))
    }
    guard let small = Page.compressed[path] else { return respond(request, .ok, file) }
    let vary = "vary: accept-encoding"
    guard Gzip.isTaken(request.header(WSI_TOKEN_HTTP_ACCEPT_ENCODING)) else {
      return respond(request, .ok, file, [vary])
    }
    return respond(
      request, .ok, PageFile(type: file.type, bytes: small), [vary, "content-encoding: gzip"])
  }

  /// The reason to refuse a request for where it was sent to, or nil.
  private func refusal(_ request: Request) -> String? {
    hosts.refusal(
      host: request.header(WSI_TOKEN_HOST) ?? "", address: request.localAddress,
      isPrivate: request.isPrivate)
  }

  /// 0: it may become a WebSocket; else it is to be closed.
  func confirmUpgrade(_ wsi: OpaquePointer) -> Int32 {
    let request = Request(wsi: wsi)
    let host = request.header(WSI_TOKEN_HOST) ?? ""
    let line: String?
    if let reason = refusal(request) {
      line = reason
    } else if let reason = hosts.refusal(
      origin: request.header(WSI_TOKEN_ORIGIN), host: host, isPrivate: request.isPrivate)
    {
      line = reason
    } else if configuration.isPrivate && !request.isPrivate {
      line = "Phones connect by HTTPS."
    } else if request.header(WSI_TOKEN_UPGRADE)?.lowercased() != "websocket"
      || request.header(WSI_TOKEN_VERSION) != "13"
    {
      // libwebsockets would go on in HTTP/2, too.
      line = "Phones connect by WebSocket, version 13."
    } else if request.header(WSI_TOKEN_GET_URI) != "/play" {
      line = "Phones connect at /play."
    } else if request.header(WSI_TOKEN_PROTOCOL) != "flickpad.1" {
      line = "Phones speak the protocol flickpad.1."
    } else {
      line = nil
    }
    guard let line else { return 0 }
    if var response = response(request, .forbidden, PageFile(line)) { _ = response.send(wsi) }
    return -1
  }

  private func respond(
    _ request: Request, _ status: Response.Status, _ file: PageFile, _ headers: [String] = []
  ) -> Int32 {
    guard let response = response(request, status, file, headers) else { return -1 }
    responses[request.wsi] = response
    return proceed(request.wsi)
  }

  private func response(
    _ request: Request, _ status: Response.Status, _ file: PageFile, _ headers: [String] = []
  ) -> Response? {
    // Who asked for a host that is not ours gets no policy that names it.
    let host = status == .forbidden ? nil : request.header(WSI_TOKEN_HOST)
    let more =
      switch status {
      case .methodNotAllowed: ["allow: GET, HEAD"]
      case .redirect: ["location: https://\(host ?? "")/"]
      default: headers
      }
    return Response(
      request.wsi, status, file, policy: Page.policy(host: host, isPrivate: request.isPrivate),
      more: more, hasBody: !request.isHead, isLast: status != .ok || request.hasBody)
  }

  func writeResponse(_ wsi: OpaquePointer) -> Int32 {
    guard responses[wsi]?.send(wsi) == true else { return -1 }
    return proceed(wsi)
  }

  /// Goes on with a response once something of it has been sent.
  private func proceed(_ wsi: OpaquePointer) -> Int32 {
    lws_set_timer_usecs(wsi, Self.patience)
    guard let response = responses[wsi], response.isSent else {
      lws_callback_on_writable(wsi)
      return 0
    }
    responses[wsi] = nil
    return response.isLast || lws_http_transaction_completed(wsi) != 0 ? -1 : 0
  }
}
