/// Names for the types of one text: short, but never the same for two types.
struct TypeNames: Sendable {
    /// The short names that several types have.
    private let ambiguous: Set<String>
    /// The long names that several types have once the contexts are cut out of them.
    private let ambiguousWithoutContexts: Set<String>

    /// Prepares to name some types.
    init(_ types: [any Any.Type]) {
        ambiguous = Self.namesInCommon(types, Self.short)
        ambiguousWithoutContexts = Self.namesInCommon(types, Self.withoutContexts)
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

    /// The name of a type: with its module only if another one is named the same.
    subscript(type: any Any.Type) -> String {
        let name = Self.short(type)
        guard ambiguous.contains(name) else { return name }
        let long = Self.withoutContexts(type)
        return ambiguousWithoutContexts.contains(long) ? String(reflecting: type) : long
    }

    /// The names of several types as a list in parentheses.
    func list(_ types: [any Any.Type]) -> String { "(\(enumeration(types)))" }

    /// The names of several types.
    func enumeration(_ types: [any Any.Type]) -> String {
        types.map { self[$0] }.joined(separator: ", ")
    }

    /// The name of a type and the name that it was imposed or asked for under.
    func key(_ type: any Any.Type, _ name: InjectionName?) -> String {
        name.map { "\(self[type]) named \($0.key.value is String ? $0.spelling : $0.description)" } ?? self[type]
    }

    /// As it would be typed to mean the type: `Gateway.self`, `(any A & B).self`.
    func expression(_ type: any Any.Type) -> String {
        let name = self[type]
        let isSimple = name.allSatisfy { $0.isLetter || $0.isNumber || "._<>[]?".contains($0) }
        return isSimple ? "\(name).self" : "(\(name)).self"
    }

    private static func short(_ type: any Any.Type) -> String {
        String(describing: type)
    }

    /// With the module, but without the addresses that stand for private and local contexts: they can't be typed, and
    /// change from run to run.
    private static func withoutContexts(_ type: any Any.Type) -> String {
        var name = String(reflecting: type)
        while let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }
}
