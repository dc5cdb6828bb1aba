/// The answers that scopes share if they were given the same types and names in the same order.
///
/// Scopes of one kind of request are all given the same things. So the first one works out what answers which request,
/// and the others find it: an answer that is the scope's own is kept as a position among the values that it was given,
/// or as the key of its registration.
///
/// The layouts form a tree below the answers of the imposer that the scopes are opened in. When that imposer forgets its
/// answers, they forget theirs. A layout lives as long as that imposer, and so longer than the scopes that have it.
final class ScopeLayout: Sendable {
    /// One thing that is added to a scope.
    struct Step: Hashable, Sendable {
        let key: RegistrationKey
        /// Whether it is a given value, or else a registration.
        let isGiven: Bool
    }

    /// The answers that scopes of this layout have given.
    let answers = AnswerCache(isProcessPrimary: false)
    /// The last thing that was added to its scopes; nil if they have nothing yet.
    private let step: Step?
    /// The layout without that thing.
    ///
    /// Invariant: it holds this one.
    private let previous: UncountedReference<ScopeLayout>?
    private let depth: Int
    /// The first layout below the imposer; nil for that itself.
    ///
    /// Invariant: it holds this one, by way of those in between.
    private let root: UncountedReference<ScopeLayout>?
    /// The number of layouts below this one, if it is the first.
    private let count = AtomicField(0)
    /// A limit, since names can be made up at run time: scopes beyond it have their own answers.
    private static let most = 256
    /// The next layout that came first, which nearly always stays the only one, found without a lock.
    private let first = OnceReference<ScopeLayout>()
    private let others = LockedState<[Step: ScopeLayout]>([:])

    /// Makes the layout of scopes that have nothing yet.
    init() {
        (step, previous, depth, root) = (nil, nil, 0, nil)
    }

    /// Makes the layout with one more step, or nil if there are too many.
    private init?(adding step: Step, to previous: ScopeLayout) {
        let root = previous.root ?? UncountedReference(previous)
        guard root.with({ $0.count.add(1, ordering: .relaxed) <= ScopeLayout.most }) else { return nil }
        self.step = step
        self.previous = UncountedReference(previous)
        depth = previous.depth + 1
        self.root = root
    }

    /// Returns the layout of a scope after one more step.
    ///
    /// - Returns: Nil if there are too many.
    func adding(_ step: Step) -> UncountedReference<ScopeLayout>? {
        guard depth < Registry.mostGiven else { return nil }
        if !first.isSet { _ = ScopeLayout(adding: step, to: self).map { first.setIfNil($0) } }
        // All layouts are held as long as the first one is, and code that uses them has no references to them: threads
        // that count references to one object wait for each other.
        if let next = first.unretained, next.with({ $0.step == step }) { return next }
        return others.withLock { others in
            if let layout = others[step] { return UncountedReference(layout) }
            let layout = ScopeLayout(adding: step, to: self)
            others[step] = layout
            return layout.map { UncountedReference($0) }
        }
    }

    /// The keys that its scopes have, the last one first.
    var keys: [RegistrationKey] {
        sequence(first: self) { $0.previous?.object }.compactMap { $0.step?.key }
    }

    /// Forgets the answers of this layout and of all layouts that begin like it.
    func forget(into deferred: inout DeferredRelease) {
        answers.forget(into: &deferred)
        first.load()?.forget(into: &deferred)
        for layout in others.withLock({ Array($0.values) }) { layout.forget(into: &deferred) }
    }
}
