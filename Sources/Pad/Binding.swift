// SPDX-License-Identifier: MIT

/// What one name in a control's `bind` stands for: codes that go down together, left to right, and
/// up together, right to left.
public struct Binding: Equatable, Sendable {
  /// One code of a binding.
  public enum Atom: Equatable, Sendable {
    /// A key or button, down while the binding is.
    case key(Code)
    /// An axis, at `value` while the binding is down and nothing later wants it elsewhere.
    case abs(Code, value: Int32)
    /// A relative event, sent with each press and each auto-repeat.
    case rel(Code, value: Int32)

    public var code: Code {
      switch self {
      case .key(let code), .abs(let code, _), .rel(let code, _): code
      }
    }
  }

  public var atoms: [Atom]

  public init(_ atoms: [Atom]) {
    self.atoms = atoms
  }

  /// Whether every code is a KEY_*, whose consumers understand value 2.
  var isKeysOnly: Bool { atoms.allSatisfy { $0.code.isKey } }
}
