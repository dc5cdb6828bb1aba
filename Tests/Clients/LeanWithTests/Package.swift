// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The dependency of all of them.
let impose: Target.Dependency = .product(name: "Impose", package: "Impose")

let package = Package(
    name: "LeanWithTests",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Impose", path: "../../..")],
    targets: [
        .target(name: "Shop", dependencies: [impose], swiftSettings: strict),
        // Built beside the tests, and lean nevertheless.
        .executableTarget(name: "ShopProgram", dependencies: ["Shop"], swiftSettings: strict),
        // Imports nothing of inspecting. Linking it is enough for long texts.
        .executableTarget(
            name: "ToldShopProgram",
            dependencies: ["Shop", .product(name: "ImposeInspecting", package: "Impose")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", impose, .product(name: "ImposeTesting", package: "Impose")],
            swiftSettings: strict
        ),
    ]
)
