// SPDX-License-Identifier: MIT

/// A place in layout units; y grows downwards.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The distance to `other` in layout units.
  func distance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// A size in layout units.
public struct Size: Equatable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in layout units, by its top-left corner and its size.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var size: Size { Size(width: width, height: height) }

  /// The same place relative to the top-left corner.
  func local(_ point: Point) -> Point { Point(x: point.x - x, y: point.y - y) }
}

/// The form of a control's hit area within its frame.
public enum Shape: String, CaseIterable, Sendable {
  /// The frame itself, without its right and bottom edges.
  case rect
  /// The ellipse inscribed in the frame, border included.
  case circle

  /// Whether a place, local to a frame of `size`, is inside.
  func contains(_ local: Point, in size: Size) -> Bool {
    switch self {
    case .rect:
      return local.x >= 0 && local.x < size.width && local.y >= 0 && local.y < size.height
    case .circle:
      let u = (local.x - size.width / 2) / (size.width / 2)
      let v = (local.y - size.height / 2) / (size.height / 2)
      return u * u + v * v <= 1
    }
  }
}
