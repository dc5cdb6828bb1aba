/// Names for the types of one text: short, but never the same for two types.
struct TypeNames {
    private let ambiguous: Set<String>

    /// Prepares to name some types.
    init(_ types: [any Any.Type]) {
        var owners: [String: ObjectIdentifier] = [:]
        var ambiguous: Set<String> = []
        for type in types {
            let name = Self.short(type)
            let owner = owners.updateValue(ObjectIdentifier(type), forKey: name)
            if let owner, owner != ObjectIdentifier(type) { ambiguous.insert(name) }
        }
        self.ambiguous = ambiguous
    }

    /// The name of a type: with its module only if another one is named the same.
    subscript(type: any Any.Type) -> String {
        let name = Self.short(type)
        return ambiguous.contains(name) ? Self.long(type) : name
    }

    /// The name of a type and the name that it was imposed or asked for under.
    func key(_ type: any Any.Type, _ name: InjectionName?) -> String {
        name.map { "\(self[type]) named \($0.spelling)" } ?? self[type]
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

    /// With the module; and for private and local types with the context that tells them apart.
    private static func long(_ type: any Any.Type) -> String {
        String(reflecting: type)
    }
}
