// SPDX-License-Identifier: MIT

import Glibc

/// How the cost of a message grows with the number of clients.
struct Growth {
  struct Point {
    var clients: Int
    /// CPU nanoseconds a message, round by round: all play in turn; the first plays, and the others
    /// are at rest.
    var playing: [Double] = []
    var resting: [Double] = []
  }

  private(set) var points: [Point] = []
  /// How many clients the daemon let in, and what it said to the next; nil where it let in all.
  private(set) var limit: (clients: Int, refusal: String)?

  private static let most = 1000
  private static let rounds = 21
  private static let visits = 63

  init(binaries: String, layout: String, cpu: Int) {
    func crowd(_ count: Int) -> Crowd {
      Crowd(clients: count, binaries: binaries, layout: layout, cpu: cpu)
    }
    let largest = crowd(Self.most)
    let most = largest.clients.count
    if let refusal = largest.refusal { limit = (most, refusal) }
    var crowds: [Crowd] = []
    var size = 1
    while size < most {
      crowds.append(crowd(size))
      size *= 2
    }
    crowds.append(largest)
    points = crowds.map { Point(clients: $0.clients.count) }
    for round in 0...Self.rounds {
      for (index, crowd) in crowds.enumerated() {
        let playing = crowd.round(visits: Self.visits, isShared: true)
        let resting = crowd.round(visits: Self.visits, isShared: false)
        // The first is for warming up.
        guard round > 0 else { continue }
        points[index].playing.append(playing)
        points[index].resting.append(resting)
      }
    }
  }
}
