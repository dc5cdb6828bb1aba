/// An instance that is held as long as somebody else does, whatever its type.
class WeakInstance {
    /// Whether it is gone, since nobody else held it, or was a nil. It may be asked under a lock.
    var isGone: Bool { true }

    /// The instance, if it is still there.
    var instance: Instance? { nil }

    /// - Returns: Nil if it is a value: a box around it would be gone at once.
    static func make<Value>(_ value: Value) -> WeakInstance? {
        WeakReference.canHold(value) ? WeakInstanceOfType(value) : nil
    }
}

private final class WeakInstanceOfType<Value>: WeakInstance {
    private let reference: WeakReference<Value>

    init(_ value: Value) { reference = WeakReference(value) }

    override var isGone: Bool { reference.isGone }

    override var instance: Instance? { reference.instance.map { Instance(of: $0) } }
}
