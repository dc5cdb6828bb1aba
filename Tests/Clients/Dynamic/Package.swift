// swift-tools-version: 6.2

import PackageDescription

let impose: Target.Dependency = .product(name: "ImposeInspectingDynamic", package: "Impose")

let package = Package(
    name: "Dynamic",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Cart", type: .dynamic, targets: ["Cart"]),
        .library(name: "Till", type: .dynamic, targets: ["Till"]),
    ],
    dependencies: [.package(name: "Impose", path: "../../..")],
    targets: [
        .target(name: "Cart", dependencies: [impose]),
        .target(name: "Till", dependencies: [impose]),
        .executableTarget(name: "App", dependencies: ["Cart", "Till", impose]),
        .testTarget(name: "AppTests", dependencies: ["Cart", "Till", impose]),
    ]
)
