internal import Synchronization

/// An instance that is kept, whatever its type.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
class AnyKept: @unchecked Sendable {
    private static let lastSequence = Atomic<SerialNumber>(0)

    /// Counts what was made, so that it can be disposed of in the reverse order.
    let sequence = AnyKept.lastSequence.add(1, ordering: .relaxed).newValue

    /// Whether the instance is no more, since nobody else held it.
    var isGone: Bool { false }

    /// Runs what the user has asked to be run when the instance is let go.
    func dispose() {}

    /// The same instance, held by this reference at least; nil if it is gone.
    var held: AnyKept? { self }

    /// The same instance, held weakly from now on; nil if it can't be.
    func weakened() -> AnyKept? { nil }
}

/// An instance that is kept.
class Kept<Instance>: AnyKept, @unchecked Sendable {
    /// The instance, unless it is gone.
    var instance: Instance? { fatalError("The subclasses say") }
}

/// An instance that is kept until its keeper lets it go.
///
/// `@unchecked Sendable`: the reference never changes, so handing it out is safe on any thread. What is inside the
/// instance is its author's affair.
final class StronglyKept<Instance>: Kept<Instance>, @unchecked Sendable {
    private let value: Instance
    private let disposers: [@Sendable (Instance) -> Void]

    init(_ value: Instance, disposers: [@Sendable (Instance) -> Void] = []) {
        self.value = value
        self.disposers = disposers
    }

    override var instance: Instance? { value }

    override func dispose() {
        for disposer in disposers { disposer(value) }
    }

    override func weakened() -> AnyKept? { WeaklyKept(value) }
}

/// An instance that is kept as long as somebody else holds it.
///
/// `@unchecked Sendable`: weak references are safe to read on any thread, and this one is never written.
final class WeaklyKept<Instance>: Kept<Instance>, @unchecked Sendable {
    private let reference: WeakReference<Instance>

    /// Nil if the instance is a value, which can't be held weakly. For a nil it is gone from the start.
    init?(_ instance: Instance) {
        guard WeakReference.canHold(instance) else { return nil }
        reference = WeakReference(instance)
    }

    override var instance: Instance? { reference.instance }

    override var isGone: Bool { reference.isGone }

    override var held: AnyKept? { reference.instance.map { StronglyKept($0) } }

    override func weakened() -> AnyKept? { self }
}
