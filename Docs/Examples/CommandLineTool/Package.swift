// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "CommandLineTool",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Impose", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "words",
            dependencies: [
                .product(name: "Impose", package: "Impose"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WordsTests",
            dependencies: [
                "words",
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeTesting", package: "Impose"),
            ],
            swiftSettings: strict
        ),
    ]
)
