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

    /// A fix that imposes something on a type: the first of these types, or the type itself if there is none. There is
    /// no line to type if no initializer is known to get what it takes.
    ///
    /// - Parameters:
    ///   - text: What to do: "Impose it before it is requested".
    ///   - key: The type, and the name to impose it under.
    ///   - imposer: The imposer to impose it on.
    ///   - neighbour: The registration beside which that could be done; nil to name no place.
    func imposing(
        _ text: String,
        _ key: RegistrationKey,
        on imposer: NodeFacts,
        beside neighbour: RegistrationFacts? = nil,
        _ names: TypeNames
    ) -> Fix {
        let (type, expression) = (key.type, neighbour?.imposingExpression ?? imposer.expression)
        let call = "\(expression).impose(for: \(names.expression(type))\(key.name.argument)"
        let module = neighbour?.moduleInjector.map { ", in \(names[$0])" } ?? ""
        let beside = neighbour.map { "\(module), beside \($0.location)" } ?? ""
        let placed = "\(text)\(beside)"
        if let literal = PlainValue.literal(of: type) { return Fix(placed, "\(call), \(literal))") }
        let word = key.name?.description.lowercased()
        let named = word.flatMap { word in types.first { TypeNames.short($0).lowercased().contains(word) } }
        let made = named ?? types.first ?? type
        let isPicked = first.count > 1
        if imposer.canFillInitializer(of: made) {
            let example = isPicked ? ", for instance by \(names[made]), one of those that conform" : ""
            return Fix("\(placed)\(example)", "\(call), \(names.typed(made)).init)")
        }
        if first.isEmpty, TypeRelation.isExistential(type) {
            return "No type of this program conforms to \(names[type]). Let one conform, and impose that\(beside)."
        }
        let example = isPicked ? ", for instance" : ""
        if !TypeNames.canBeTyped(call) { return "\(placed), with a closure that returns \(names[made])\(example)." }
        return "\(placed), by \(call)) with a closure that returns \(names[made])\(example)."
    }

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

extension NodeFacts {
    /// Whether an initializer of a type is likely to get all that it takes from here.
    ///
    /// No metadata lists initializers. But what is stored has to come from somewhere, so everything stored but wrappers
    /// has to be imposed. A type that is imposed as an expression already may have no such initializer.
    func canFillInitializer(of type: any Any.Type) -> Bool {
        guard let stored = ProgramImages.current.storedProperties(of: type) else { return false }
        let order = Seam.searchOrder(from: Origin(imposer: self, scope: nil))
        let open = order.filter { !$0.isEnded }
        let isFilled = stored.allSatisfy { field in
            field.isSetWithoutInitializer || field.type.map { Seam.winner(of: Matching($0), in: open) != nil } ?? false
        }
        guard isFilled else { return false }
        return !order.contains { imposer in
            imposer.registrations.contains { $0.type == type && !$0.isFunction }
        }
    }
}

extension StoredField {
    /// Whether no initializer takes it as a parameter: what the compiler or a macro has added, and wrappers of this
    /// library.
    var isSetWithoutInitializer: Bool {
        isSynthesized || type.flatMap { Seam.wrapper(TypeRelation.unwrapped($0)) } != nil
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
