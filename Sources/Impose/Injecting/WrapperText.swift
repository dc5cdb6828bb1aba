// What property wrappers print as. Printing injects nothing.

extension InjectedValue {
    /// The wrapper's type, what tells it from others, and its value if there is one.
    ///
    /// - Parameters:
    ///   - wrapper: The name of its type.
    ///   - type: What it injects.
    ///   - part: Which part of the wrapper it is, if it is one.
    ///   - absence: What to say where there is no value.
    ///   - spell: Gives the text of a value.
    func text(
        _ wrapper: String,
        of type: any Any.Type,
        part: String = "",
        absence: String = "no value yet",
        _ spell: (Value) -> String = { WrapperText.spell($0) }
    ) -> String {
        let key = WrapperText.key(wrapper, of: type, part: part, named: point.name)
        return current.map { "\(key): \(spell($0))" } ?? "\(key) (\(absence))"
    }
}

/// The words that wrappers use.
enum WrapperText {
    /// `Injected<Gateway> named "sandbox"`.
    static func key(
        _ wrapper: String,
        of type: any Any.Type,
        part: String = "",
        named name: InjectionName?
    ) -> String {
        let text = "\(wrapper)<\(TypeNames.short(type))>\(part)"
        return name.map { "\(text) named \($0.key.value is String ? $0.spelling : $0.description)" } ?? text
    }

    /// What a value says of itself; the name of its type if it says nothing. Not its properties: these may have
    /// wrappers that lead back to it.
    static func spell<Value>(_ value: Value) -> String {
        guard let type = Casting.dynamicType(of: value) else { return "nil" }
        return (value as? any CustomStringConvertible)?.description ?? TypeNames.short(type)
    }

    static func spell<Element>(all elements: [Element]) -> String {
        "[\(elements.map { spell($0) }.joined(separator: ", "))]"
    }
}
