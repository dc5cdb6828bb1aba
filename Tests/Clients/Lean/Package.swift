// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Lean",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Impose", path: "../../..")],
    targets: [
        // What the library's own tests use, and in the tests the shop whose injections fail: the same files.
        .target(name: "TestSupport", dependencies: [.product(name: "Impose", package: "Impose")]),
        .testTarget(
            name: "LeanTests",
            dependencies: ["TestSupport", .product(name: "Impose", package: "Impose")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
