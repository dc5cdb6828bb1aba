// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Impose", path: "../.."),
        .package(url: "https://github.com/google/swift-benchmark", exact: "0.1.2"),
    ],
    targets: [
        .target(name: "CAllocations"),
        // The types and functions that rows use. A separate module, so that the optimiser does not see through it.
        .target(name: "Subjects", swiftSettings: strict),
        .executableTarget(
            name: "ImposeBenchmarks",
            dependencies: [
                "CAllocations",
                "Subjects",
                .product(name: "Impose", package: "Impose"),
                .product(name: "ImposeInspecting", package: "Impose"),
                .product(name: "Benchmark", package: "swift-benchmark"),
            ],
            swiftSettings: strict
        ),
    ]
)
