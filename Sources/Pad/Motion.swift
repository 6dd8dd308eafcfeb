// SPDX-License-Identifier: MIT

/// Three components in the axes of a screen as its player holds it: x to the right, y to the top,
/// z out of the screen, towards the player.
public struct Vector: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  var length: Double { (x * x + y * y + z * z).squareRoot() }

  static func + (a: Vector, b: Vector) -> Vector {
    Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: Vector, b: Vector) -> Vector {
    Vector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  static func * (a: Vector, b: Double) -> Vector {
    Vector(x: a.x * b, y: a.y * b, z: a.z * b)
  }

  static func / (a: Vector, b: Double) -> Vector {
    Vector(x: a.x / b, y: a.y / b, z: a.z / b)
  }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector) -> Vector {
    Vector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }
}

/// One `motion` message: how a client's device turns, and what pulls at it.
public struct Motion: Equatable, Sendable {
  /// Radians a second about each axis, right-handed.
  public var gyro: Vector
  /// Metres a second squared, gravity included: a device that lies still on its back feels about
  /// 9.8 along z.
  public var accel: Vector

  public init(gyro: Vector, accel: Vector) {
    self.gyro = gyro
    self.accel = accel
  }

  /// The magnitude that no component exceeds; sensors end far below.
  public static let limit = 1e4
}
