/// Dynamic casts that succeed only if the types justify it.
///
/// Swift casts nil to every optional type and an empty collection to every collection type of its kind. Neither says
/// anything about the types. So a nil is refused here. A value is refused if there is a nil or an empty collection in
/// it, or it is one, unless the target is its own type, a class or a protocol: see `TypeRelation.admitsOthers`.
///
/// With Foundation, a cast also bridges: it turns a `String` into an `NSString`, an `Int` into an `NSNumber`, and back,
/// also inside collections. On Apple's platforms it does so even where nobody imports Foundation. The result is another
/// instance of another type, so such a cast is refused, too.
package enum Casting {
    /// Casts a value, or returns nil.
    static func cast<Target>(_ value: Any, to target: Target.Type) -> Target? {
        guard let content = content(of: value) else { return nil }
        let relation = TypeRelation(to: TypeRelation.unwrapped(target))
        // Decided by the metadata, which knows of no bridges.
        if relation.distance(from: type(of: content)) != nil { return content as? Target }
        guard let result = content as? Target, isSame(result, as: content) else { return nil }
        return relation.admitsOthers || !isHollow(content) ? result : nil
    }

    /// Whether each part of a cast's result has the type of some part of the value that was cast. Then nothing was
    /// bridged. A cast makes collections and tuples anew, but not the parts in them.
    private static func isSame<Target>(_ result: Target, as content: Any) -> Bool {
        guard let resultContent = Casting.content(of: result) else { return false }
        return parts(of: resultContent).isSubset(of: parts(of: content))
    }

    /// Returns the types of the elements of a collection or tuple, however deep, or else the type of the value itself.
    ///
    /// An `AnyHashable` counts as what is inside, since a cast adds and removes it. Functions are left out, since no
    /// cast bridges them.
    private static func parts(of value: Any) -> Set<ObjectIdentifier> {
        guard let content = content(of: value) else { return [] }
        let type = type(of: content)
        if type == AnyHashable.self, let hashable = content as? AnyHashable { return parts(of: hashable.base) }
        if type is any AnyObject.Type { return [ObjectIdentifier(type)] }
        let mirror = Mirror(reflecting: content)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary, .tuple:
            return mirror.children.reduce(into: []) { $0.formUnion(parts(of: $1.value)) }
        default: return TypeRelation.isValueType(type) ? [ObjectIdentifier(type)] : []
        }
    }

    /// Whether there is a nil or an empty collection anywhere inside a value.
    private static func isHollow(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection, .set, .dictionary:
            return mirror.children.isEmpty || mirror.children.contains { isHollow($0.value) }
        case .tuple: return mirror.children.contains { isHollow($0.value) }
        default: return false
        }
    }

    /// Whether `cast` would succeed.
    package static func canCast(_ value: Any, to target: any Any.Type) -> Bool {
        func isCastable<Target>(_ target: Target.Type) -> Bool { cast(value, to: target) != nil }
        return isCastable(target)
    }

    /// The dynamic type of a value inside all optionals, or nil if there is none inside.
    package static func dynamicType(of value: Any) -> (any Any.Type)? { content(of: value).map { type(of: $0) } }

    /// The nil of an optional type; nil for any other type.
    static func nothing<Target>(as target: Target.Type) -> Target? {
        (target as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Target }
    }

    private static func content(of value: Any) -> Any? {
        guard TypeRelation.wrapped(in: type(of: value)) != nil else { return value }
        return Mirror(reflecting: value).children.first.flatMap { content(of: $0.value) }
    }
}
