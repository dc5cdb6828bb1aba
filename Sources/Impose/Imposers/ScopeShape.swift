private import Synchronization

/// What scopes have in common that were given the same types and names in the same order: the answers.
///
/// Each scope of one kind of request is given the same things. So the first one works out what answers which request,
/// and the others find it: an answer that is the scope's own is kept as a position among what it was given.
///
/// The shapes form a tree below the answers of the imposer that the scopes are opened in. Whatever makes that imposer
/// forget makes them forget. A shape lives as long as that imposer, and so longer than the scopes that have it.
final class ScopeShape: Sendable {
    /// What a scope gets one more of.
    struct Step: Hashable, Sendable {
        let key: RegistrationKey
        /// Whether it is a value that was given, or else a registration.
        let isGiven: Bool
    }

    /// What the scopes of this shape have answered.
    let answers = AnswerCache(isProcessPrimary: false)
    /// The last of what its scopes have; nil if they have nothing yet.
    private let step: Step?
    /// The shape without that.
    ///
    /// Invariant: it holds this one.
    private let previous: UncountedReference<ScopeShape>?
    private let depth: Int
    /// How many there are below one imposer.
    private let census: Census
    /// The next one that came first, which nearly always stays the only one, found without a lock.
    private let first = OnceReference<ScopeShape>()
    private let others = LockedState<[Step: ScopeShape]>([:])

    /// Names can be made up at run time: those who come when there are too many have answers of their own.
    private final class Census: Sendable {
        private let count = Atomic(0)
        private static let most = 256

        func admit() -> Bool {
            count.wrappingAdd(1, ordering: .relaxed).oldValue < Self.most
        }
    }

    /// The shape of scopes that have nothing yet.
    init() {
        (step, previous, depth, census) = (nil, nil, 0, Census())
    }

    /// Nil if there are too many.
    private init?(adding step: Step, to previous: ScopeShape) {
        guard previous.census.admit() else { return nil }
        self.step = step
        self.previous = UncountedReference(previous)
        depth = previous.depth + 1
        census = previous.census
    }

    /// The shape of a scope that gets one more.
    ///
    /// - Returns: Nil if there are too many.
    func adding(_ step: Step) -> UncountedReference<ScopeShape>? {
        guard depth < Registry.mostGiven else { return nil }
        if !first.isSet { _ = ScopeShape(adding: step, to: self).map { first.setIfNil($0) } }
        // All of them are held as long as the first one is, and referred to by nobody: threads that count references to
        // one object wait for each other.
        if let next = first.unretained, next.with({ $0.step == step }) { return next }
        return others.withLock { others in
            if let shape = others[step] { return UncountedReference(shape) }
            let shape = ScopeShape(adding: step, to: self)
            others[step] = shape
            return shape.map { UncountedReference($0) }
        }
    }

    /// What its scopes have, the last one first.
    var keys: [RegistrationKey] {
        var keys: [RegistrationKey] = []
        var next: ScopeShape? = self
        while let shape = next, let step = shape.step {
            keys.append(step.key)
            next = shape.previous?.object
        }
        return keys
    }

    /// Forgets the answers of this shape and of all that begin like it.
    func forget(into deferred: inout DeferredRelease) {
        answers.forget(into: &deferred)
        first.load()?.forget(into: &deferred)
        for shape in others.withLock({ Array($0.values) }) { shape.forget(into: &deferred) }
    }
}
