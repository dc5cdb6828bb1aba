/// Dynamic casts that succeed only if the types justify it.
///
/// Swift casts nil to every optional type and an empty collection to every collection type of its kind. Neither says
/// anything about the types, so both are refused here unless the target is the value's own type, or has subtypes.
///
/// With Foundation it also bridges: it makes an `NSString` of a `String`, an `NSNumber` of an `Int`, and the other way
/// round, inside collections too. What comes out is another instance of another type, and on Apple's platforms nobody has
/// to import Foundation for that. So a cast that makes something else is refused, too.
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

    /// Whether the result of a cast consists of what was cast. Collections and tuples are made anew, their parts are not.
    private static func isSame<Target>(_ result: Target, as content: Any) -> Bool {
        guard let resultContent = Casting.content(of: result) else { return false }
        return parts(of: resultContent).isSubset(of: parts(of: content))
    }

    /// The types of the elements of a collection or tuple, however deep, or of the value itself. Those inside an
    /// `AnyHashable`, which a cast puts around a value or takes away. None of a function, which is not bridged.
    private static func parts(of value: Any) -> Set<ObjectIdentifier> {
        guard let content = content(of: value) else { return [] }
        let type = type(of: content)
        if type == AnyHashable.self, let hashable = content as? AnyHashable { return parts(of: hashable.base) }
        if type is any AnyObject.Type { return [ObjectIdentifier(type)] }
        let mirror = Mirror(reflecting: content)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary, .tuple:
            return mirror.children.reduce(into: []) { $0.formUnion(parts(of: $1.value)) }
        default:
            return TypeRelation.isValueType(type) ? [ObjectIdentifier(type)] : []
        }
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
    package static func canCast(_ value: Any, to target: any Any.Type) -> Bool {
        func isCastable<Target>(_ target: Target.Type) -> Bool {
            cast(value, to: target) != nil
        }
        return isCastable(target)
    }

    /// The dynamic type of a value inside all optionals, or nil if there is none inside.
    package static func dynamicType(of value: Any) -> (any Any.Type)? {
        content(of: value).map { type(of: $0) }
    }

    private static func content(of value: Any) -> Any? {
        guard TypeRelation.wrapped(in: type(of: value)) != nil else { return value }
        return Mirror(reflecting: value).children.first.flatMap { content(of: $0.value) }
    }
}
