// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Layouts
import Pad
import Synchronization
import Testing
import Writing

@testable import Evdev
@testable import Service

/// Every call to the kernel that a player's devices are made by fails once: nothing is left half
/// made.
struct TakingASeatTests {
  /// Answers every call, except for one.
  private final class Kernel: Sendable {
    struct State {
      var calls = 0
      /// The place of the call that fails.
      var failing: Int?
      var open: Set<Int32> = []
      var next: Int32 = 1_000_000
    }
    let state = Mutex(State())

    private func count(_ body: (inout State) -> Int) -> Int {
      state.withLock { state in
        state.calls += 1
        return state.calls - 1 == state.failing ? -Int(ENOMEM) : body(&state)
      }
    }

    var calls: SystemCalls {
      SystemCalls(
        open: { _, _ in
          self.count { state in
            state.next += 1
            state.open.insert(state.next)
            return Int(state.next)
          }
        },
        close: { descriptor in _ = self.state.withLock { $0.open.remove(descriptor) } },
        ioctl: { _, request, argument in
          self.count { state in
            if request == clinux_UI_GET_VERSION {
              UnsafeMutablePointer<UInt32>(bitPattern: argument)!.pointee = 5
            } else if request == clinux_UI_GET_SYSNAME_64 {
              // No such input, so that nothing waits for its node.
              strcpy(UnsafeMutablePointer<CChar>(bitPattern: argument)!, "input\(state.next)")
            }
            return 0
          }
        },
        read: { _, _, _ in -Int(EAGAIN) }, write: { _, _, count in count })
    }

    var open: Set<Int32> { state.withLock { $0.open } }

    /// Has the call at a place fail, counted from now; nil for none.
    func fail(_ place: Int?) {
      state.withLock { state in
        state.calls = 0
        state.failing = place
      }
    }
  }

  private static func layout(_ name: String, _ codes: String) throws -> LoadedLayout {
    let text = """
      { name: "\(name)", size: { width: 100, height: 100 }, controls: [
        { id: "a", kind: "button", frame: { x: 0, y: 0, width: 50, height: 50 },
          bind: { press: "\(codes)" } } ] }
      """
    return try LayoutFile.read(Array(text.utf8), path: name, names: .libevdev)
  }

  private func seat(_ layout: LoadedLayout, _ kernel: Kernel) throws -> Seat {
    let search = LayoutSearch(directories: [])
    return try Seat(
      number: 2, layout: layout,
      make: { (description) throws(EvdevError) in
        .uinput(try UInputDevice(description, path: "/dev/uinput", calls: kernel.calls))
      },
      basis: Basis(
        configuration: Configuration(search: search, names: .libevdev),
        log: Log(of: "flickpad", level: .error),
        loop: try EventLoop(), store: nil), whenSettled: { _ in })
  }

  @Test func whatFailsWhileDevicesAreMadeLeavesNone() throws {
    let kernel = Kernel()
    let seat = try seat(try Self.layout("all", "BTN_SOUTH+KEY_A+BTN_LEFT"), kernel)
    var place = 0
    while true {
      kernel.fail(place)
      do throws(EvdevError) {
        try seat.plugIn()
        break
      } catch {
        #expect(error.errno == ENOMEM)
        #expect(kernel.open.isEmpty, "call \(place)")
        #expect(!seat.isPlugged, "call \(place)")
      }
      place += 1
    }
    // Three devices are more than a hundred calls.
    #expect(place > 100)
    #expect(kernel.open.count == 3)
    seat.unplug()
    #expect(!seat.isPlugged)
  }

  @Test func whatFailsWhileALayoutChangesLeavesTheOldOne() throws {
    let kernel = Kernel()
    let old = try Self.layout("old", "BTN_SOUTH+KEY_A")
    let new = try Self.layout("new", "BTN_SOUTH+KEY_A+BTN_LEFT+KEY_BUTTONCONFIG")
    let seat = try seat(old, kernel)
    kernel.fail(nil)
    try seat.plugIn()
    let before = kernel.open
    var place = 0
    while true {
      kernel.fail(place)
      do throws(EvdevError) {
        try seat.use(new, from: .named("new"))
        break
      } catch {
        #expect(kernel.open == before, "call \(place)")
        #expect(seat.layout == old, "call \(place)")
        #expect(seat.origin == .start, "call \(place)")
        #expect(seat.player.layout.name == "old", "call \(place)")
      }
      place += 1
    }
    #expect(place > 100)
    #expect(seat.layout == new)
    // The gamepad is the old one; the keyboard and the mouse are new, the old keyboard is leaving.
    #expect(kernel.open.subtracting(before).count == 2)
    #expect(kernel.open.isSuperset(of: before))
  }
}
