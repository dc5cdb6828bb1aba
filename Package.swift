// swift-tools-version: 6.2

import PackageDescription

/// For everything.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the library. The tour and the tests write `Gateway.self`, as most apps do, where this feature wants
/// `(any Gateway).self`.
let library = strict + [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "Impose",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Impose", targets: ["Impose"]),
        .library(name: "ImposeTesting", targets: ["ImposeTesting"]),
        .executable(name: "ImposeTour", targets: ["ImposeTour"]),
    ],
    targets: [
        .target(name: "CImposeRuntime"),
        .target(name: "CImposeInspecting", dependencies: ["CImposeRuntime"]),
        .target(name: "Impose", dependencies: ["CImposeRuntime", "CImposeInspecting"], swiftSettings: library),
        // A trait for Swift Testing, for test targets.
        .target(name: "ImposeTesting", dependencies: ["Impose"], swiftSettings: library),
        .executableTarget(name: "ImposeTour", dependencies: ["Impose"], swiftSettings: strict),
        // A module of its own: its types are the foreign ones of the matching and naming tests.
        .target(
            name: "NeighbourModule",
            dependencies: ["Impose"],
            path: "Tests/NeighbourModule",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTests",
            dependencies: ["Impose", "ImposeTesting", "NeighbourModule", "CImposeRuntime"],
            // Found beside the tests that compare with them.
            exclude: ["Inspecting/Snapshots", "Resolving/Snapshots"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTestingTests",
            dependencies: ["Impose", "ImposeTesting"],
            swiftSettings: strict
        ),
        // Compiled the way a new app is: everything is on the main actor unless it says otherwise.
        .testTarget(
            name: "MainActorAppTests",
            dependencies: ["Impose", "ImposeTesting"],
            swiftSettings: strict + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
    ]
)
