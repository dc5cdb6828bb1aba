// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "SwiftLogBridge",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Impose", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "SwiftLogBridge",
            dependencies: [
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeInspecting", package: "Impose"),
                .product(name: "Logging", package: "swift-log"),
            ]
        )
    ]
)
