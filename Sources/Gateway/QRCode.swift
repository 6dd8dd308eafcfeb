// SPDX-License-Identifier: MIT

import CQRencode
import Glibc

/// A QR code.
public struct QRCode {
  /// Rows of modules; true is dark.
  let rows: [[Bool]]

  /// nil: the text is too long for one.
  public init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    rows = (0..<width).map { row in
      // The lowest bit is the module (qrencode.h).
      (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 }
    }
  }

  /// Two rows of modules a line, with the light edge of four modules that scanners want.
  ///
  /// - Parameter isColored: whether to set white and black, so that a terminal's own colours do not
  ///   matter; else the terminal is taken to be dark.
  public func lines(isColored: Bool) -> [String] {
    let edge = 4
    let width = rows.count + 2 * edge
    func isLight(_ row: Int, _ column: Int) -> Bool {
      let row = row - edge
      let column = column - edge
      guard rows.indices.contains(row), rows.indices.contains(column) else { return true }
      return !rows[row][column]
    }
    return stride(from: 0, to: width, by: 2).map { row in
      let blocks = (0..<width).map { column in
        switch (isLight(row, column), isLight(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return isColored ? "\u{1b}[97;40m\(blocks)\u{1b}[0m" : blocks
    }
  }
}
