// SPDX-License-Identifier: MIT

/// Which control owns which touch: hit areas, capture, gliding, cancelling.
struct Surface: ~Copyable {
  /// What the surface knows of a machine: where it is and who is on it.
  struct Place {
    var frame: Rect
    var shape: Shape
    /// The control's index in the layout; an item's is its menu's.
    var control: Int
    var isItem = false
    var isMenu = false
    var glides = false
    /// The touch of each finger it can track; the trackpad has two.
    var fingers: [Bool] = [false]

    var freeFinger: Int? { fingers.firstIndex(of: false) }
  }

  /// Whose a touch is.
  enum Owner: Equatable {
    case machine(Int, finger: Int)
    /// Began where no control is: a gliding one may still take it.
    case wandering
    /// Began on a busy control, or lost the one it was on.
    case nobody
  }

  struct Contact {
    var session: SessionID
    var id: Int64
    var last: Point
    var owner: Owner
  }

  private(set) var machines = UniqueArray<any Machine>(capacity: 32)
  private(set) var places = UniqueArray<Place>(capacity: 32)
  /// The machines that listen to motion.
  private var tilts = UniqueArray<Int>(capacity: 4)
  /// In the order in which they began.
  private(set) var contacts = UniqueArray<Contact>(capacity: TouchFrame.limit)

  init(_ layout: borrowing Layout, _ output: inout Output) {
    for (index, control) in layout.controls.enumerated() {
      if case .tilt = control.kind { tilts.append(machines.count) }
      let (machine, place) = Self.machine(of: control, index, at: machines.count, &output)
      machines.append(machine)
      places.append(place)
    }
    for (index, control) in layout.controls.enumerated() {
      guard case .menu(let options) = control.kind else { continue }
      for item in options.items.indices {
        machines.append(
          MenuItem(
            options, item: item, size: control.frame.size, shape: control.shape,
            machine: machines.count, &output))
        places.append(
          Place(
            frame: options.itemFrame(item, of: control.frame), shape: control.shape,
            control: index, isItem: true))
      }
    }
  }

  private static func machine(
    of control: Layout.Control, _ index: Int, at machine: Int, _ output: inout Output
  ) -> (any Machine, Place) {
    let size = control.frame.size
    var place = Place(frame: control.frame, shape: control.shape, control: index)
    switch control.kind {
    case .dpad(let options):
      place.glides = options.glide
      return (DPad(options, size: size, machine: machine, &output), place)
    case .flick(let options):
      return (Flick(options, size: size, machine: machine, &output), place)
    case .toggle(let options):
      return (
        Toggle(options, size: size, shape: control.shape, machine: machine, &output), place
      )
    case .slide(let options):
      return (Slide(options, size: size, machine: machine, &output), place)
    case .menu:
      place.isMenu = true
      return (Menu(size: size, shape: control.shape, control: index), place)
    case .button(let options):
      place.glides = options.glide
      return (Button(options, machine: machine, &output), place)
    case .stick(let options):
      return (Stick(options, size: size, machine: machine, &output), place)
    case .knob(let options):
      return (Knob(options, size: size, machine: machine, &output), place)
    case .trackpad(let options):
      place.fingers = [false, false]
      return (Trackpad(options, machine: machine, &output), place)
    case .tilt(let options):
      return (Tilt(options, machine: machine, &output), place)
    }
  }

  // MARK: Touches

  /// How many touches of a session are live.
  func liveTouches(of session: SessionID) -> Int {
    var count = 0
    for index in contacts.indices where contacts[index].session == session { count += 1 }
    return count
  }

  func liveIDs(of session: SessionID) -> Set<Int64> {
    var ids: Set<Int64> = []
    for index in contacts.indices where contacts[index].session == session {
      ids.insert(contacts[index].id)
    }
    return ids
  }

  mutating func handle(
    _ frame: borrowing TouchFrame, of session: SessionID, _ output: inout Output
  ) {
    if let live = frame.live { heal(live, frame, session, &output) }
    for index in frame.touches.indices { handle(frame.touches[index], session, &output) }
  }

  /// Cancels the session's touches that neither `live` nor the message itself names.
  private mutating func heal(
    _ live: [Int64], _ frame: borrowing TouchFrame, _ session: SessionID, _ output: inout Output
  ) {
    var index = 0
    while index < contacts.count {
      let contact = contacts[index]
      let isNamed = live.contains(contact.id) || frame.touches.contains { $0.id == contact.id }
      if contact.session != session || isNamed {
        index += 1
      } else {
        cancel(at: index, &output)
      }
    }
  }

  private mutating func handle(
    _ touch: Touch, _ session: SessionID, _ output: inout Output
  ) {
    let index = contacts.firstIndex { $0.session == session && $0.id == touch.id }
    switch (touch.phase, index) {
    case (.began, let index):
      if let index { cancel(at: index, &output) }
      guard let place = touch.place else { return }
      begin(touch.id, at: place, session, &output)
    case (_, nil): break
    case (.moved, let index?):
      if let place = touch.place { move(at: index, to: place, &output) }
    case (.ended, let index?): end(at: index, touch.place, &output)
    case (.cancelled, let index?): cancel(at: index, &output)
    }
  }

  private mutating func begin(
    _ id: Int64, at point: Point, _ session: SessionID, _ output: inout Output
  ) {
    var owner = Owner.wandering
    if let machine = topmost(at: point, output) {
      owner = take(machine, at: point, &output) ?? .nobody
    }
    contacts.append(Contact(session: session, id: id, last: point, owner: owner))
  }

  /// The highest machine whose hit area holds the point.
  private func topmost(at point: Point, _ output: borrowing Output) -> Int? {
    for index in places.indices.reversed() {
      if places[index].isItem && !output.openMenus.contains(places[index].control) { continue }
      let frame = places[index].frame
      if places[index].shape.contains(frame.local(point), in: frame.size) { return index }
    }
    return nil
  }

  /// Lets a touch begin on a machine, if it is free and wants it.
  private mutating func take(
    _ machine: Int, at point: Point, _ output: inout Output
  ) -> Owner? {
    guard let finger = places[machine].freeFinger else { return nil }
    act(as: machine, &output)
    let place = places[machine].frame.local(point)
    guard machines[machine].began(place, finger: finger, &output) else { return nil }
    places[machine].fingers[finger] = true
    return .machine(machine, finger: finger)
  }

  private mutating func move(at index: Int, to point: Point, _ output: inout Output) {
    contacts[index].last = point
    if case .machine(let machine, let finger) = contacts[index].owner {
      let place = places[machine].frame.local(point)
      let isInside = places[machine].shape.contains(place, in: places[machine].frame.size)
      if isInside || !places[machine].glides {
        act(as: machine, &output)
        return machines[machine].moved(place, finger: finger, &output)
      }
      places[machine].fingers[finger] = false
      contacts[index].owner = .wandering
      act(as: machine, &output)
      machines[machine].cancelled(finger: finger, &output)
    }
    guard contacts[index].owner == .wandering, let below = topmost(at: point, output),
      places[below].glides, let owner = take(below, at: point, &output)
    else { return }
    contacts[index].owner = owner
  }

  private mutating func end(at index: Int, _ point: Point?, _ output: inout Output) {
    let contact = contacts.remove(at: index)
    guard case .machine(let machine, let finger) = contact.owner else { return }
    places[machine].fingers[finger] = false
    act(as: machine, &output)
    let place = places[machine].frame.local(point ?? contact.last)
    machines[machine].ended(place, finger: finger, &output)
    clearClosedMenu(&output)
  }

  private mutating func cancel(at index: Int, _ output: inout Output) {
    let contact = contacts.remove(at: index)
    guard case .machine(let machine, let finger) = contact.owner else { return }
    places[machine].fingers[finger] = false
    act(as: machine, &output)
    machines[machine].cancelled(finger: finger, &output)
  }

  /// A menu that closed takes its items from under the fingers: those touches are nobody's.
  private mutating func clearClosedMenu(_ output: inout Output) {
    guard let menu = output.closedMenu else { return }
    output.closedMenu = nil
    for index in contacts.indices {
      guard case .machine(let machine, let finger) = contacts[index].owner,
        places[machine].isItem && places[machine].control == menu
      else { continue }
      contacts[index].owner = .nobody
      places[machine].fingers[finger] = false
      act(as: machine, &output)
      machines[machine].cancelled(finger: finger, &output)
    }
  }

  private func act(as machine: Int, _ output: inout Output) {
    output.machine = machine
    output.control = places[machine].control
  }

  // MARK: Motion

  mutating func handle(_ motion: Motion, of session: SessionID, _ output: inout Output) {
    for index in tilts.indices {
      act(as: tilts[index], &output)
      machines[tilts[index]].felt(motion, of: session, &output)
    }
  }

  // MARK: Cancelling, reset, timers

  /// A session has gone, and others stay.
  mutating func leave(_ session: SessionID, _ output: inout Output) {
    for index in tilts.indices {
      act(as: tilts[index], &output)
      machines[tilts[index]].left(session, &output)
    }
  }

  mutating func cancelAll(of session: SessionID, _ output: inout Output) {
    var index = 0
    while index < contacts.count {
      if contacts[index].session == session {
        cancel(at: index, &output)
      } else {
        index += 1
      }
    }
  }

  /// Cancels the touches on a control (of all, if nil), and puts it back to its first state.
  mutating func reset(_ control: Int?, _ output: inout Output) {
    var index = 0
    while index < contacts.count {
      if case .machine(let machine, _) = contacts[index].owner,
        control == nil || places[machine].control == control
      {
        cancel(at: index, &output)
      } else {
        index += 1
      }
    }
    for machine in machines.indices
    where control == nil || places[machine].control == control {
      act(as: machine, &output)
      machines[machine].reset(&output)
      output.closedMenu = nil
    }
  }

  mutating func fire(_ timer: Timer, _ output: inout Output) {
    act(as: timer.machine, &output)
    machines[timer.machine].fired(timer.kind, &output)
  }

  /// A machine's control, by its index in the layout; an item's is its menu.
  func control(of machine: Int) -> Int { places[machine].control }

  /// The fingers that a machine has, in the order in which they began.
  func fingers(on machine: Int) -> [Hold.Finger] {
    var fingers: [Hold.Finger] = []
    for index in contacts.indices {
      guard case .machine(machine, _) = contacts[index].owner else { continue }
      fingers.append(Hold.Finger(session: contacts[index].session, id: contacts[index].id))
    }
    return fingers
  }

  /// The state of each control, in the order of the layout.
  func states(_ output: borrowing Output) -> [ControlState] {
    var states: [ControlState] = []
    for index in machines.indices {
      guard case .menu(let isLit, _, var lit) = machines[index].state else {
        states.append(machines[index].state)
        continue
      }
      let control = places[index].control
      if places[index].isItem, case .menu(let menuLit, let isOpen, let before) = states[control] {
        lit = before + lit
        states[control] = .menu(isHighlighted: menuLit, isExpanded: isOpen, highlightedItems: lit)
      } else {
        states.append(
          .menu(
            isHighlighted: isLit, isExpanded: output.openMenus.contains(control),
            highlightedItems: []))
      }
    }
    return states
  }
}
