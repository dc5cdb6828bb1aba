// The types of a text as code.

internal import Impose

extension TypeNames {
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

    /// The name as it can be written in any file, that of an optional as in a declaration.
    @inline(never)
    func typed(_ type: any Any.Type) -> String {
        TypeRelation.wrapped(in: type).map(optional) ?? spelled(type)
    }

    /// The optional of the type as it is written in a declaration: `(any Gateway)?`, `Mailer?`.
    func optional(_ type: any Any.Type) -> String {
        let name = annotation(type)
        return name.contains(" ") ? "(\(name))?" : "\(name)?"
    }

    /// The Swift module that a type is declared in.
    static func home(of type: any Any.Type) -> String {
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
