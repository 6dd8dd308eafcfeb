// SPDX-License-Identifier: MIT

import JSON
import Pad

// Touches as most clients write them: what JSON.stringify makes of { id, phase, x, y }.
extension JSONGuess {
  /// The most that a coordinate may have, in layout units.
  static let placeLimit = 1e6

  /// Goes past the beginning of a `touch` message, up to its first touch.
  @inline(always)
  mutating func takesTouches(_ line: Span<UInt8>) -> Bool {
    takes(#"{"type":"touch","#, line) && takes(#""touches":["#, line)
  }

  /// The touch that comes next, with its place.
  @inline(always)
  mutating func touch(_ line: Span<UInt8>) -> Touch? {
    guard takes(#"{"id":"#, line), let id = integer(line), takes(#","phase":""#, line),
      let phase = phase(line), let x = double(line), takes(#","y":"#, line),
      let y = double(line), takes("}", line),
      x.magnitude <= Self.placeLimit && y.magnitude <= Self.placeLimit
    else { return nil }
    return Touch(id: id, phase: phase, place: Point(x: x, y: y))
  }

  /// A phase, and what comes between it and a place.
  @inline(always)
  private mutating func phase(_ line: Span<UInt8>) -> Touch.Phase? {
    if takes(#"moved","x":"#, line) { return .moved }
    if takes(#"began","x":"#, line) { return .began }
    if takes(#"ended","x":"#, line) { return .ended }
    return nil
  }
}
