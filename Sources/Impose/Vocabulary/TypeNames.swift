/// Names for the types of one text: short, but never the same for two types.
struct TypeNames: Sendable {
    /// The short names that several types share.
    private let ambiguous: Set<String>
    /// Numbers for types whose long names are the same, too: private and local ones.
    private let numbers: [ObjectIdentifier: Int]

    /// Prepares to name some types.
    init(_ types: [any Any.Type]) {
        // Each once: what providers take is mostly the same types again, and spelling a name takes time.
        var seen: Set<ObjectIdentifier> = []
        let types = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let ambiguous = Self.namesInCommon(types, Self.short)
        let sharing = ambiguous.isEmpty ? [] : types.filter { ambiguous.contains(Self.short($0)) }
        let ambiguousInFull = Self.namesInCommon(sharing, Self.long)
        var counts: [String: Int] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
        for type in sharing where ambiguousInFull.contains(Self.long(type)) {
            counts[Self.long(type), default: 0] += 1
            numbers[ObjectIdentifier(type)] = counts[Self.long(type)]
        }
        self.ambiguous = ambiguous
        self.numbers = numbers
    }

    private static func namesInCommon(_ types: [any Any.Type], _ name: (any Any.Type) -> String) -> Set<String> {
        var owners: [String: ObjectIdentifier] = [:]
        var inCommon: Set<String> = []
        for type in types {
            let name = name(type)
            let owner = owners.updateValue(ObjectIdentifier(type), forKey: name)
            if let owner, owner != ObjectIdentifier(type) { inCommon.insert(name) }
        }
        return inCommon
    }

    /// The name of a type: with its module only if another one is named the same, with a number if even that does not
    /// tell them apart.
    subscript(type: any Any.Type) -> String {
        let name = Self.short(type)
        let full = ambiguous.contains(name) ? Self.long(type) : name
        return numbers[ObjectIdentifier(type)].map { "\(full) #\($0)" } ?? full
    }

    /// The names of several types as a list in parentheses.
    func list(_ types: [any Any.Type]) -> String { "(\(enumeration(types)))" }

    /// The names of several types.
    func enumeration(_ types: [any Any.Type]) -> String {
        types.map { self[$0] }.joined(separator: ", ")
    }

    /// The name of a type with the name that it was imposed or requested under.
    func key(_ type: any Any.Type, _ name: InjectionName?) -> String {
        name.map { "\(self[type]) named \($0.key.value is String ? $0.spelling : $0.description)" } ?? self[type]
    }

    /// An expression for the type: `Gateway.self`, `(any A & B).self`, `Shop.Mailer.self` for a nested one.
    func expression(_ type: any Any.Type) -> String {
        let name = typed(type)
        let isSimple = name.allSatisfy { $0.isLetter || $0.isNumber || "._<>[]?".contains($0) }
        return isSimple ? "\(name).self" : "(\(name)).self"
    }

    /// The type as it is written in a declaration: `any Gateway` for a protocol.
    func annotation(_ type: any Any.Type) -> String {
        let name = typed(type)
        let isProtocol = TypeRelation.isExistential(type) && type != Any.self && type != AnyObject.self
        return isProtocol && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// The name as it can be written in any file: with the types around it, and with its module if another type has the
    /// same.
    func typed(_ type: any Any.Type) -> String {
        ambiguous.contains(Self.short(type)) ? Self.long(type) : Self.long(type).withoutModules
    }

    /// A name for a variable that holds an instance: `gateway`.
    func variable(_ type: any Any.Type) -> String {
        let name = Self.short(TypeRelation.unwrapped(type))
        let letters = (name.hasPrefix("any ") ? name.dropFirst(4) : name[...]).prefix { $0.isLetter || $0.isNumber }
        let capitals = letters.prefix { $0.isUppercase }.count
        if letters.isEmpty { return "value" }
        let lowered = capitals > 1 && capitals < letters.count ? capitals - 1 : capitals
        let variable = letters.prefix(lowered).lowercased() + letters.dropFirst(lowered)
        return Self.keywords.contains(variable) ? "\(variable)Value" : variable
    }

    /// Keywords that the name of a type could become as a variable: `Default` would be `default`.
    private static let keywords: Set = [
        "any", "as", "associatedtype", "case", "catch", "class", "default", "enum", "extension", "func", "import", "in",
        "init", "is", "let", "operator", "protocol", "public", "repeat", "return", "self", "some", "static", "struct",
        "subscript", "switch", "throw", "try", "var", "where", "while",
    ]

    /// The name of a type without any context.
    static func short(_ type: any Any.Type) -> String {
        name(of: type) { String(describing: $0) }
    }

    /// The name of a type with the module and the types around it.
    static func long(_ type: any Any.Type) -> String {
        name(of: type) { String(reflecting: $0) }
    }

    private static func name(of type: any Any.Type, _ text: (any Any.Type) -> String) -> String {
        // The runtime's own way to names ends the process there (Swift 6.3.1).
        if TypeRelation.isConstrainedMetatype(type) { return "a metatype of a constrained protocol" }
        let name = text(type)
        // Nearly every name can stay as it is.
        if !name.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }) { return name }
        return ConstraintText(name.withoutUnknownContexts, order: TypeRelation.namesOfFixedTypes(of: type)).spelled
    }
}
