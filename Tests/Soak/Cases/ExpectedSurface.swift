// SPDX-License-Identifier: MIT

import Pad

/// Which finger should be on which control: a second telling of the rules, simple and slow.
struct ExpectedSurface {
  /// A control, or an item of a menu.
  struct Part {
    var control: Int
    var item: Int?
    var frame: Rect
  }

  enum Owner: Equatable {
    case part(Int)
    case wandering, nobody
  }

  struct Finger {
    var session: SessionID
    var id: Int64
    var last: Point
    var owner: Owner
    var began: Point
    var beganAt: Int64
    /// Of a slide: where its thumb was.
    var grip = 0.0
    /// Of a stick: it has never left the dead zone.
    var isCentral = true
    /// Of a flick key that holds.
    var location = FlickLocation.center
  }

  /// What a touch does to the part that it is on.
  enum Event: String, CaseIterable {
    case began, moved, ended, cancelled
  }

  let layout: Layout
  let parts: [Part]
  private(set) var fingers: [Finger] = []
  private var open: Set<Int> = []
  /// Of slides, by control: where the thumb is, and whether it is finished.
  private var thumbs: [Int: (position: Double, isFinished: Bool)] = [:]

  init(_ layout: Layout) {
    self.layout = layout
    var parts = layout.controls.enumerated().map {
      Part(control: $0.offset, item: nil, frame: $0.element.frame)
    }
    for (index, control) in layout.controls.enumerated() {
      guard case .menu(let menu) = control.kind else { continue }
      for item in menu.items.indices {
        parts.append(
          Part(control: index, item: item, frame: menu.itemFrame(item, of: control.frame)))
      }
    }
    self.parts = parts
  }

  /// Begins a cause, with what can have changed by time alone.
  mutating func note(_ states: [ControlState]) {
    for (index, state) in states.enumerated() {
      switch state {
      case .slide(let position, let isFinished):
        thumbs[index] = (position * travel(index), isFinished)
      case .menu(_, let isOpen, _): if isOpen { open.insert(index) } else { open.remove(index) }
      default: break
      }
    }
  }

  func count(on part: Int) -> Int { fingers.count { $0.owner == .part(part) } }

  func isTouched(_ control: Int) -> Bool {
    fingers.contains { finger in
      if case .part(let part) = finger.owner { parts[part].control == control } else { false }
    }
  }

  // MARK: Touches

  /// What a message does, told in order.
  mutating func handle(
    _ session: SessionID, _ touches: [Touch], live: [Int64]?, at now: Int64,
    _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) {
    if let live {
      cancel(tell) { finger in
        finger.session == session && !live.contains(finger.id)
          && !touches.contains { $0.id == finger.id }
      }
    }
    for touch in touches {
      let isMeant = { (finger: Finger) in finger.session == session && finger.id == touch.id }
      let index = fingers.firstIndex(where: isMeant)
      switch (touch.phase, index) {
      case (.began, _):
        cancel(tell, where: isMeant)
        if let place = touch.place { begin(session, touch.id, place, now, tell) }
      case (_, nil): break
      case (.moved, let index?): if let place = touch.place { move(index, place, now, tell) }
      case (.ended, let index?): end(index, touch.place, tell)
      case (.cancelled, _): cancel(tell, where: isMeant)
      }
    }
  }

  private mutating func begin(
    _ session: SessionID, _ id: Int64, _ place: Point, _ now: Int64,
    _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) {
    var finger = Finger(
      session: session, id: id, last: place, owner: .wandering, began: place, beganAt: now)
    if let part = topmost(place), land(&finger, on: part, place, now, tell) == nil {
      finger.owner = .nobody
    }
    fingers.append(finger)
  }

  /// nil where the part does not take it.
  private mutating func land(
    _ finger: inout Finger, on part: Int, _ place: Point, _ now: Int64,
    _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) -> Void? {
    let control = parts[part].control
    let kind = layout.controls[control].kind
    let limit: Int = if case .trackpad = kind { 2 } else { 1 }
    guard count(on: part) < limit else { return nil }
    if case .slide = kind, !takes(control, place) { return nil }
    finger.owner = .part(part)
    finger.began = place
    finger.beganAt = now
    finger.grip = thumbs[control]?.position ?? 0
    finger.location = .center
    finger.isCentral = isCentral(finger, place)
    tell(.began, part, finger, .center)
    return ()
  }

  private mutating func move(
    _ index: Int, _ place: Point, _ now: Int64,
    _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) {
    fingers[index].last = place
    if case .part(let part) = fingers[index].owner {
      if contains(part, place) || !glides(part) {
        if !isCentral(fingers[index], place) { fingers[index].isCentral = false }
        let old = fingers[index].location
        fingers[index].location = location(part, place)
        drag(index, part, place)
        return tell(.moved, part, fingers[index], old)
      }
      fingers[index].owner = .wandering
      tell(.cancelled, part, fingers[index], fingers[index].location)
    }
    guard fingers[index].owner == .wandering, let part = topmost(place), glides(part) else {
      return
    }
    var finger = fingers[index]
    guard land(&finger, on: part, place, now, tell) != nil else { return }
    fingers[index] = finger
  }

  private mutating func end(
    _ index: Int, _ place: Point?, _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) {
    let finger = fingers[index]
    if case .part(let part) = finger.owner { drag(index, part, place ?? finger.last) }
    fingers.remove(at: index)
    guard case .part(let part) = finger.owner else { return }
    tell(.ended, part, finger, finger.location)
    let control = parts[part].control
    let isInside = contains(part, place ?? finger.last)
    switch layout.controls[control].kind {
    case .slide(let slide):
      let position = thumbs[control]?.position ?? 0
      if position >= travel(control) {
        thumbs[control] = (position, true)
      } else if slide.snap == .instant {
        thumbs[control] = (0, false)
      }
    case .menu(let menu) where isInside:
      if parts[part].item == nil {
        if open.remove(control) == nil { open.insert(control) } else { close(control, tell) }
      } else if menu.closeOnSelect {
        open.remove(control)
        close(control, tell)
      }
    default: break
    }
  }

  private mutating func close(
    _ control: Int, _ tell: (Event, Int, Finger, FlickLocation) -> Void
  ) {
    for index in fingers.indices {
      guard case .part(let part) = fingers[index].owner, parts[part].control == control,
        parts[part].item != nil
      else { continue }
      fingers[index].owner = .nobody
      tell(.cancelled, part, fingers[index], .center)
    }
  }

  /// Cancels the fingers that are meant, in the order in which they began.
  mutating func cancel(
    _ tell: (Event, Int, Finger, FlickLocation) -> Void, where isMeant: (Finger) -> Bool
  ) {
    while let index = fingers.firstIndex(where: isMeant) {
      let finger = fingers.remove(at: index)
      guard case .part(let part) = finger.owner else { continue }
      let control = parts[part].control
      if case .slide(let slide) = layout.controls[control].kind, slide.snap == .instant {
        thumbs[control]?.position = 0
      }
      tell(.cancelled, part, finger, finger.location)
    }
  }

  // MARK: Geometry

  private func contains(_ part: Int, _ place: Point) -> Bool {
    let frame = parts[part].frame
    let (x, y) = (place.x - frame.x, place.y - frame.y)
    switch layout.controls[parts[part].control].shape {
    case .rect: return x >= 0 && y >= 0 && x < frame.width && y < frame.height
    case .circle:
      let u = (x - frame.width / 2) / (frame.width / 2)
      let v = (y - frame.height / 2) / (frame.height / 2)
      return u * u + v * v <= 1
    }
  }

  private func topmost(_ place: Point) -> Int? {
    parts.indices.last { part in
      contains(part, place) && (parts[part].item == nil || open.contains(parts[part].control))
    }
  }

  private func glides(_ part: Int) -> Bool {
    switch layout.controls[parts[part].control].kind {
    case .dpad(let options): options.glide
    case .button(let options): options.glide
    default: false
    }
  }

  private func travel(_ control: Int) -> Double {
    guard case .slide(let slide) = layout.controls[control].kind else { return 0 }
    let frame = layout.controls[control].frame
    let track = slide.orientation == .horizontal ? frame.width : frame.height
    return track - (slide.thumb ?? min(frame.width, frame.height))
  }

  private func takes(_ control: Int, _ place: Point) -> Bool {
    guard case .slide(let slide) = layout.controls[control].kind, let thumb = thumbs[control],
      !thumb.isFinished
    else { return false }
    let frame = layout.controls[control].frame
    let length = slide.thumb ?? min(frame.width, frame.height)
    switch slide.orientation {
    case .horizontal:
      let x = place.x - frame.x
      return x >= thumb.position && x < thumb.position + length
    case .vertical:
      let y = place.y - frame.y
      return y >= frame.height - length - thumb.position && y < frame.height - thumb.position
    }
  }

  private mutating func drag(_ index: Int, _ part: Int, _ place: Point) {
    let control = parts[part].control
    guard case .slide(let slide) = layout.controls[control].kind else { return }
    let way =
      slide.orientation == .horizontal
      ? place.x - fingers[index].began.x : fingers[index].began.y - place.y
    thumbs[control] = (min(max(fingers[index].grip + way, 0), travel(control)), false)
  }

  /// Of a stick: whether the place is in the dead zone.
  private func isCentral(_ finger: Finger, _ place: Point) -> Bool {
    guard case .part(let part) = finger.owner,
      case .stick(let stick) = layout.controls[parts[part].control].kind
    else { return true }
    let frame = parts[part].frame
    let centre =
      stick.mode == .floating
      ? Point(x: finger.began.x - frame.x, y: finger.began.y - frame.y)
      : Point(x: frame.width / 2, y: frame.height / 2)
    let radius = min(frame.width, frame.height) / 2
    let (x, y) = (
      (place.x - frame.x - centre.x) / radius, (place.y - frame.y - centre.y) / radius
    )
    return (x * x + y * y).squareRoot() <= stick.deadZone
  }

  /// Which key of a flick key a place means.
  private func location(_ part: Int, _ place: Point) -> FlickLocation {
    guard case .flick(let flick) = layout.controls[parts[part].control].kind else { return .center }
    let frame = parts[part].frame
    let (x, y) = (place.x - frame.x, place.y - frame.y)
    let dx = max(-x, x - frame.width, 0)
    let dy = max(-y, y - frame.height, 0)
    if y < 0 && dx <= dy && flick.top != nil { return .top }
    if y > frame.height && dx <= dy && flick.bottom != nil { return .bottom }
    if x < 0 && dy <= dx && flick.left != nil { return .left }
    if x > frame.width && dy <= dx && flick.right != nil { return .right }
    return .center
  }
}
