// SPDX-License-Identifier: MIT

import Commands

extension Program {
  static let flickpad = Program(
    name: "flickpad",
    summary: "Flickpad turns any touch screen into a game controller, keyboard and mouse.",
    commands: [
      Serve.command, Simulate.command, Send.command, Replay.command, Players.command,
      Monitor.command,
      ListLayouts.command,
      Check.command, Doctor.command,
    ])
}
