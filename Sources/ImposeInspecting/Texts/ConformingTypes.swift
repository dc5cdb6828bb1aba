internal import ImposeCore

/// The types of the program that conform to the requested type, so that one of them could be imposed for it.
struct ConformingTypes {
    /// A type that conforms.
    private struct Conforming {
        let type: any Any.Type
        let module: String
        let isPrivate: Bool
        let name: String
    }

    private let first: [Conforming]
    /// A longer list would not help anybody.
    private static let mostListed = 3
    /// The modules of Swift and of Impose itself. Nobody means their types, but for a class that a protocol of the program
    /// was written for, such as `FileManager`.
    private static let librariesOfSwift: Set = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "Observation", "RegexBuilder", "Synchronization", "Distributed", "Cxx", "Glibc",
        "Musl", "Android", "Darwin", "ObjectiveC", "System", "Testing", "XCTest", "Impose", "ImposeCore",
        "ImposeInspecting", "ImposeTesting",
    ]

    /// No types.
    static let none = ConformingTypes()

    private init() {
        first = []
    }

    /// Searches the program. The asking module's types come first, and those of modules for tests last; among them, as
    /// among the others, types that can be named in other files come before private ones. Then their names decide.
    ///
    /// - Parameters:
    ///   - type: The requested type.
    ///   - asking: The module that asks.
    init(to type: any Any.Type, askedIn asking: String) {
        let relation = TypeRelation(to: type)
        var seen: Set<ObjectIdentifier> = []
        let program = ProgramSections.current
        let isOfProgram = program.module(ofProtocol: type).map { !Self.librariesOfSwift.contains($0) } ?? false
        let all = program.types(conformingTo: type).compactMap { declared -> Conforming? in
            if declared.module.hasPrefix("_") { return nil }
            guard let type = declared.type, relation.distance(from: type) != nil else { return nil }
            if Self.librariesOfSwift.contains(declared.module), !isOfProgram || !(type is AnyClass) { return nil }
            guard seen.insert(ObjectIdentifier(type)).inserted else { return nil }
            return Conforming(
                type: type,
                module: declared.module,
                isPrivate: declared.isPrivate,
                name: TypeNames.short(type)
            )
        }
        func rank(_ conforming: Conforming) -> Int {
            if conforming.module == asking { return conforming.isPrivate ? 1 : 0 }
            return (conforming.isPrivate ? 3 : 2) + (conforming.module.contains("Test") ? 2 : 0)
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

    /// A fix that imposes something on a type: the first of these types, or the type itself if there is none. There is
    /// no line to type if no initializer is known to get what it takes.
    ///
    /// - Parameters:
    ///   - text: What to do: "Impose it before it is requested".
    ///   - type: The type.
    ///   - name: The name to impose it under.
    ///   - imposer: The imposer to impose it on.
    func imposing(
        _ text: String,
        _ type: any Any.Type,
        _ name: InjectionName? = nil,
        on imposer: Imposer,
        _ names: TypeNames
    ) -> Fix {
        let call = "\(imposer.expression).impose(for: \(names.expression(type))\(name.argument)"
        if let literal = PlainValue.literal(of: type) { return Fix(text, "\(call), \(literal))") }
        let made = first.first?.type ?? type
        let isPicked = first.count > 1
        if imposer.hasAll(thatMakes: made) {
            let text = isPicked ? "\(text), for instance by \(names[made]), one of those that conform" : text
            return Fix(text, "\(call), \(names.typed(made)).init)")
        }
        let example = isPicked ? ", for instance" : ""
        return "\(text), by \(call)) with a closure that returns \(names[made])\(example)."
    }
}

extension Imposer {
    /// Whether an initializer of a type is likely to get all that it takes from here.
    ///
    /// Nothing in the program lists initializers. But what is stored has to come from somewhere, so all of it has to be
    /// imposed, but for wrappers. And what an expression makes already may be made in no other way.
    fileprivate func hasAll(thatMakes type: any Any.Type) -> Bool {
        guard let stored = ProgramSections.current.storedProperties(of: type) else { return false }
        let order = Seam.searchOrder(from: Origin(asked: self, scope: nil))
        let hasExpression = order.contains { imposer in
            Seam.registrations(of: imposer).contains { $0.type == type && !Seam.provider(of: $0).isFunction }
        }
        return !hasExpression && stored.allSatisfy { $0.isFilledIn || order.wouldAnswer($0) }
    }
}

extension SearchOrder {
    fileprivate func wouldAnswer(_ property: StoredField) -> Bool {
        guard let type = property.type else { return false }
        let matching = Matching(requested: type, name: nil, rules: .nearest)
        return Seam.decisions(asWiredFor: matching, in: self).contains { decision in
            if case .chosen = decision.choice { true } else { false }
        }
    }
}

extension StoredField {
    /// Whether no initializer takes it as a parameter: what the compiler or a macro has added, and wrappers of this
    /// library.
    fileprivate var isFilledIn: Bool {
        if isSynthesized { return true }
        return type.flatMap { Seam.wrapper(TypeRelation.unwrapped($0)) } != nil
    }
}

extension Imposer.SourceLocation {
    /// The module of the file.
    var module: String { String(fileID.prefix { $0 != "/" }) }
}
