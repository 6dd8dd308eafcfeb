// SPDX-License-Identifier: MIT

/// What someone may have meant by a word that does not exist.
enum Spelling {
  /// Longer words are nobody's slip of the finger.
  private static let lengthLimit = 64

  /// The candidate that takes the fewest slips to become `word`, or nil where none is near: a slip
  /// is a letter too many, too few, wrong, or swapped with its neighbour; case does not count.
  /// At most one slip in three letters is allowed (in any word, one), the first `ignoring` letters
  /// not counted. Among equals the first wins. `isWanted` is asked only about what is near.
  static func nearest(
    to word: String, among candidates: [String], ignoring: Int = 0,
    where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    let typed = folded(word)
    guard !typed.isEmpty && typed.count <= lengthLimit else { return nil }
    var limit = max((typed.count - ignoring) / 3, 1)
    var best: String?
    for candidate in candidates {
      let meant = folded(candidate)
      guard abs(meant.count - typed.count) <= limit else { continue }
      let slips = distance(typed, meant)
      guard slips <= limit, slips < max(typed.count, meant.count), isWanted(candidate) else {
        continue
      }
      if slips == 0 { return candidate }
      best = candidate
      limit = slips - 1
    }
    return best
  }

  /// The UTF-8 bytes with ASCII letters in lower case.
  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in a.indices {
      row[0] = i + 1
      for j in b.indices {
        let isSame = a[i] == b[j]
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count]
  }
}
