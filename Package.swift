// swift-tools-version: 6.2
import PackageDescription

// The targets, from the core outwards; each may import only those named with it.
let package = Package(
  name: "flickpad",
  targets: [
    // C maths functions, the only thing the core takes from outside.
    .systemLibrary(name: "CMath"),
    // The touch controls: touches and time in, evdev events and the next deadline out.
    .target(name: "Pad", dependencies: ["CMath"]),
    // One strict reader of JSON, with JSON5 for layouts, and one writer.
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "Randomness"]),
    // The protocol: a stream of bytes into lines, lines into messages, and back.
    .target(name: "Wire", dependencies: ["Pad", "JSON"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "Pad", "JSON", "Randomness"]),
    // What all of it writes: lines of a log, whole files.
    .target(name: "Writing"),
    // Layout files to layouts, with diagnostics; the built-in layouts.
    .target(
      name: "Layouts", dependencies: ["Pad", "JSON", "Writing"],
      resources: [
        .embedInCode("Resources/gamepad.json5"), .embedInCode("Resources/retro.json5"),
        .embedInCode("Resources/showcase.json5"),
      ]),
    .testTarget(
      name: "LayoutsTests", dependencies: ["Layouts", "Pad", "JSON", "Randomness"]),
    // The evdev library.
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    // What Swift cannot import from the C headers.
    .target(name: "CLinux"),
    // Code names, virtual devices, force feedback, reading devices.
    .target(name: "Evdev", dependencies: ["Pad", "CEvdev", "CLinux"]),
    .testTarget(
      name: "EvdevTests", dependencies: ["Evdev", "Pad", "CEvdev", "CLinux", "Randomness"]),
    // Reads Flickpad's devices in the tests that have a kernel; not installed.
    .executableTarget(
      name: "kernel-reader", dependencies: ["Evdev", "Pad", "CLinux"],
      path: "Tests/VM/Reader"),
    // The whole way of a touch on a clock that jumps.
    .target(name: "Simulation", dependencies: ["Pad", "Wire", "Layouts"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Simulation", "Layouts", "Evdev", "Pad", "Randomness"]),
    // systemd: the loop, readiness, socket activation.
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // The daemon: loop, sockets, connections, players, supervision.
    .target(
      name: "Service",
      dependencies: ["Pad", "Wire", "Layouts", "Evdev", "Writing", "CSystemd", "CLinux"]),
    // The library of HTTP and WebSockets.
    .systemLibrary(
      name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    // QR codes.
    .systemLibrary(
      name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    // Compression.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Hashes, certificates.
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    // The gateway: page, HTTP, WebSockets, pairing, relay to the daemon's socket.
    .target(
      name: "Gateway",
      dependencies: [
        "JSON", "Writing", "CWebSockets", "CQRencode", "CZlib", "COpenSSL", "CLinux",
      ],
      resources: [.embedInCode("Page")]),
    // What the programs' command lines have in common.
    .target(name: "Commands", dependencies: ["Writing", "CLinux"]),
    // The command: its subcommands.
    .executableTarget(
      name: "flickpad",
      dependencies: [
        "Pad", "JSON", "Layouts", "Evdev", "Simulation", "Service", "Commands", "Writing", "CLinux",
      ],
      exclude: ["man"]),
    // The gateway's command: its subcommands.
    .executableTarget(
      name: "flickpad-web", dependencies: ["Gateway", "Commands", "Writing", "CSystemd"],
      exclude: ["man"]),
    .testTarget(
      name: "GatewayTests",
      dependencies: ["flickpad", "flickpad-web", "Gateway", "JSON", "COpenSSL", "Programs"],
      exclude: ["judge.py"]),
    .testTarget(name: "FlickpadTests", dependencies: ["flickpad", "Programs"]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "flickpad", "Service", "Layouts", "Evdev", "Pad", "Writing", "CLinux", "Randomness",
        "Programs",
      ]),
    // What the manual pages and the README say, held against the program.
    .testTarget(
      name: "ManualTests",
      dependencies: [
        "flickpad", "flickpad-web", "Commands", "Simulation", "Layouts", "Evdev", "Wire", "JSON",
        "Pad",
      ]),
    // Programs as processes of their own, for the tests of them.
    .target(name: "Programs", path: "Tests/Programs"),
    // Random numbers that tests can repeat.
    .target(name: "Randomness", path: "Tests/Randomness"),
    // Random layouts, random touches, and what has to come of them: `make soak`. Not installed.
    .target(name: "Scenarios", dependencies: ["Pad", "Randomness"], path: "Tests/Soak/Cases"),
    .executableTarget(name: "soak", dependencies: ["Scenarios"], path: "Tests/Soak/Program"),
    .testTarget(
      name: "SoakTests", dependencies: ["Scenarios", "Simulation", "Layouts", "Evdev", "Pad"],
      path: "Tests/Soak/Tests"),
    // What `make bench` compares: the daemon with a pipe for its devices and a floor in C, by the
    // client of both; and `make bench-kernel`, with devices. Not installed.
    .executableTarget(
      name: "bench", dependencies: ["Evdev", "CEvdev", "Pad"], path: "Tests/Bench/Client"),
    .executableTarget(
      name: "bench-floor", path: "Tests/Bench/Floor", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "BenchAllocations", path: "Tests/Bench/Allocations"),
    .executableTarget(
      name: "bench-daemon",
      dependencies: ["Service", "Layouts", "Evdev", "Writing", "BenchAllocations"],
      path: "Tests/Bench/Daemon"),
  ],
  swiftLanguageModes: [.v6])

// Where two accesses to a property overlap, Swift ends the program. Debug builds and those that are
// fuzzed look for it; what is installed is of the same sources, and would spend a quarter of a touch's
// instructions on it.
if Context.environment["FLICKPAD_FUZZ"] == nil {
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = [
      .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
    ]
  }
}

// Of `make fuzz`, which has a build of its own: nothing else is instrumented.
if Context.environment["FLICKPAD_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CFuzzer", "Scenarios", "Gateway", "Layouts", "Evdev", "Wire", "Pad"],
      path: "Tests/Fuzz/Targets"),
  ]
}
