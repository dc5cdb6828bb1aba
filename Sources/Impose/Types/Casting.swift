/// Dynamic casts that succeed only if the types justify it.
///
/// Swift casts nil to every optional type and an empty collection to every collection type of its kind. Neither says
/// anything about the types, so both are refused here unless the target is the value's own type, or has subtypes.
enum Casting {
    /// Casts a value, or returns nil.
    static func cast<Target>(_ value: Any, to target: Target.Type) -> Target? {
        guard let content = content(of: value) else { return nil }
        guard let result = content as? Target else { return nil }
        let wrapped = TypeRelation.unwrapped(target)
        if wrapped == type(of: content) || TypeRelation(to: wrapped).admitsOthers { return result }
        return isHollow(content) ? nil : result
    }

    /// Whether there is a nil or an empty collection anywhere inside a value.
    private static func isHollow(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection, .set, .dictionary:
            return mirror.children.isEmpty || mirror.children.contains { isHollow($0.value) }
        case .tuple:
            return mirror.children.contains { isHollow($0.value) }
        default:
            return false
        }
    }

    /// Whether `cast` would succeed.
    static func canCast(_ value: Any, to target: any Any.Type) -> Bool {
        func isCastable<Target>(_ target: Target.Type) -> Bool {
            cast(value, to: target) != nil
        }
        return isCastable(target)
    }

    /// The dynamic type of a value inside all optionals, or nil if there is none inside.
    static func dynamicType(of value: Any) -> (any Any.Type)? {
        content(of: value).map { type(of: $0) }
    }

    private static func content(of value: Any) -> Any? {
        guard TypeRelation.wrapped(in: type(of: value)) != nil else { return value }
        return Mirror(reflecting: value).children.first.flatMap { content(of: $0.value) }
    }
}
