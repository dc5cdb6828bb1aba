/// A weak reference to an instance whose type need not say that it is a class.
struct WeakReference<T> {
    private weak var object: AnyObject?

    /// Refers to nothing if the instance is a value: a box round it would be gone at once.
    init(_ instance: T?) {
        guard let instance, Self.canHold(instance) else { return }
        object = instance as AnyObject
    }

    /// Whether an instance is an object.
    static func canHold(_ instance: T) -> Bool {
        Casting.dynamicType(of: instance) is any AnyObject.Type
    }

    /// Whether there is no object, or none any more.
    var isGone: Bool { object == nil }

    var instance: T? {
        // Asked first, since nil can be cast to an optional T.
        guard let object else { return nil }
        return object as? T
    }
}
