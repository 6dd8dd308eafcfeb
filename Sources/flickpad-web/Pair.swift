// SPDX-License-Identifier: MIT

import Commands
import Gateway
import Glibc
import Writing

/// `flickpad-web pair`: shows what lets one phone in.
enum Pair {
  /// Every command but serve has it.
  static let control = Option(
    "control", "PATH", "the gateway's control socket (default: yours, then the service's)")

  static let command = Command(
    name: "pair", summary: "show the QR code, and the digits, that let one phone in", words: "",
    count: 0...0,
    options: [
      Option(
        "address", "ADDRESS",
        "this machine's address, or name, that the phone is to use (default: the likeliest)"),
      control,
    ]
  ) { (arguments) throws(Arguments.Mistake) in
    let given = arguments["address"]
    if let given, !HostRules.isName(given) {
      throw Arguments.Mistake(message: "--address wants an address or a name, not '\(given)'")
    }
    return status { () throws(Failure) in
      guard !Log.leadsToJournal(1) else {
        throw Failure(
          "what pair shows is not for the journal; run it on a terminal", status: EX_USAGE)
      }
      let answer = try Control.ask(.pair, at: arguments["control"])
      guard let invitation = Invitation(answer) else {
        throw Failure("the gateway's answer is not understood", status: EX_PROTOCOL)
      }
      show(invitation, addresses(invitation, given))
    }
  }

  /// The addresses to offer, the one to use first.
  private static func addresses(_ invitation: Invitation, _ given: String?) -> [NetworkAddress] {
    let all = NetworkAddress.all
    guard let only = given ?? invitation.address else {
      return all.isEmpty ? [NetworkAddress("localhost")] : all
    }
    return [all.first { $0.address == only } ?? NetworkAddress(only)]
  }

  /// Whether this machine has an address or a name, as far as it can tell by itself.
  private static func isKnown(_ host: String) -> Bool {
    Serve.ownNames.contains(host.lowercased())
      || NetworkAddress.all.contains { $0.address == host }
  }

  private static func show(_ invitation: Invitation, _ addresses: [NetworkAddress]) {
    let chosen = addresses[0]
    let link = invitation.link(host: chosen.address)
    let lines = QRCode(link)?.lines(isColored: isatty(1) == 1) ?? []
    let digits = invitation.code
    var text = """

      \(lines.joined(separator: "\n"))

      Point the phone's camera at this. It opens
        \(link)
      Or open \(invitation.page(host: chosen.address)) on the phone and type \(digits).
      It lets one phone in, within \(invitation.seconds / 60) minutes.

      """
    if !isKnown(chosen.address) {
      text +=
        "\(chosen.address) is no address or name of this machine. Phones get in there only if "
      text += "it leads here\nand the gateway was started with --name \(chosen.address).\n"
    } else if let only = invitation.address, chosen.address != only {
      text += "The gateway listens on \(only) alone: phones get in at \(chosen.address) only if "
      text += "that leads there.\n"
    } else if chosen.isLoopback {
      text += "The gateway has no address but this machine's own: no phone can reach it.\n"
    } else if !chosen.interface.isEmpty {
      text += "The phone has to be in the network of \(chosen.interface)."
      let others = addresses.dropFirst().filter { !$0.isLoopback }
      if !others.isEmpty {
        let list = others.map { "--address \($0.address) (\($0.interface))" }
        text += " For another: " + list.joined(separator: ", ") + "."
      }
      text += "\n"
    }
    Terminal.say(text)
  }
}
