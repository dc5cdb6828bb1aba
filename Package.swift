// swift-tools-version: 6.2

import PackageDescription

/// For everything.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the library. The tour and the tests write `Gateway.self`, as most apps do, where this feature wants
/// `(any Gateway).self`.
let library = strict + [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "Impose",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Impose", targets: ["Impose"]),
        // For programs that validate, explain or draw what they have imposed, or that want the long texts of errors.
        .library(name: "ImposeInspecting", targets: ["ImposeInspecting"]),
        // For programs of several binaries, which have to share one copy: an app with frameworks, for example.
        .library(name: "ImposeDynamic", type: .dynamic, targets: ["Impose"]),
        .library(name: "ImposeInspectingDynamic", type: .dynamic, targets: ["ImposeInspecting"]),
        // For test targets.
        .library(name: "ImposeTesting", targets: ["ImposeTesting"]),
        .executable(name: "ImposeTour", targets: ["ImposeTour"]),
    ],
    targets: [
        .target(
            name: "CImposeRuntime",
            // Here, since a Swift target with resources is given code that links all of Foundation.
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .target(
            name: "Impose",
            dependencies: ["CImposeRuntime"],
            // For the layout of two types, `AtomicField` and `Place`.
            swiftSettings: library + [.enableExperimentalFeature("RawLayout")]
        ),
        // It offers itself to the core before `main`, so that linking it is enough.
        .target(name: "CImposeInspecting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeInspecting",
            dependencies: ["CImposeInspecting", "CImposeRuntime", "Impose"],
            swiftSettings: library
        ),
        .target(name: "CImposeTesting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeTesting",
            dependencies: ["CImposeTesting", "Impose", "ImposeInspecting"],
            swiftSettings: library
        ),
        .executableTarget(name: "ImposeTour", dependencies: ["Impose", "ImposeInspecting"], swiftSettings: strict),
        // A module of its own: its types are the foreign ones of the matching and naming tests.
        .target(
            name: "NeighbourModule",
            dependencies: ["Impose"],
            path: "Tests/NeighbourModule",
            swiftSettings: strict
        ),
        // What the tests of several targets use.
        .target(
            name: "TestSupport",
            dependencies: ["Impose", "ImposeInspecting"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeInspectingTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            // Found beside the tests that compare with them.
            exclude: ["Inspecting/Snapshots", "Texts/Snapshots"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTestingTests",
            dependencies: ["Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule"],
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
