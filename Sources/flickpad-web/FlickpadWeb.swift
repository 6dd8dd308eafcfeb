// SPDX-License-Identifier: MIT

import Commands

extension Program {
  static let flickpadWeb = Program(
    name: "flickpad-web",
    summary: "flickpad-web makes a game controller of a phone: it serves Flickpad's page to it.",
    commands: [Serve.command, Pair.command, Devices.command, Grant.command])
}
