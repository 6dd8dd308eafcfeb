// SPDX-License-Identifier: MIT

import Pad

/// What several clients do at random: fingers that land, move, lift, get lost; bursts of taps, long
/// waits, resets, other layouts, and connections that are cut anywhere.
public struct ScenarioGenerator<Random: RandomNumberGenerator> {
  private var layouts: LayoutGenerator<Random>
  private var present: Layout
  /// Where fingers were last, so that most moves are of fingers that are down.
  private var fingers: [(session: SessionID, id: Int64, place: Point)] = []

  public init(_ random: Random) {
    layouts = LayoutGenerator(random)
    present = Layout(name: "none", size: Size(width: 1, height: 1), gamepad: .generic, controls: [])
  }

  private var random: Random {
    get { layouts.random }
    set { layouts.random = newValue }
  }

  public mutating func scenario() -> Scenario {
    let all = (0..<(chance(3) ? int(2...3) : 1)).map { layouts.layout("soak\($0)") }
    present = all[0]
    fingers.removeAll()
    let sessions = SessionID(chance(2) ? 1 : int(2...3))
    let isLate = chance(4)
    var steps: [Step] = []
    for _ in 0..<(chance(8) ? int(60...160) : int(5...40)) {
      let session = SessionID(int(1...Int(sessions)))
      let act = act(session, all)
      steps.append(
        Step(pause: pause(), lag: isLate && chance(3) ? Int64(int(1...90_000)) : 0, act: act))
      if case .change(let index) = act { present = all[index] }
    }
    return Scenario(layouts: all, steps: steps)
  }

  private mutating func pause() -> Int64 {
    switch int(0...19) {
    case 0...4: 0
    case 5: Int64([20, 35, 50, 200, 250, 500].randomElement(using: &layouts.random)!) * 1000
    case 6: Int64(int(200_000...1_600_000))
    case 7...8: Int64(int(40_000...300_000))
    default: Int64(int(0...40_000))
    }
  }

  private mutating func act(_ session: SessionID, _ all: [Layout]) -> Act {
    switch int(0...59) {
    case 0: return .cancel(session)
    case 1: return .reset(control: nil)
    case 2, 3:
      return present.controls.isEmpty
        ? .reset(control: nil) : .reset(control: int(0...present.controls.count - 1))
    case 4: return .leave(session)
    case 5: return .change(layout: int(0...all.count - 1))
    case 6: return chance(3) ? .releaseAll : chance(3) ? .replaceGamepad : .cancel(session)
    case 7...11: return .motion(session, motion())
    default: return touch(session)
    }
  }

  private mutating func motion() -> Motion {
    var vectors: [Vector] = []
    for limit in [4, 14] {
      vectors.append(
        Vector(
          x: Double(int(-limit * 10...limit * 10)) / 10,
          y: Double(int(-limit * 10...limit * 10)) / 10,
          z: Double(int(-limit * 10...limit * 10)) / 10))
    }
    return Motion(gyro: chance(2) ? Vector(x: 0, y: 0, z: 0) : vectors[0], accel: vectors[1])
  }

  private mutating func touch(_ session: SessionID) -> Act {
    var touches: [Touch] = []
    if chance(6) {
      // Taps in a bunch, as a stalled network delivers them.
      let place = place()
      let id = Int64(int(1...5))
      for _ in 0..<int(1...10) {
        touches.append(Touch(id: id, phase: .began, place: place))
        touches.append(Touch(id: id, phase: .ended, place: chance(2) ? place : nil))
      }
      fingers.removeAll { $0.session == session && $0.id == id }
      return .touch(session, touches, live: nil)
    }
    for _ in 0..<(chance(4) ? int(2...4) : 1) { touches.append(finger(session)) }
    guard chance(16) else { return .touch(session, touches, live: nil) }
    return .touch(session, touches, live: (0..<int(0...2)).map { _ in Int64(int(1...5)) })
  }

  private mutating func finger(_ session: SessionID) -> Touch {
    let own = fingers.indices.filter { fingers[$0].session == session }
    guard let index = own.randomElement(using: &layouts.random), !chance(3) else {
      let id = Int64(int(1...5))
      if chance(20) {
        return Touch(id: id, phase: chance(2) ? .moved : .ended, place: place())
      }
      let place = place()
      fingers.removeAll { $0.session == session && $0.id == id }
      fingers.append((session, id, place))
      return Touch(id: id, phase: .began, place: place)
    }
    let id = fingers[index].id
    switch int(0...9) {
    case 0...4:
      let place = chance(3) ? place() : near(fingers[index].place)
      fingers[index].place = place
      return Touch(id: id, phase: .moved, place: place)
    case 5...8:
      let place = near(fingers[index].place)
      fingers.remove(at: index)
      return Touch(id: id, phase: .ended, place: chance(3) ? nil : place)
    default:
      fingers.remove(at: index)
      return Touch(id: id, phase: .cancelled, place: nil)
    }
  }

  private mutating func near(_ place: Point) -> Point {
    let reach = chance(3) ? 40 : 6
    return Point(x: place.x + Double(int(-reach...reach)), y: place.y + Double(int(-reach...reach)))
  }

  /// Mostly on a control or at its edge.
  private mutating func place() -> Point {
    guard let control = present.controls.randomElement(using: &layouts.random), !chance(8) else {
      return Point(x: Double(int(-10...410)), y: Double(int(-10...310)))
    }
    var frame = control.frame
    if case .menu(let menu) = control.kind, chance(2) {
      frame = menu.itemFrame(int(0...menu.items.count - 1), of: frame)
    }
    if case .slide = control.kind, chance(2) {
      // Where the thumb is at first.
      return Point(
        x: frame.x + Double(int(0...12)), y: frame.y + frame.height - Double(int(1...12)))
    }
    return Point(
      x: frame.x + Double(int(-4...Int(frame.width) + 4)),
      y: frame.y + Double(int(-4...Int(frame.height) + 4)))
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { layouts.int(range) }
  private mutating func chance(_ count: Int) -> Bool { layouts.chance(count) }
}
