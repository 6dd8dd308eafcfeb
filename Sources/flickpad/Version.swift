// SPDX-License-Identifier: MIT

enum Version {
  static let number = "0.1.0"
}
