// SPDX-License-Identifier: MIT

/// Lets phones in that know the secret, or the six digits, of the one offer that is open.
///
/// An offer is good once, for two minutes, and until five wrong tries have been made by anyone.
/// Times are seconds of any clock that does not go back.
struct Pairing {
  /// What `flickpad-web pair` shows. Keep it out of logs.
  struct Offer: Equatable {
    /// 128 random bits in base64url.
    var secret: String
    /// Six digits.
    var code: String
  }

  enum Proof: Equatable {
    case secret(String)
    case code(String)
  }

  static let lifetime = 120.0
  static let triesLimit = 5

  private var offer: Offer?
  private var until = 0.0
  private var wrongTries = 0

  /// Opens an offer, in place of the one before.
  mutating func open(_ offer: Offer, at now: Double) {
    self.offer = offer
    until = now + Self.lifetime
    wrongTries = 0
  }

  /// Judges a try. nil: it is right, and the offer is used up.
  mutating func redeem(_ proof: Proof, at now: Double) -> Refusal? {
    guard let offer, now < until else {
      self.offer = nil
      return .expired
    }
    guard wrongTries < Self.triesLimit else { return .tooManyTries }
    let isRight =
      switch proof {
      case .secret(let text): isSame(text, offer.secret)
      case .code(let text): isSame(text, offer.code)
      }
    guard isRight else {
      wrongTries += 1
      return wrongTries < Self.triesLimit ? .wrongCode : .tooManyTries
    }
    self.offer = nil
    return nil
  }
}
