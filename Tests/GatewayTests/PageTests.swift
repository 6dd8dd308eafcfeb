// SPDX-License-Identifier: MIT

import Foundation
import Programs
import Testing

@testable import Gateway

/// What anybody on the network gets over HTTP: the page, and nothing else.
@Suite struct PageTests {
  private let gateway: RunningGateway

  init() throws {
    gateway = try RunningGateway(["--name", "pad.example"], hasDaemon: false)
  }

  private func get(_ path: String, method: String = "GET", host: String? = nil) throws -> String {
    try Phone.request(
      gateway.port,
      ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(gateway.port)")"])
  }

  @Test func thePageAndItsFiles() throws {
    for (path, file) in Page.files {
      let answer = try get(path)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("\r\ncontent-type: \(file.type)\r\n"))
      #expect(answer.contains("\r\ncontent-length: \(file.bytes.count)\r\n"))
      #expect(answer.utf8.suffix(file.bytes.count).elementsEqual(file.bytes))
    }
  }

  @Test func whoTakesItCompressedGetsItSo() throws {
    var size = 0
    for (path, file) in Page.files {
      let descriptor = try Phone.connect(gateway.port)
      defer { close(descriptor) }
      let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(gateway.port)\r\nConnection: close\r\n"
      let bytes = Array((head + "Accept-Encoding: br, gzip;q=0.5\r\n\r\n").utf8)
      _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      var answer: [UInt8] = []
      while let byte = try? readBytes(descriptor, 1) { answer += byte }
      let text = String(decoding: answer, as: UTF8.self)
      let small = Page.compressed[path] ?? file.bytes
      size += small.count
      #expect(answer.suffix(small.count).elementsEqual(small))
      #expect(text.contains("\r\ncontent-length: \(small.count)\r\n"))
      #expect(text.contains("\r\ncontent-encoding: gzip\r\n") == (small != file.bytes))
      #expect(text.contains("\r\nvary: accept-encoding\r\n") == (small != file.bytes))
    }
    print("the page has \(size) bytes on the way to a browser")
    #expect(size < 56 * 1024)
    #expect(try get("/").contains("\r\nvary: accept-encoding\r\n"))
  }

  @Test func whatIsCompressedIsTheSame() throws {
    for (path, file) in Page.files {
      guard let small = Page.compressed[path] else { continue }
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/gunzip")
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      // It fits the pipe.
      try input.fileHandleForWriting.write(contentsOf: small)
      try input.fileHandleForWriting.close()
      #expect(output.fileHandleForReading.readDataToEndOfFile() == Data(file.bytes))
      process.waitUntilExit()
    }
    #expect(Gzip.bytes([]) == nil)
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("deflate, gzip;q=1.0", true), ("br,gzip ; q=0.1", true),
    ("gzip;q=0", false), ("gzip; q=0.000", false), ("gzip;q=x", false), ("", false), ("br", false),
    ("xgzip", false), ("identity, *;q=0", false),
  ])
  func whoTakesItCompressedSaysSo(header: String, isTaken: Bool) {
    #expect(Gzip.isTaken(header) == isTaken)
  }

  @Test func thePageIsSmallAndWhole() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Gateway/Page").standardizedFileURL.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names.map { $0 == "index.html" ? "/" : "/" + $0 }) == Set(Page.files.keys))
    let later = [
      "/draft.js", "/editbar.js", "/editor.css", "/editor.js", "/elements.js", "/fields.js",
      "/files.js", "/frames.js", "/hints.js", "/json5.js", "/keys.js", "/marks.js", "/panel.js",
      "/saving.js", "/settings.js", "/sheets.css",
    ]
    let sizes = Page.files.mapValues(\.bytes.count)
    let all = sizes.values.reduce(0, +)
    let played = sizes.filter { !later.contains($0.key) }.values.reduce(0, +)
    print("the page has \(all) bytes in \(names.count) files, \(played) of them to play")
    #expect(played < 60_000)
    #expect(all < 133_000)
  }

  @Test(arguments: [
    ("192.0.2.1:3542", " ws://192.0.2.1:3542;"), ("[2001:db8::1]:3542", ";"), (nil, ";"),
  ])
  func thePolicyNamesTheWebSocketWhereItCan(host: String?, sources: String) {
    #expect(Page.policy(host: host, isPrivate: false).contains("connect-src 'self'" + sources))
  }

  @Test func everyAnswerIsGuarded() throws {
    for answer in [try get("/"), try get("/none"), try get("/", host: "evil.example")] {
      #expect(answer.contains("\r\ncontent-security-policy: default-src 'none'; "))
      #expect(answer.contains("; frame-ancestors 'none'\r\n"))
      #expect(answer.contains("\r\nx-content-type-options: nosniff\r\n"))
      #expect(answer.contains("\r\nreferrer-policy: no-referrer\r\n"))
      #expect(answer.contains("\r\ncache-control: no-cache\r\n"))
    }
  }

  @Test(arguments: [
    "/none", "/index.html/", "/../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/play/",
  ])
  func nothingElseIsThere(path: String) throws {
    let answer = try get(path)
    #expect(answer.hasPrefix("HTTP/1.1 404 ") || answer.hasPrefix("HTTP/1.1 403 ") || answer == "")
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
  func onlyReading(method: String) throws {
    let answer = try get("/", method: method)
    #expect(answer.hasPrefix("HTTP/1.1 405 ") || answer == "" || answer.hasPrefix("HTTP/1.1 403 "))
  }

  @Test func headHasNoBody() throws {
    #expect(try get("/", method: "HEAD").hasSuffix("\r\n\r\n"))
  }

  /// All that comes back for bytes, until the gateway closes.
  private func exchange(_ lines: [String]) throws -> String {
    let descriptor = try Phone.connect(gateway.port)
    defer { close(descriptor) }
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&wait, 1, 20_000) == 1, "the gateway does not close")
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }

  @Test(arguments: [
    "Content-Length: 40", "Content-Length: 0\r\nContent-Length: 40", "Content-Length: -1",
    "Transfer-Encoding: chunked",
  ])
  func whatFollowsABodyIsNoRequest(header: String) throws {
    let host = "Host: 127.0.0.1:\(gateway.port)"
    for method in ["GET", "POST"] {
      let answer = try exchange([
        "\(method) /icon.svg HTTP/1.1", host, header, "", "GET /style.css HTTP/1.1", host, "", "",
      ])
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
      #expect(answer.contains("\r\nconnection: close\r\n"))
    }
  }

  @Test(arguments: ["h2c", "HTTP/2.0", "foo", "websocket, h2c"])
  func nothingButAWebSocketComesOfAnUpgrade(name: String) throws {
    let host = "127.0.0.1:\(gateway.port)"
    let answer = try exchange([
      "GET /play HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Upgrade: \(name)",
      "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
      "Sec-WebSocket-Protocol: flickpad.1", "Sec-WebSocket-Version: 13", "", "",
    ])
    #expect(answer.contains(" 403 Forbidden\r\n"))
    #expect(!answer.contains(" 101 "))
  }

  @Test(arguments: [
    "CONNECT 127.0.0.1:22 HTTP/1.1", "PRI * HTTP/2.0", "GET http://evil.example/ HTTP/1.1",
  ])
  func nobodyIsConnectedToAnythingElse(line: String) throws {
    let answer = try exchange([line, "Host: 127.0.0.1:\(gateway.port)", "", ""])
    #expect(answer.isEmpty || answer.contains(" 403 Forbidden\r\n"))
  }

  @Test func whoSaysNothingOrNotAllIsClosed() throws {
    #expect(try exchange([]) == "")
    #expect(try exchange(["GET / HTTP/1.1", "Host: 127"]) == "")
  }

  @Test func aHostWithANulIsRefused() throws {
    #expect(try get("/", host: "127.0.0.1:\(gateway.port)\0evil").hasPrefix("HTTP/1.1 403 "))
  }

  @Test func namesItAnswersTo() throws {
    for name in ["localhost", "pad.example", "PAD.example"] {
      #expect(try get("/", host: "\(name):\(gateway.port)").hasPrefix("HTTP/1.1 200 "))
    }
    let answer = try get("/", host: "evil.example:\(gateway.port)")
    #expect(answer.hasPrefix("HTTP/1.1 403 "))
    #expect(answer.hasSuffix("or start it with --name evil.example.\n"))
  }

  @Test func aPageFromElsewhereGetsNoWebSocket() throws {
    let host = "127.0.0.1:\(gateway.port)"
    for origin in ["http://evil.example", "null", nil] {
      let phone = try Phone(port: gateway.port, host: host, origin: origin)
      #expect(phone.status == "HTTP/1.1 403 Forbidden")
      #expect(phone.answer.hasPrefix("Only the gateway's own page may connect"))
    }
  }

  @Test func aNameThatWasTurnedToUsGetsNoWebSocket() throws {
    let host = "evil.example:\(gateway.port)"
    let phone = try Phone(port: gateway.port, host: host, origin: "http://\(host)")
    #expect(phone.status == "HTTP/1.1 403 Forbidden")
  }

  @Test func aWebSocketIsAtPlayAndSpeaksFlickpad() throws {
    let host = "127.0.0.1:\(gateway.port)"
    let elsewhere = try Phone(
      port: gateway.port, host: host, origin: "http://\(host)", path: "/other")
    #expect(!elsewhere.isOpen)
    for name in [nil, "chat", "flickpad.2"] {
      let phone = try Phone(
        port: gateway.port, host: host, origin: "http://\(host)", subprotocol: name)
      #expect(!phone.isOpen)
    }
    #expect(try get("/play").hasPrefix("HTTP/1.1 426 "))
  }
}
