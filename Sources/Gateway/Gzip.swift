// SPDX-License-Identifier: MIT

import CZlib

/// The compression that every browser takes (RFC 1952).
enum Gzip {
  /// zlib's largest window, and gzip's head and tail around what it makes (zlib.h, deflateInit2).
  private static let window = MAX_WBITS + 16

  /// nil: it would save nothing.
  static func bytes(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    let limit = Int(deflateBound(&stream, UInt(bytes.count)))
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      input.withUnsafeMutableBufferPointer {
        stream.next_in = $0.baseAddress
        stream.avail_in = UInt32($0.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }

  /// Whether a header Accept-Encoding takes it.
  static func isTaken(_ header: String?) -> Bool {
    (header ?? "").lowercased().split(separator: ",").contains { item in
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let isRefused = parts.dropFirst().contains {
        $0.hasPrefix("q=") && (Double($0.dropFirst(2)) ?? 0) <= 0
      }
      return parts.first == "gzip" && !isRefused
    }
  }
}

extension Page {
  /// The files that are smaller so, by path; each is made small once.
  static let compressed: [String: [UInt8]] = files.compactMapValues { Gzip.bytes($0.bytes) }
}
