// swift-tools-version: 6.2
import PackageDescription

// The core and what soaks it, of copies in which a bug is planted.
let package = Package(
  name: "planted",
  targets: [
    .systemLibrary(name: "CMath"),
    .target(name: "Pad", dependencies: ["CMath"]),
    .target(name: "Randomness", path: "Tests/Randomness"),
    .target(name: "Scenarios", dependencies: ["Pad", "Randomness"], path: "Tests/Soak/Cases"),
    .executableTarget(name: "soak", dependencies: ["Scenarios"], path: "Tests/Soak/Program"),
  ],
  swiftLanguageModes: [.v6])
