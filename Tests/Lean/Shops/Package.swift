// swift-tools-version: 6.2

import PackageDescription

/// The packages that leave inspecting out: `app`, `shops` or both.
let lean = Context.environment["LEAN"] ?? ""

let package = Package(
    name: "Shops",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "StaticShop", type: .static, targets: ["Shop"]),
        .library(name: "DynamicShop", type: .dynamic, targets: ["DynamicShop"]),
    ],
    dependencies: [
        lean.contains("shops")
            ? .package(name: "Impose", path: "../../..", traits: []) : .package(name: "Impose", path: "../../..")
    ],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "Impose", package: "Impose")]),
        .target(name: "DynamicShop", dependencies: [.product(name: "Impose", package: "Impose")]),
    ]
)
