// SPDX-License-Identifier: MIT

import Commands
import Gateway
import Glibc
import Writing

/// `flickpad-web grant`: what a phone may be.
enum Grant {
  static let command = Command(
    name: "grant", summary: "let a phone be a keyboard and a mouse too, or a gamepad only again",
    words: "DEVICE keyboard|gamepad", count: 2...2, options: [Pair.control]
  ) { (arguments) throws(Arguments.Mistake) in
    let isKeyboard: Bool
    switch arguments.words[1] {
    case "keyboard": isKeyboard = true
    case "gamepad": isKeyboard = false
    default:
      throw Arguments.Mistake(message: "want keyboard or gamepad, not '\(arguments.words[1])'")
    }
    return status { () throws(Failure) in
      let request = ControlRequest.grant(arguments.words[0], keyboard: isKeyboard)
      let answer = try Control.ask(request, at: arguments["control"])
      if let obstacle = Control.obstacle(answer) {
        Terminal.say(
          "It is granted, but that phone remains a gamepad for now: \(Log.printable(obstacle)).\n")
      } else {
        Terminal.say(
          isKeyboard
            ? "Whoever holds that phone can now type on this PC.\n"
            : "That phone is a gamepad again, and nothing else.\n")
      }
    }
  }
}
