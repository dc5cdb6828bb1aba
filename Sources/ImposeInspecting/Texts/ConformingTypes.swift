internal import Impose

/// The types of the program that conform to the requested type, so that one of them could be imposed for it.
struct ConformingTypes {
    private let first: [(type: any Any.Type, module: String)]
    /// A longer list would not help anybody.
    private static let mostListed = 3
    /// The modules of Swift and of Impose itself. Nobody means their types, but for a class that a protocol of the
    /// program was written for, such as `FileManager`.
    private static let librariesOfSwift: Set = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "Observation", "RegexBuilder", "Synchronization", "Distributed", "Cxx", "Glibc",
        "Musl", "Android", "Darwin", "ObjectiveC", "System", "Testing", "XCTest", "Impose", "ImposeInspecting",
        "ImposeTesting",
    ]

    /// Searches the program. The asking module's types come first, then, in a test, those of modules for tests, which
    /// otherwise come last. Among each of these, types that can be named in other files come before private ones. Then
    /// their names decide.
    ///
    /// - Parameters:
    ///   - type: The requested type.
    ///   - asking: The module that asks.
    init(to type: any Any.Type, askedIn asking: String) {
        let relation = TypeRelation(to: type)
        var seen: Set<ObjectIdentifier> = []
        let program = ProgramImages.current
        let isOfProgram = program.module(ofProtocol: type).map { !Self.librariesOfSwift.contains($0) } ?? false
        let isInTest = Seam.isInTest
        let all = program.types(conformingTo: type).compactMap {
            declared -> (type: any Any.Type, module: String, rank: Int, name: String)? in
            guard let module = declared.module, !module.hasPrefix("_") else { return nil }
            guard let type = declared.type, relation.distance(from: type) != nil else { return nil }
            if Self.librariesOfSwift.contains(module), !isOfProgram || !(type is AnyClass) { return nil }
            guard seen.insert(ObjectIdentifier(type)).inserted else { return nil }
            let rank = module == asking ? 0 : module.isOfTests == isInTest ? 2 : 4
            return (type, module, declared.isPrivate ? rank + 1 : rank, TypeNames.short(type))
        }
        let sorted = all.sorted { ($0.rank, $0.module, $0.name) < ($1.rank, $1.module, $1.name) }
        first = sorted.prefix(Self.mostListed).map { (type: $0.type, module: $0.module) }
        onlyOfAskingModule = first.filter { $0.module == asking }.only?.type
        isDouble = isInTest && first.first.map { $0.module.isOfTests && $0.module != asking } ?? false
    }

    /// At most three of them, the likeliest first.
    var types: [any Any.Type] { first.map(\.type) }

    /// The only one of the asking module; nil if it has none, or several.
    let onlyOfAskingModule: (any Any.Type)?

    /// One sentence, or nil where there are none.
    func text(_ names: TypeNames) -> String? {
        if first.isEmpty { return nil }
        let list = first.map { "\(names[$0.type]) (\($0.module))" }.joined(separator: ", ")
        return "Types of this program that conform: \(list)"
    }

    /// Whether, in a test, the first of these types is a double that code of another module asks for.
    let isDouble: Bool

    /// The module of the first of them; nil if there are none.
    var swiftModule: String? { first.first?.module }

    /// The registration for another protocol that most likely makes the first of these types already: no other type of
    /// the program conforms to that protocol.
    func alreadyImposed(among records: [RegistrationFacts]) -> RegistrationFacts? {
        guard let type = first.first?.type else { return nil }
        return records.first { record in
            TypeRelation.isExistential(record.type) && record.isFunction && record.original == nil
                && TypeRelation(to: record.type).distance(from: type) != nil
                && ProgramImages.current.types(conformingTo: record.type).allSatisfy { $0.type == type }
        }
    }
}

extension String {
    /// Whether it is the name of a module for tests, as far as names tell.
    var isOfTests: Bool { contains("Test") }
}

extension Imposer.SourceLocation {
    /// The module of the file.
    var module: String { String(fileID.prefix { $0 != "/" }) }
}
