// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Another container: its package, the product to import, and the exact version that is compared.
struct Peer {
    /// What the names of its targets here begin with, and the name of the folder of a local copy.
    let name: String
    let url: String
    let version: Version
    let product: String
    /// New names for modules that are called the same as one of ours.
    var aliases: [String: String] = [:]

    /// The last part of the address, by which SwiftPM knows the package.
    var package: String { String(url.split(separator: "/").last ?? "") }
}

let peers = [
    Peer(name: "Factory", url: "https://github.com/hmlongco/Factory", version: "3.2.1", product: "FactoryKit"),
    Peer(name: "Resolver", url: "https://github.com/hmlongco/Resolver", version: "1.5.1", product: "Resolver"),
    Peer(name: "Swinject", url: "https://github.com/Swinject/Swinject", version: "2.10.0", product: "Swinject"),
    Peer(
        name: "DITranquillity",
        url: "https://github.com/ivlevAstef/DITranquillity",
        version: "6.0.0",
        product: "DITranquillity"
    ),
    Peer(name: "Macaroni", url: "https://github.com/bealex/Macaroni", version: "5.0.1", product: "Macaroni"),
    Peer(
        name: "swift-dependencies",
        url: "https://github.com/pointfreeco/swift-dependencies",
        version: "1.16.0",
        product: "Dependencies"
    ),
]

/// The first Impose, from a local copy alone: two packages of one name can't be told apart by their addresses.
let ancestor = Peer(
    name: "Impose-1.2.6",
    url: "https://github.com/hainayanda/Impose",
    version: "1.2.6",
    product: "Impose",
    aliases: ["Impose": "ImposeOne"]
)

/// The folder with the local copies, or nil to fetch the packages by their addresses.
let copies = Context.environment["IMPOSE_PEERS"]

var package = Package(
    name: "Comparison",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Impose", path: "../..")],
    targets: [
        // The benchmarks' types and functions, in a module of their own.
        .target(name: "Subjects", swiftSettings: strict),
        // The tasks, the work by hand, and how both are measured.
        .target(name: "Comparing", dependencies: ["Subjects"], swiftSettings: strict),
        .executableTarget(name: "ByHand-Program", path: "Sources/Programs/ByHand", swiftSettings: strict),
        .executableTarget(
            name: "ByHand-Tasks",
            dependencies: ["Comparing", "Subjects"],
            path: "Sources/Contestants/ByHand",
            swiftSettings: strict
        ),
    ]
)

/// Adds what a container is compared by: the program of the tasks and the faults, and a small one for its size.
///
/// - Parameters:
///   - name: What the targets' names begin with, and the name of their folders.
///   - product: The container's product.
///   - settings: What to compile with.
@MainActor
func add(_ name: String, _ product: Target.Dependency, _ settings: [SwiftSetting]) {
    package.targets += [
        .executableTarget(
            name: "\(name)-Tasks",
            dependencies: ["Comparing", "Subjects", product],
            path: "Sources/Contestants/\(name)",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "\(name)-Program",
            dependencies: [product],
            path: "Sources/Programs/\(name)",
            swiftSettings: settings
        ),
    ]
}

add("Impose", .product(name: "Impose", package: "Impose"), strict)
for peer in peers + (copies == nil ? [] : [ancestor]) {
    if let copies {
        let folder = "\(copies)/\(peer.name)"
        guard FileManager.default.fileExists(atPath: "\(folder)/Package.swift") else { continue }
        package.dependencies.append(.package(path: folder))
    } else {
        package.dependencies.append(.package(url: peer.url, exact: peer.version))
    }
    let identity = copies == nil ? peer.package : peer.name
    // Their types are not all ready for the Swift 6 language mode.
    add(
        peer.name,
        .product(name: peer.product, package: identity, moduleAliases: peer.aliases.isEmpty ? nil : peer.aliases),
        [.swiftLanguageMode(.v5)]
    )
}
