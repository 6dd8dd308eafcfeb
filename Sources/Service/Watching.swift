// SPDX-License-Identifier: MIT

import Evdev
import Pad
import Wire

/// What a player's devices are told, counted while somebody watches.
final class Watch {
  var batches = 0
  var events = 0
  /// From the wake-up for a message or a deadline to the batch that it made.
  var latency = Histogram()
  fileprivate var watchers = 0

  /// Counts the batch of a cause, which has just been written.
  func note(_ batch: borrowing EventBatch, since wakeUp: Instant) {
    guard !batch.isEmpty else { return }
    latency.add(EventLoop.clock - wakeUp)
    for device in Device.allCases {
      let count = batch.withEvents(of: device) { $0.count }
      if count > 0 { batches += 1 }
      events += count
    }
  }
}

/// A connection of admin.sock watches a player, until it is let go.
final class Watching {
  private let seat: Seat
  private var timer: TimerSource?

  /// Calls `tell` at once and then in intervals.
  init(
    _ seat: Seat, every interval: Interval, tell: @escaping (Seat) -> Void
  ) throws(EventLoop.Failure) {
    self.seat = seat
    if seat.watch == nil { seat.watch = Watch() }
    seat.watch?.watchers += 1
    let loop = seat.basis.loop
    timer = try loop.timer(priority: .last) { [unowned self] in
      timer?.set(loop.now + interval)
      tell(seat)
    }
    timer?.set(loop.now)
  }

  deinit {
    seat.watch?.watchers -= 1
    if seat.watch?.watchers == 0 { seat.watch = nil }
  }
}

extension Seat {
  /// How it is doing, as the encoder of its layout tells it. `report` is what those are told who
  /// manage players.
  func tellView(_ report: PlayerReport, to connection: Connection) {
    guard let watch else { return }
    let names = basis.configuration.names
    let gamepad = descriptions(of: layout.layout).first { $0.device == .gamepad }
    let axes = (gamepad?.axes ?? []).map { axis in
      PlayerView.Axis(
        code: names.name(axis.code) ?? "\(axis.code.number)", value: player.place(of: axis.code),
        range: axis.range)
    }
    encoder.view(
      PlayerView(
        report: report, touches: player.touches, axes: axes, states: player.states,
        batches: watch.batches, events: watch.events, latency: watch.latency))
    connection.send(&encoder)
    connection.flush()
  }
}
