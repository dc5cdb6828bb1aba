/// An instance that is kept as long as somebody else holds it.
///
/// `@unchecked Sendable`: weak references are safe to read on any thread, and this one is never written.
final class WeakInstance<Instance>: AnyCachedInstance, @unchecked Sendable {
    private let reference: WeakReference<Instance>

    /// Makes a weak reference, or nil if the instance is a value, which can't be held weakly. A nil is gone at once.
    init?(_ instance: Instance) {
        guard WeakReference.canHold(instance) else { return nil }
        reference = WeakReference(instance)
        super.init(isHeld: false)
    }

    override var isGone: Bool { reference.isGone }

    override var held: StrongInstance? { reference.instance.map { StrongInstance($0) } }

    override func weakened() -> AnyCachedInstance? { self }
}
