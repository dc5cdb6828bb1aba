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
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Impose", targets: ["Impose"]),
        // For programs of several binaries, which have to share one copy: an app with frameworks, for example.
        .library(name: "ImposeDynamic", type: .dynamic, targets: ["Impose"]),
        .library(name: "ImposeTesting", targets: ["ImposeTesting"]),
        .executable(name: "ImposeTour", targets: ["ImposeTour"]),
    ],
    traits: [
        .default(enabledTraits: ["Inspecting"]),
        .trait(
            name: "Inspecting",
            description: "Long errors, validate, explain and graph. Tests have them without it, too."
        ),
    ],
    targets: [
        // It refers to inspecting where that is a part of the library, so that no linker leaves it out.
        .target(
            name: "CImposeRuntime",
            // Here, since a Swift target with resources is given code that links all of Foundation.
            resources: [.copy("PrivacyInfo.xcprivacy")],
            cSettings: [.define("IMPOSE_INSPECTING", .when(traits: ["Inspecting"]))]
        ),
        .target(
            name: "ImposeCore",
            dependencies: ["CImposeRuntime"],
            // For the layout of one type, `AtomicField`.
            swiftSettings: library + [.enableExperimentalFeature("RawLayout")]
        ),
        .target(name: "CImposeInspecting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeInspecting",
            dependencies: ["CImposeInspecting", "CImposeRuntime", "ImposeCore"],
            swiftSettings: library
        ),
        // What an app imports: the two above, or the core alone.
        .target(
            name: "Impose",
            dependencies: ["ImposeCore", .target(name: "ImposeInspecting", condition: .when(traits: ["Inspecting"]))],
            swiftSettings: library
        ),
        .target(name: "CImposeTesting", dependencies: ["CImposeRuntime"]),
        // A trait for Swift Testing, for test targets.
        .target(
            name: "ImposeTesting",
            dependencies: ["CImposeTesting", "ImposeCore", "ImposeInspecting"],
            swiftSettings: library
        ),
        .executableTarget(name: "ImposeTour", dependencies: ["Impose"], swiftSettings: strict),
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
            dependencies: ["Impose"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTests",
            dependencies: [
                "Impose", "ImposeCore", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport",
                "CImposeInspecting", "CImposeRuntime",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeInspectingTests",
            dependencies: [
                "Impose", "ImposeCore", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport",
                "CImposeInspecting", "CImposeRuntime",
            ],
            // Found beside the tests that compare with them.
            exclude: ["Inspecting/Snapshots", "Texts/Snapshots"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTestingTests",
            dependencies: ["Impose", "ImposeCore", "ImposeTesting", "NeighbourModule"],
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
