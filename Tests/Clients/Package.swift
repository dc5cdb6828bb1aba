// swift-tools-version: 6.2

import PackageDescription

/// The dependency of every client.
let impose: Target.Dependency = .product(name: "Impose", package: "Impose")

/// That of those that validate.
let inspecting: Target.Dependency = .product(name: "ImposeInspecting", package: "Impose")

let package = Package(
    name: "Clients",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Impose", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // Reads the header of the C target as C++. Optimised, so that inlined code calls the C target from here.
        .executableTarget(
            name: "CxxClient",
            dependencies: [impose],
            swiftSettings: [.interoperabilityMode(.Cxx), .treatAllWarnings(as: .error), .unsafeFlags(["-O"])]
        ),
        // Does not know Swift 6 yet.
        .executableTarget(
            name: "Swift5Client",
            dependencies: [impose],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        // Calls the free functions in all ways there are.
        .target(name: "CallsShop", dependencies: [impose], swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "CallsClient",
            dependencies: [impose, inspecting, "CallsShop"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // Imports packages that have names in common with nearly everybody.
        .executableTarget(
            name: "NamesClient",
            dependencies: [
                impose,
                inspecting,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
