// SPDX-License-Identifier: MIT

extension JSONNode {
  /// A member of an object, the first of that name; nil where there is none, or no object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node
  }

  /// A member that is a string.
  public func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name]?.value else { return nil }
    return text
  }

  /// The elements of a member that is an array.
  public func elements(_ name: String) -> [JSONNode]? {
    guard case .array(let elements)? = self[name]?.value else { return nil }
    return elements
  }
}
