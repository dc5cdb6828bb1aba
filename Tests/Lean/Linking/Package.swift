// swift-tools-version: 6.2

import PackageDescription

/// The packages that leave inspecting out: `app`, `shops` or both.
let lean = Context.environment["LEAN"] ?? ""

let package = Package(
    name: "Linking",
    platforms: [.macOS(.v15)],
    dependencies: [
        lean.contains("app")
            ? .package(name: "Impose", path: "../../..", traits: []) : .package(name: "Impose", path: "../../.."),
        .package(path: "../Shops"),
    ],
    targets: [
        .executableTarget(name: "Plain", dependencies: [.product(name: "Impose", package: "Impose")]),
        .executableTarget(name: "ThroughStatic", dependencies: [.product(name: "StaticShop", package: "Shops")]),
        .executableTarget(name: "ThroughDynamic", dependencies: [.product(name: "DynamicShop", package: "Shops")]),
    ]
)
