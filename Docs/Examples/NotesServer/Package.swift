// swift-tools-version: 6.2

import PackageDescription

/// For everything.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// What the server is built on, whoever wires it.
let frameworks: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "GRDB", package: "GRDB.swift"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]

let package = Package(
    name: "NotesServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Impose", path: "../../.."),
        // Without its traits: what they add is not used here, and takes its time to build.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // For the tests' own channel; Hummingbird depends on it.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        // What the server does. It knows nothing of Impose.
        .target(name: "NotesCore", dependencies: frameworks, swiftSettings: strict),
        // The server, wired by Impose: read this one.
        .executableTarget(
            name: "NotesServer",
            dependencies: [
                "NotesCore",
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeInspecting", package: "Impose"),
            ] + frameworks,
            swiftSettings: strict
        ),
        // The same server wired by hand, for `load` to compare with.
        .executableTarget(
            name: "NotesServerByHand",
            dependencies: ["NotesCore"] + frameworks,
            swiftSettings: strict
        ),
        .testTarget(
            name: "NotesServerTests",
            dependencies: [
                "NotesCore",
                "NotesServer",
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeTesting", package: "Impose"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + frameworks,
            swiftSettings: strict
        ),
    ]
)
