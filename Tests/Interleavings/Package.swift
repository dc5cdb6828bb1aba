// swift-tools-version: 6.2

import PackageDescription

/// As in the package of the library.
let library: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableExperimentalFeature("RawLayout"),
]

/// In every build: many schedules are run.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O", "-enforce-exclusivity=unchecked"])]

// Only a part of it lies here: `run` adds the core, and builds it elsewhere.
let package = Package(
    name: "Interleavings",
    platforms: [.macOS(.v14)],
    targets: [
        .target(name: "CImposeRuntime"),
        .target(name: "Scheduling", swiftSettings: library + optimised),
        .target(
            name: "Impose",
            dependencies: ["CImposeRuntime", "Scheduling"],
            swiftSettings: library + [.unsafeFlags(["-O"])]
        ),
        .executableTarget(
            name: "Interleavings",
            dependencies: ["Impose", "Scheduling"],
            swiftSettings: library + optimised
        ),
    ]
)
