/// Names for the types of one text: short, but never the same for two types.
package struct TypeNames: Sendable {
    /// The short names that several types share.
    package let ambiguous: Set<String>
    /// Numbers for types whose long names are the same, too: private and local ones.
    private let numbers: [ObjectIdentifier: Int]

    /// Prepares to name some types.
    package init(_ types: [any Any.Type]) {
        // Each once: what providers take is mostly the same types again, and spelling a name takes time.
        var seen: Set<ObjectIdentifier> = []
        let types = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
        var names: Set<String> = []
        let ambiguous = Set(types.map(Self.short).filter { !names.insert($0).inserted })
        let sharing = ambiguous.isEmpty ? [] : types.filter { ambiguous.contains(Self.short($0)) }
        var numbers: [ObjectIdentifier: Int] = [:]
        for same in Dictionary(grouping: sharing, by: Self.long).values where same.count > 1 {
            for (index, type) in same.enumerated() { numbers[ObjectIdentifier(type)] = index + 1 }
        }
        (self.ambiguous, self.numbers) = (ambiguous, numbers)
    }

    /// The name of a type: with its module only if another one is named the same, with a number if even that does not
    /// tell them apart.
    package subscript(type: any Any.Type) -> String {
        let name = Self.short(type)
        let full = ambiguous.contains(name) ? Self.long(type) : name
        return numbers[ObjectIdentifier(type)].map { "\(full) #\($0)" } ?? full
    }

    /// The name as it can be written in any file: with the types around it, and with its module if another type has the
    /// same.
    package func spelled(_ type: any Any.Type) -> String {
        ambiguous.contains(Self.short(type)) ? Self.long(type) : Self.long(type).withoutModules
    }

    /// The names of several types as a list in parentheses.
    package func list(_ types: [any Any.Type]) -> String { "(\(enumeration(types)))" }

    /// The names of several types.
    package func enumeration(_ types: [any Any.Type]) -> String { types.map { self[$0] }.joined(separator: ", ") }

    /// The name of a type with the name that it was imposed or requested under.
    package func key(_ type: any Any.Type, _ name: InjectionName?) -> String {
        name.map { "\(self[type]) named \($0.shown)" } ?? self[type]
    }

    /// Whether the source could give a closure of one function type another type: `{ … } as Other`. Parameters and
    /// result must be the same. Attributes such as `@Sendable` may differ, and the other type may throw or be async
    /// where the first does not.
    package static func isClosure(_ type: any Any.Type, writableAs other: any Any.Type) -> Bool {
        guard let own = function(type), let wanted = function(other) else { return false }
        return own.types == wanted.types && own.effects.isSubset(of: wanted.effects)
    }

    /// Takes the name of a function type apart: `(Int) async throws -> User` has the types `(Int`, `User` and the
    /// effects `async`, `throws`. Nil for any other type, and if a parameter or the result is itself a function.
    private static func function(_ type: any Any.Type) -> (types: [Substring], effects: Set<Substring>)? {
        let name = long(TypeRelation.unwrapped(type))
        guard name.hasPrefix("(") || name.hasPrefix("@") else { return nil }
        // `(Int`, and what is behind the parenthesis: ` async throws -> User`.
        let parts = name.drop { $0 != "(" }.split(separator: ")", maxSplits: 1)
        // The effects in front of the arrow, the result behind it. Two arrows: a function inside.
        let words = (parts.last ?? "").split(separator: " ").split(separator: "->", omittingEmptySubsequences: false)
        return words.count == 2 ? ([parts[0]] + words[1], Set(words[0])) : nil
    }

    /// The name of a type without any context.
    package static func short(_ type: any Any.Type) -> String { name(of: type) { String(describing: $0) } }

    /// The name of a type with the module and the types around it.
    package static func long(_ type: any Any.Type) -> String { name(of: type) { String(reflecting: $0) } }

    private static func name(of type: any Any.Type, _ text: (any Any.Type) -> String) -> String {
        // Swift 6.3.1 crashes when it makes the name of such a type.
        if Metadata(of: TypeRelation.unwrapped(type)).isConstrainedMetatype {
            return "a metatype of a constrained protocol"
        }
        if let wrapped = TypeRelation.wrapped(in: type) {
            let name = name(of: wrapped, text)
            return name.contains(" ") ? "(\(name))?" : "\(name)?"
        }
        let name = text(type)
        // Nearly every name can stay as it is.
        if !name.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }) { return name }
        return ConstraintText(name.withoutUnknownContexts, order: Existential(type)?.names ?? []).spelled
    }
}
