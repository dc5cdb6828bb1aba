// swift-tools-version: 6.2

import PackageDescription

/// For everything.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the library. The tour and the tests write `Gateway.self`, as most apps do, where this feature wants
/// `(any Gateway).self`.
let library = strict + [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "Impose",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Impose", targets: ["Impose"]),
        // For programs that validate, explain or draw what they have imposed, or that want the long texts of errors.
        .library(name: "ImposeInspecting", targets: ["ImposeInspecting"]),
        // For programs of several binaries, which have to share one copy: an app with frameworks, for example.
        .library(name: "ImposeDynamic", type: .dynamic, targets: ["Impose"]),
        .library(name: "ImposeInspectingDynamic", type: .dynamic, targets: ["ImposeInspecting"]),
        // For test targets.
        .library(name: "ImposeTesting", targets: ["ImposeTesting"]),
        .executable(name: "ImposeTour", targets: ["ImposeTour"]),
    ],
    targets: [
        .target(
            name: "CImposeRuntime",
            // Here, since a Swift target with resources is given code that links all of Foundation.
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .target(
            name: "Impose",
            dependencies: ["CImposeRuntime"],
            // For the layout of one type, `AtomicField`.
            swiftSettings: library + [.enableExperimentalFeature("RawLayout")]
        ),
        // It offers itself to the core before `main`, so that linking it is enough.
        .target(name: "CImposeInspecting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeInspecting",
            dependencies: ["CImposeInspecting", "CImposeRuntime", "Impose"],
            swiftSettings: library
        ),
        .target(name: "CImposeTesting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeTesting",
            dependencies: ["CImposeTesting", "Impose", "ImposeInspecting"],
            swiftSettings: library
        ),
        .executableTarget(name: "ImposeTour", dependencies: ["Impose", "ImposeInspecting"], swiftSettings: strict),
        // A module of its own: its types are the foreign ones of the matching and naming tests.
        .target(
            name: "NeighbourModule",
            dependencies: ["Impose"],
            path: "Tests/NeighbourModule",
            swiftSettings: strict
        ),
        // What the tests of several targets use.
        .target(
            name: "TestSupport",
            dependencies: ["Impose"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            // For the core that is being written anew.
            exclude: ["Building/NodeLookup+Next.swift"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeInspectingTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            // Found beside the tests that compare with them.
            exclude: ["Inspecting/Snapshots", "Texts/Snapshots", "Inspecting/PartPool+Next.swift", "Texts/NotYet+Next.swift"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTestingTests",
            dependencies: ["Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule"],
            swiftSettings: strict
        ),
        // Compiled the way a new app is: everything is on the main actor unless it says otherwise.
        .testTarget(
            name: "MainActorAppTests",
            dependencies: ["Impose", "ImposeTesting"],
            swiftSettings: strict + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
    ]
)

// The core that is being written anew takes the place of `Sources/Impose` where this variable is set: the same module, for
// the same tests. It names the files of tests that are left out: see Tests/Next/run.
if let leftOut = Context.environment["IMPOSE_NEXT"] {
    /// What of today's core the new one takes over as it is.
    let takenOver = [
        "Types",
        "Primitives/AtomicField.swift", "Primitives/AtomicWordPointer.swift", "Primitives/Boxed.swift",
        "Primitives/BriefLock.swift", "Primitives/Lock.swift", "Primitives/LockedState.swift",
        "Primitives/NumberedOrder.swift", "Primitives/SerialNumber.swift", "Primitives/SpinWait.swift",
        "Vocabulary/AnySendableKey.swift", "Vocabulary/ConflictPolicy.swift",
        "Vocabulary/ConstraintText.swift", "Vocabulary/ImposeError.swift", "Vocabulary/ImposerType.swift",
        "Vocabulary/InjectOption.swift", "Vocabulary/InjectionName.swift", "Vocabulary/InjectionRules.swift",
        "Vocabulary/RegistrationKey.swift", "Vocabulary/ShortErrorText.swift", "Vocabulary/SourceLocation.swift",
        "Vocabulary/TypeNameCleaning.swift", "Vocabulary/TypeNames.swift",
        "Injecting/CallMarks.swift", "Injecting/CallWithoutType+Wrappers.swift", "Vocabulary/InjectionTime.swift",
        "Imposing/Instantiable.swift", "Imposing/Imposer+Swift5.swift", "Imposing/Imposer+Swift5Async.swift",
        "Resolving/CallWithoutType.swift", "Scoping/BodyThenEnd.swift",
        "Seam/NeedsImposeInspecting.swift",
    ]
    /// What of today's inspecting stands on the new core's seam as it is.
    let inspectingTakenOver = [
        "Program/CallingFunction", "Program/ConformingDeclarations", "Program/LibraryCopies", "Program/MarkKind",
        "Program/ProgramCalls", "Program/ProgramMemory", "Program/ProgramSections",
        "Texts/Advice+Making", "Texts/Advice+Missing", "Texts/Advice+NoScope", "Texts/Advice+TiesAndCycles",
        "Texts/ArgumentMisfit", "Texts/ArgumentSpelling", "Texts/ConformingTypes", "Texts/DanglingAlias", "Texts/Fix",
        "Texts/InjectionSpelling", "Texts/Likeness", "Texts/Matching+Expectations", "Texts/MissingFixes",
        "Texts/MisspeltName", "Texts/MisspeltScope", "Texts/NearMisses", "Texts/RemovedRegistration",
        "Texts/SilentOwner", "Texts/Spelling+Code", "Texts/TextLayout", "Texts/TypeNames+Code", "Texts/UngivenGift",
        "Texts/UnlikelyRequest", "Texts/UnprovidedModules", "Texts/UnsearchedMember", "Texts/UnsearchedScope",
        "Inspecting/ActorBoundNodes", "Inspecting/AwaitedNodes", "Inspecting/CaptiveDependencies",
        "Inspecting/CaptiveOfNamedScope", "Inspecting/CaptiveSpan", "Inspecting/Cycles",
        "Inspecting/DependencyGraph", "Inspecting/DependencySurvey+Elements", "Inspecting/ExpectedArguments",
        "Inspecting/Explanation", "Inspecting/Finding+Making",
        "Inspecting/GraphDrawing+DotAndMermaid", "Inspecting/GraphDrawing+Style", "Inspecting/GraphDrawing",
        "Inspecting/ImposedAnywhere", "Inspecting/Imposer+Explain", "Inspecting/InjectingCall",
        "Inspecting/MissingNeed", "Inspecting/MisspeltScopes", "Inspecting/NeedPaths", "Inspecting/OccurringScopes",
        "Inspecting/ProgramInjection", "Inspecting/ReplacedRegistration", "Inspecting/RootNeeds",
        "Inspecting/UngivenNeeds", "Inspecting/UnprovidedModules+Findings", "Inspecting/UnusedRegistrations",
        "Inspecting/Validation", "Inspecting/Validator", "Inspecting/WrapperEdge", "Inspecting/WrapperNeeds",
        "Inspecting/WrapperSources",
    ]
    /// The files of a target of tests that are left out. Those of others than `ImposeTests` begin with its name.
    func leftOutFiles(of target: String) -> [String] {
        leftOut.split(separator: " ").map(String.init).compactMap { file in
            let isOfOther = ["ImposeInspectingTests/", "ImposeTestingTests/", "MainActorAppTests/"].contains {
                file.hasPrefix($0)
            }
            if file.hasPrefix("\(target)/") { return String(file.dropFirst(target.count + 1)) }
            return isOfOther || target != "ImposeTests" ? nil : file
        }
    }
    package.products = [
        .library(name: "Impose", targets: ["Impose"]),
        .library(name: "ImposeInspecting", targets: ["ImposeInspecting"]),
        .library(name: "ImposeTesting", targets: ["ImposeTesting"]),
    ]
    package.targets = [
        .target(name: "CImposeRuntime", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .target(name: "CImposeNext", dependencies: ["CImposeRuntime"]),
        .target(
            name: "Impose",
            dependencies: ["CImposeNext", "CImposeRuntime"],
            path: "Sources",
            sources: ["ImposeNext"] + takenOver.map { "Impose/\($0)" },
            swiftSettings: library + [.enableExperimentalFeature("RawLayout")]
        ),
        .target(name: "CImposeInspecting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeInspecting",
            dependencies: ["CImposeInspecting", "CImposeRuntime", "Impose"],
            path: "Sources",
            sources: ["ImposeNextInspecting"] + inspectingTakenOver.map { "ImposeInspecting/\($0).swift" },
            swiftSettings: library
        ),
        .target(name: "CImposeTesting", dependencies: ["CImposeRuntime"]),
        .target(
            name: "ImposeTesting",
            dependencies: ["CImposeTesting", "Impose", "ImposeInspecting"],
            swiftSettings: library
        ),
        .target(
            name: "NeighbourModule",
            dependencies: ["Impose"],
            path: "Tests/NeighbourModule",
            swiftSettings: strict
        ),
        .target(name: "TestSupport", dependencies: ["Impose"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "ImposeTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            exclude: leftOutFiles(of: "ImposeTests"),
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeInspectingTests",
            dependencies: [
                "Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule", "TestSupport", "CImposeInspecting",
                "CImposeRuntime",
            ],
            exclude: ["Inspecting/Snapshots", "Texts/Snapshots"] + leftOutFiles(of: "ImposeInspectingTests"),
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImposeTestingTests",
            dependencies: ["Impose", "ImposeInspecting", "ImposeTesting", "NeighbourModule"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MainActorAppTests",
            dependencies: ["Impose", "ImposeTesting"],
            exclude: leftOutFiles(of: "MainActorAppTests"),
            swiftSettings: strict + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
        // What holds of the new core alone. They become files of the target above with the switch.
        .testTarget(
            name: "NextTests",
            dependencies: ["Impose", "ImposeTesting", "TestSupport", "CImposeNext", "CImposeRuntime"],
            path: "Tests/Next/Tests",
            swiftSettings: strict
        ),
    ]
}
