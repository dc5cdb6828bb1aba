// swift-tools-version: 6.2

import PackageDescription

// As it should not be: the app and the library that it loads have a copy of Impose each.
let impose: Target.Dependency = .product(name: "ImposeInspecting", package: "Impose")

let package = Package(
    name: "TwoCopies",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Plugin", type: .dynamic, targets: ["Plugin"])],
    dependencies: [.package(name: "Impose", path: "../../..")],
    targets: [
        .target(name: "Plugin", dependencies: [impose]),
        .executableTarget(name: "Host", dependencies: [impose]),
    ]
)
