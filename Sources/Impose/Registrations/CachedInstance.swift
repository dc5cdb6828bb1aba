/// An instance that is kept, whatever its type.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. Nothing in it changes.
class AnyCachedInstance: @unchecked Sendable {
    private static let lastSequence = AtomicField<SerialNumber>(0)

    /// The position in the order of making, so that instances can be disposed of in the reverse order.
    let sequence = AnyCachedInstance.lastSequence.add(1, ordering: .relaxed)

    /// Whether this reference holds the instance: a `StrongInstance` does.
    let isHeld: Bool

    init(isHeld: Bool) {
        self.isHeld = isHeld
    }

    /// Whether the instance is gone, since nobody else held it.
    var isGone: Bool { false }

    /// Whether any closure runs when it is let go.
    var hasDisposers: Bool { false }

    /// Runs the disposers, up to the first asynchronous one.
    ///
    /// - Parameters:
    ///   - next: The position of the disposer to begin with; afterwards, of the first one that was not run.
    ///   - note: Receives the errors that they throw.
    /// - Returns: False if the next disposer is asynchronous.
    func dispose(from next: inout Int, _ note: (any Error) -> Void) -> Bool { true }

    /// Runs an asynchronous disposer.
    func disposeAsynchronously(by position: Int) async throws {}

    /// The same instance, held at least by this reference; nil if it is gone.
    var held: StrongInstance? { nil }

    /// The same instance, held weakly from now on; nil if it can't be.
    func weakened() -> AnyCachedInstance? { nil }
}

/// An instance that is kept until its keeper lets it go.
///
/// It is not generic: metadata of a generic class would have to be looked up for each instance that is made.
///
/// `@unchecked Sendable`: the value is written once, here, so handing the reference out is safe on any thread. The
/// content of the instance is its author's responsibility.
final class StrongInstance: AnyCachedInstance, @unchecked Sendable {
    private let value: StoredValue
    /// The closures of the user that run when the instance is let go.
    private let disposers: [Disposer]

    /// - Parameter disposers: Disposers for instances of this type.
    init<Instance>(_ instance: __shared Instance, disposers: [Disposer] = []) {
        value = StoredValue(instance)
        self.disposers = disposers
        super.init(isHeld: true)
    }

    /// The instance if it is a reference to an object, retained.
    var reference: RetainedReference<AnyObject>? { value.reference }

    /// The instance.
    ///
    /// - Parameter type: The type that it was made as.
    func instance<Instance>(as type: Instance.Type) -> Instance {
        value.load(as: type)
    }

    override var hasDisposers: Bool { !disposers.isEmpty }

    override func dispose(from next: inout Int, _ note: (any Error) -> Void) -> Bool {
        while next < disposers.count {
            guard case .synchronous(let dispose) = disposers[next] else { return false }
            next += 1
            do { try dispose(self) } catch { note(error) }
        }
        return true
    }

    override func disposeAsynchronously(by position: Int) async throws {
        guard case .asynchronous(let dispose) = disposers[position] else { return }
        try await dispose(self)
    }

    override var held: StrongInstance? { self }

    override func weakened() -> AnyCachedInstance? {
        func weakened<Instance>(_ type: Instance.Type) -> AnyCachedInstance? { WeakInstance(instance(as: type)) }
        return _openExistential(value.type, do: weakened)
    }
}
