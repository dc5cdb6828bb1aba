/// A weak reference to an instance whose type need not say that it is a class.
struct WeakReference<T> {
    private weak var object: AnyObject?

    /// Refers to nothing if the instance is nil, or a value: a box round it would be gone at once.
    init(_ instance: T?) {
        guard let instance, Casting.dynamicType(of: instance) is any AnyObject.Type else { return }
        object = instance as AnyObject
    }

    /// Whether an instance is an object, or a nil, of which there is nothing to hold.
    static func canHold(_ instance: T) -> Bool {
        guard let type = Casting.dynamicType(of: instance) else { return true }
        return type is any AnyObject.Type
    }

    /// Whether there is no object, or none any more.
    var isGone: Bool { object == nil }

    var instance: T? {
        // Asked first, since nil can be cast to an optional T.
        guard let object else { return nil }
        return object as? T
    }
}
