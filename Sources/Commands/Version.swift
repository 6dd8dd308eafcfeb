// SPDX-License-Identifier: MIT

/// The version of Flickpad: of all its programs.
public enum Version {
  public static let number = "0.1.0"
}
