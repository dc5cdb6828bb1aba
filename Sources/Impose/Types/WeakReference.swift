/// A weak reference to an instance whose static type need not be a class.
struct WeakReference<T> {
    private weak var object: AnyObject?

    /// Makes a reference that is empty if the instance is nil or a value: a box around a value would be gone at once.
    init(_ instance: T?) {
        guard let instance, Casting.dynamicType(of: instance) is any AnyObject.Type else { return }
        object = instance as AnyObject
    }

    /// Whether an instance can be held weakly: it is an object, or a nil, which needs no holding.
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
