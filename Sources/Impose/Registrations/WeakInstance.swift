/// A weakly held instance of any type: it is there as long as somebody else holds it.
class WeakInstance {
    /// What is held; nil if nobody else held it, or if it was a nil from the start. Asked under a lock, it has to be
    /// released with none.
    var object: AnyObject? { nil }

    /// The instance, if it is still there.
    var instance: AnyInstance? { nil }

    /// - Returns: Nil if it is a value: a box around it would be gone at once.
    static func make<Value>(_ value: Value) -> WeakInstance? {
        WeakReference.canHold(value) ? WeakInstanceOfType(value) : nil
    }
}

private final class WeakInstanceOfType<Value>: WeakInstance {
    private let reference: WeakReference<Value>

    init(_ value: Value) { reference = WeakReference(value) }

    override var object: AnyObject? { reference.object }

    override var instance: AnyInstance? { reference.instance.map { AnyInstance(of: $0) } }
}

/// A weak reference to an instance whose static type need not be a class.
struct WeakReference<T> {
    fileprivate weak var object: AnyObject?

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

    var instance: T? {
        // Asked first, since nil can be cast to an optional T.
        guard let object else { return nil }
        return object as? T
    }
}
