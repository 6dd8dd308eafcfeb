// SPDX-License-Identifier: MIT

/// Which Host and Origin a request may have: a page from elsewhere, or one whose name was turned to
/// our address (DNS rebinding), is refused.
public struct HostRules {
  /// The machine's names, in lower case; they and the address that a request came to are good with
  /// the port of the gateway.
  var ownNames: [String]
  /// Names that the gateway was told to answer to, in lower case, with any port: what stands before
  /// it may have another.
  var givenNames: [String]
  /// The port it listens on.
  var port: Int

  /// The reason to refuse a request, as a line for whoever reads it, or nil.
  ///
  /// - Parameters:
  ///   - host: the header Host.
  ///   - address: the address that the request came to, as numbers.
  ///   - isPrivate: whether it came over TLS.
  func refusal(host: String, address: String, isPrivate: Bool) -> String? {
    guard let (name, port) = Self.split(host.lowercased(), isPrivate ? 443 : 80) else {
      return "This is no host that the gateway could have: \(Self.quoted(host))."
    }
    if givenNames.contains(name) { return nil }
    if (ownNames.contains(name) || name == address) && port == self.port { return nil }
    return "The gateway does not answer to \(Self.quoted(host)): use the address that flickpad-web "
      + "pair shows, or start it with --name \(Self.quoted(name))."
  }

  /// The reason to refuse what a page asks for, or nil.
  ///
  /// - Parameters:
  ///   - origin: the header Origin; nil: there is none.
  ///   - isPrivate: whether it came over TLS. If not, what stands before the gateway may have ended
  ///     that, and the page has come by HTTPS all the same.
  func refusal(origin: String?, host: String, isPrivate: Bool) -> String? {
    guard let origin else { return "Only the gateway's own page may connect." }
    let given = origin.lowercased()
    let host = host.lowercased()
    if given == "https://" + host || !isPrivate && given == "http://" + host { return nil }
    return "Only the gateway's own page may connect, not that of \(Self.quoted(origin))."
  }

  /// Name and port of a Host header; an IPv6 address without its brackets.
  static func split(_ host: String, _ standard: Int) -> (name: String, port: Int)? {
    var name = host[...]
    var port = standard
    let bracket = host.lastIndex(of: "]")
    if let colon = host.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
      let digits = host[host.index(after: colon)...]
      guard !digits.isEmpty, digits.utf8.count <= 5,
        digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(digits)
      else { return nil }
      port = number
      name = host[..<colon]
    }
    // Brackets are for addresses of IPv6, and these have them always.
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    if isBracketed { name = name.dropFirst().dropLast() }
    return name.isEmpty || name.contains(":") != isBracketed ? nil : (String(name), port)
  }

  /// Whether a text can stand for a host: a name or an address, without brackets or a port.
  public static func isName(_ text: String) -> Bool {
    let isNamed = text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHost }
    return !text.isEmpty && (isNamed || text.contains(":") && NetworkAddress.isNumbers(text))
  }

  /// What came from outside, so that it can stand in a line.
  private static func quoted(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(100).map { (0x21...0x7e).contains($0.value) ? $0 : "?" }))
  }
}

extension Character {
  /// Whether names of hosts have it; the underline is no letter of theirs, but is met.
  var isHost: Bool {
    isASCII && (isLetter || isNumber) || self == "." || self == "-" || self == "_"
  }
}
