// SPDX-License-Identifier: MIT

import Glibc

/// Writes all of it to a descriptor that blocks.
///
/// - Returns: 0, or the number of errno.h of what went wrong; some may be written then.
public func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
  bytes.withUnsafeBytes { bytes in
    var done = 0
    while done < bytes.count {
      let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return 0
  }
}

/// Puts a file in the place of the one before, if there is one, in one step: it is complete before,
/// whatever happens to the machine. Meanwhile it is called `path`.new.
///
/// - Parameter mode: its permissions, less those of umask(2).
/// - Returns: 0, or the number of errno.h of what went wrong; the file before is still there then.
public func replaceFile(_ path: String, with bytes: Span<UInt8>, mode: mode_t) -> Int32 {
  let fresh = path + ".new"
  // What an earlier try has left.
  unlink(fresh)
  let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
  guard descriptor >= 0 else { return errno }
  var number = writeAll(bytes, to: descriptor)
  if number == 0 && fsync(descriptor) != 0 { number = errno }
  if close(descriptor) != 0 && number == 0 { number = errno }
  if number == 0 && rename(fresh, path) != 0 { number = errno }
  guard number == 0 else {
    unlink(fresh)
    return number
  }
  // So that the one before is not back after a power cut. The file is good without.
  let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : path[..<$0] } ?? "."
  let directory = open(String(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  if directory >= 0 {
    fsync(directory)
    close(directory)
  }
  return 0
}
