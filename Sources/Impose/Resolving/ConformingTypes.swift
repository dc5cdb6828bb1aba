/// The types of the program that conform to what is asked for, so that one of them could be imposed for it.
struct ConformingTypes {
    /// One of them.
    private struct Conforming {
        let type: any Any.Type
        let module: String
        let isPrivate: Bool
        let name: String
    }

    private let first: [Conforming]
    /// More than these would not help anybody.
    private static let mostListed = 3
    /// Those of Swift itself: nobody means them.
    private static let librariesOfSwift: Set = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "Observation", "RegexBuilder", "Synchronization", "Distributed", "Cxx", "Glibc",
        "Musl", "Android", "Darwin", "ObjectiveC", "System", "Testing", "XCTest", "Impose", "ImposeTesting",
    ]

    /// None.
    static let none = ConformingTypes()

    private init() {
        first = []
    }

    /// Looks through the program: those of one module first, and of each those that can be named in other files, by their
    /// names.
    ///
    /// - Parameters:
    ///   - type: What is asked for.
    ///   - asking: The module that asks.
    init(to type: any Any.Type, askedIn asking: String) {
        let relation = TypeRelation(to: type)
        var seen: Set<ObjectIdentifier> = []
        let all = ProgramSections.current.types(conformingTo: type).compactMap { declared -> Conforming? in
            if declared.module.hasPrefix("_") || Self.librariesOfSwift.contains(declared.module) { return nil }
            guard let type = declared.type, relation.distance(from: type) != nil else { return nil }
            guard seen.insert(ObjectIdentifier(type)).inserted else { return nil }
            return Conforming(
                type: type,
                module: declared.module,
                isPrivate: declared.isPrivate,
                name: TypeNames.short(type)
            )
        }
        func rank(_ conforming: Conforming) -> Int {
            (conforming.module == asking ? 0 : 2) + (conforming.isPrivate ? 1 : 0)
        }
        first = Array(
            all.sorted { (rank($0), $0.module, $0.name) < (rank($1), $1.module, $1.name) }.prefix(Self.mostListed)
        )
    }

    /// At most three of them, the likeliest first.
    var types: [any Any.Type] { first.map(\.type) }

    /// One sentence, or nil where there are none.
    func text(_ names: TypeNames) -> String? {
        if first.isEmpty { return nil }
        let list = first.map { "\(names[$0.type]) (\($0.module))" }.joined(separator: ", ")
        return "Types of this program that conform: \(list)"
    }

    /// What makes the first one, as it would be typed where something is imposed; an ellipsis where there is none.
    var provider: String {
        guard let first = first.first else { return "…" }
        let name = TypeNames.long(first.type)
        return "\(name.hasPrefix("\(first.module).") ? String(name.dropFirst(first.module.count + 1)) : name).init"
    }
}

extension Imposer.SourceLocation {
    /// The module of the file.
    var module: String { String(fileID.prefix { $0 != "/" }) }
}
