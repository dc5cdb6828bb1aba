// The descriptions of property wrappers. Printing injects nothing.

extension WrapperValue {
    /// Describes a wrapper: its type, its name, and its value if there is one.
    ///
    /// - Parameters:
    ///   - wrapper: The name of the wrapper's type.
    ///   - type: The type that it injects.
    ///   - part: The part of the wrapper to describe, if not the whole.
    ///   - absence: The text for a missing value.
    ///   - spell: Returns the text of a value.
    func text(
        _ wrapper: String,
        of type: any Any.Type,
        part: String = "",
        absence: String = "no value yet",
        _ spell: (Value) -> String = { wrapperText(of: $0) }
    ) -> String {
        let text = point.text(wrapper, of: type, part: part)
        return current.map { "\(text): \(spell($0))" } ?? "\(text) (\(absence))"
    }
}

extension InjectionPoint {
    /// `Injected<Gateway> named "sandbox"`.
    func text(_ wrapper: String, of type: any Any.Type, part: String = "") -> String {
        let text = "\(wrapper)<\(TypeNames.short(type))>\(part)"
        return name.map { "\(text) named \($0.shown)" } ?? text
    }
}

/// Returns the description of a value, or the name of its type if it has none. Properties are not printed: they may
/// have wrappers that lead back to the value.
func wrapperText<Value>(of value: Value) -> String {
    guard let type = Casting.dynamicType(of: value) else { return "nil" }
    return (value as? any CustomStringConvertible)?.description ?? TypeNames.short(type)
}
