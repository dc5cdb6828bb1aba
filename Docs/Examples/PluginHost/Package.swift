// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "PluginHost",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Impose", path: "../../..")],
    targets: [
        .executableTarget(
            name: "PluginHost",
            dependencies: [.product(name: "Impose", package: "Impose")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PluginHostTests",
            dependencies: [
                "PluginHost",
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeTesting", package: "Impose"),
            ],
            swiftSettings: strict
        ),
    ]
)
