// SPDX-License-Identifier: MIT

import Glibc
import Layouts
import Pad
import Wire
import Writing

/// A session on disk: what the client said and which layouts it had, as a script. The token is not in
/// it.
final class SessionScript {
  private let path: String
  private let file: Int32
  private let log: Log
  private var writer: ScriptWriter
  /// Has what waits written.
  private var flushing: TimerSource?
  private var flushIsDue = false
  /// How many bytes of whole lines are on the disk.
  private var length = 0
  /// Where writing has failed there is no more of it.
  private var isBroken = false

  /// So many bytes are written at once.
  private static let chunk = 32_768
  /// So many files may differ in nothing but a number at their names' ends.
  private static let namesakes = 100
  /// What a session said is on the disk after so long.
  private static let span = Interval(microseconds: 1_000_000)

  /// Makes the directory of the files, if it is not there.
  ///
  /// - Throws: the sentence that says why nothing can be recorded in it.
  static func makeDirectory(_ path: String) throws(Failure) {
    // With a dot behind it, a file is none.
    guard mkdir(path, 0o700) != 0 && errno != EEXIST || access(path + "/.", W_OK) != 0 else {
      return
    }
    throw Failure(
      "cannot record in \(path): \(String(cString: strerror(errno)))", status: EX_CANTCREAT)
  }

  /// Begins a file in `directory`, and says in the log where that is not possible.
  ///
  /// - Parameter name: without the suffix.
  init?(_ name: String, in directory: String, at now: Instant, basis: Basis) {
    (path, file) = Self.create(name, in: directory)
    log = basis.log
    writer = ScriptWriter(start: now)
    if file < 0 {
      log.warning("cannot record in \(path): \(String(cString: strerror(errno)))")
      return nil
    }
    // Without one, what waits is written when it is much, and at the end.
    flushing = try? basis.loop.timer(priority: .last) { [unowned self] in flush() }
  }

  /// Makes a new file. A daemon that was started again in the same second numbers its sessions anew,
  /// and leaves those of the one before as they are.
  private static func create(_ name: String, in directory: String) -> (path: String, file: Int32) {
    var path = "\(directory)/\(name).script"
    var number = 1
    while true {
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file < 0 && errno == EEXIST && number < namesakes else { return (path, file) }
      number += 1
      path = "\(directory)/\(name)-\(number).script"
    }
  }

  deinit {
    guard file >= 0 else { return }
    flush()
    close(file)
  }

  /// Has the writer write something.
  func note(at now: Instant, _ write: (inout ScriptWriter) -> Void) {
    guard !isBroken else { return }
    write(&writer)
    if writer.lines.count >= Self.chunk { return flush() }
    guard !flushIsDue else { return }
    flushIsDue = true
    flushing?.set(now + Self.span)
  }

  /// The fingers of a message; apart, since a frame is lent.
  func note(_ frame: borrowing TouchFrame, at now: Instant) {
    guard !isBroken else { return }
    writer.touches(frame, at: now)
    note(at: now) { _ in }
  }

  private func flush() {
    flushIsDue = false
    flushing?.set(nil)
    let number = writer.lines.withBytes { bytes in
      let number = writeAll(bytes, to: file)
      if number == 0 { length += bytes.count } else { keepWholeLines(of: bytes) }
      return number
    }
    writer.removeAll()
    guard number != 0 else { return }
    isBroken = true
    log.warning("recording in \(path) ends: \(String(cString: strerror(number)))")
  }

  /// A write has ended early: a part of a line would spoil the script.
  private func keepWholeLines(of bytes: Span<UInt8>) {
    var count = min(max(0, Int(lseek(file, 0, SEEK_CUR)) - length), bytes.count)
    while count > 0, bytes[count - 1] != UInt8(ascii: "\n") { count -= 1 }
    _ = ftruncate(file, length + count)
  }

  /// The time of day as a file's name can have it, in UTC.
  static var timeOfDay: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension Seat {
  /// Begins to record what a session says, where that is wanted.
  func record(_ session: Connection) {
    guard let directory = basis.configuration.recordings else { return }
    let now = basis.loop.now
    let name = "\(SessionScript.timeOfDay)-player\(number)-session\(session.session)"
    session.inbox.script = SessionScript(name, in: directory, at: now, basis: basis)
    noteLayout(of: session)
  }

  /// A session lets go of everything: so does its record.
  func endScript(of session: Connection) {
    let now = basis.loop.now
    session.inbox.script?.note(at: now) { $0.bye(at: now) }
    session.inbox.script = nil
  }

  /// Has the record of a session say which layout it has from now on.
  func noteLayout(of session: Connection) {
    let now = basis.loop.now
    let json = layout.json
    let name = layout.layout.name
    // Nobody can bring one along that has the name of a built-in one.
    var isNamed = BuiltInLayouts.names.contains(name)
    // Who plays the script may send no longer line than the client might.
    if !ScriptWriter.fits(json.span) {
      if case .sent = origin {} else { isNamed = true }
    }
    session.inbox.script?.note(at: now) { script in
      if isNamed {
        script.layout(named: name, at: now)
      } else {
        script.layout(json.span, at: now)
      }
    }
  }
}
