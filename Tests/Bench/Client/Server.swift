// SPDX-License-Identifier: MIT

import Glibc

/// A process under measurement, and the connection to it: lines go in at its socket, batches come
/// out of its descriptor 3.
final class Server {
  let process: pid_t
  /// Connected to the server; blocks.
  let socket: Int32
  /// Where its batches come out; blocks.
  let batches: Int32
  /// CPU time of the process, user and system.
  private let clock: clockid_t
  /// Where its sockets are.
  private let directory = temporaryDirectory()

  /// Starts a program; its arguments are the path of the socket that it is to make, and then
  /// `arguments`. It runs on CPU `cpu`. Ready when it has welcomed the client.
  init(_ program: String, _ arguments: [String], cpu: Int, wantsFeedback: Bool) {
    let path = directory + "/flickpad.sock"
    let pipe = makePipe()
    // Room for what comes while the client is busy sending.
    _ = fcntl(pipe.writing, Self.setPipeSize, 1 << 20)
    process = start(onCPU: cpu, [program, path] + arguments, passing: [pipe.writing])
    close(pipe.writing)
    batches = pipe.reading
    socket = connect(to: path)
    clock = cpuClock(process)
    send("{\"type\":\"hello\",\"feedback\":\(wantsFeedback)}\n")
    readLines(1)
  }

  /// F_SETPIPE_SZ of fcntl.h.
  private static let setPipeSize: Int32 = 1031

  deinit {
    end(process)
    close(socket)
    close(batches)
    remove(directory)
  }

  /// Nanoseconds of CPU so far.
  var cpu: Int64 { nanoseconds(clock) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes, however long that takes.
  func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(socket, bytes.baseAddress! + sent, bytes.count - sent)
        expect(count > 0, "write to the server")
        sent += count
      }
    }
  }

  /// Reads `count` bytes of batches.
  func readBatches(_ count: Int) -> ArraySlice<UInt8> {
    var length = 0
    while length < count {
      length += receive(batches, at: length, atMost: count - length)
    }
    return buffer[..<length]
  }

  /// Reads until `count` lines have come.
  func readLines(_ count: Int) {
    var lines = 0
    while lines < count {
      let length = receive(socket, at: 0, atMost: buffer.count)
      lines += newlines(length)
    }
    expect(lines == count, "as many lines as were expected")
  }

  /// Sends `bytes` and reads what comes back meanwhile, until so many bytes of batches and so many
  /// lines have come.
  func exchange(_ bytes: [UInt8], batchBytes: Int, lines: Int) {
    var sent = 0
    var lines = lines
    var batchBytes = batchBytes
    while sent < bytes.count || lines > 0 || batchBytes > 0 {
      var ready = [
        pollfd(
          fd: socket, events: Int16(POLLIN) | (sent < bytes.count ? Int16(POLLOUT) : 0),
          revents: 0),
        pollfd(fd: batches, events: Int16(POLLIN), revents: 0),
      ]
      expect(poll(&ready, 2, 10_000) > 0, "an answer within ten seconds")
      if ready[0].revents & Int16(POLLOUT) != 0 && sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(
            socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_DONTWAIT))
        }
        if count > 0 { sent += count }
      }
      if ready[0].revents & Int16(POLLIN) != 0 {
        lines -= newlines(receive(socket, at: 0, atMost: buffer.count))
      }
      if ready[1].revents & Int16(POLLIN) != 0 {
        batchBytes -= receive(batches, at: 0, atMost: buffer.count)
      }
    }
    expect(lines == 0 && batchBytes == 0, "as much as was expected")
  }

  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  private func receive(_ descriptor: Int32, at start: Int, atMost limit: Int) -> Int {
    let count = buffer.withUnsafeMutableBytes {
      read(descriptor, $0.baseAddress! + start, limit)
    }
    expect(count > 0, "read from the server")
    return count
  }

  private func newlines(_ length: Int) -> Int {
    buffer.withUnsafeBufferPointer { bytes in
      var count = 0
      for index in 0..<length where bytes[index] == 0x0A { count += 1 }
      return count
    }
  }
}
