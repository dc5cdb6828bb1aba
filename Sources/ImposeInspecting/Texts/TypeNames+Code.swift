// The types of a text as code.

internal import Impose

extension TypeNames {
    /// The name of a key's type, with the name of the key.
    func key(_ key: RegistrationKey) -> String { self.key(key.type, key.name) }

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

    /// The name as it can be written in any file, that of an optional as in a declaration. A local type can be written
    /// in its function alone, without what is around it.
    @inline(never)
    func typed(_ type: any Any.Type) -> String {
        if let wrapped = TypeRelation.wrapped(in: type) { return optional(wrapped) }
        let name = Self.canBeTyped(self[type]) ? Self.local(type) ?? spelled(type) : spelled(type)
        return name.withoutPacks.asMetatype
    }

    /// Whether code is free of types that have no name in code: the results of functions that say `some`, and metatypes
    /// of constrained protocols and of compositions.
    static func canBeTyped(_ code: String) -> Bool {
        !["a metatype of a ", "<<opaque return type"].contains { code.firstRange(of: $0) != nil }
    }

    /// The name of a local type without the context of its function; nil for other types. The full name of a local type
    /// has two contexts without a name in a row.
    private static func local(_ type: any Any.Type) -> String? {
        let name = String(reflecting: type)
        guard name.firstRange(of: ").(unknown context at ") != nil else { return nil }
        if name.contains("<") { return short(type) }
        var rest = name[...]
        while let context = rest.firstRange(of: "(unknown context at "),
            let end = rest[context.upperBound...].firstRange(of: ").")
        {
            rest = rest[end.upperBound...]
        }
        return String(rest)
    }

    /// The optional of the type as it is written in a declaration: `(any Gateway)?`, `Mailer?`.
    func optional(_ type: any Any.Type) -> String {
        let name = annotation(type)
        return name.contains(" ") ? "(\(name))?" : "\(name)?"
    }

    /// The Swift module that a type is declared in.
    static func swiftModule(of type: any Any.Type) -> String {
        let name = long(type)
        return String((name.hasPrefix("any ") ? name.dropFirst(4) : name[...]).prefix { $0 != "." })
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
}

extension String {
    /// A type with the parts of a parameter pack as they are written: `Codec<Int, String>` for `Codec<Pack{Int,
    /// String}>`.
    fileprivate var withoutPacks: String {
        var text = self
        while let start = text.firstRange(of: "Pack{") {
            var depth = 0
            let end = text[start.lowerBound...].firstIndex { character in
                depth += character == "{" ? 1 : character == "}" ? -1 : 0
                return character == "}" && depth == 0
            }
            guard let end else { break }
            let parts = text[start.upperBound..<end]
            // Nothing in brackets would be an operator.
            text.replaceSubrange(start.lowerBound...end, with: parts.isEmpty ? " " : parts)
        }
        return text
    }

    /// A metatype as it is written: `(any Cell).Type` for `Cell.Protocol`. That of a composition can't be in an
    /// expression.
    fileprivate var asMetatype: String {
        if hasSuffix(".Protocol") { return "(any \(dropLast(9))).Type" }
        return hasSuffix(".Type") && contains(" & ") ? "a metatype of a composition" : self
    }
}
