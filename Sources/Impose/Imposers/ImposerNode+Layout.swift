// The part of a node that a scope shares with others of its kind.

extension ImposerNode {
    /// The layout by which it shares its answers with other scopes; nil if it does not, or is just being changed.
    var layout: ScopeLayout? {
        Self.layout(at: layoutWord.load(ordering: .acquiring))?.object
    }

    /// Adds a registration. Call it under the lock of the registry.
    ///
    /// During the change, no layout is found. So a search that began and ended with the same layout has certainly seen
    /// what scopes of that layout have, and nothing else.
    ///
    /// - Parameter root: The root of the scope's layouts; nil for a scope that can't share its answers.
    /// - Returns: The registration that it replaces.
    func add(
        _ record: RegistrationRecord,
        to registry: inout Registry,
        root: @autoclosure () -> UncountedReference<ScopeLayout>?
    ) -> RegistrationRecord? {
        let step = ScopeLayout.Step(key: record.key, isGiven: false)
        guard record.isPlain, !ownAnswers.isSet, !registry.contains(step.key),
            let next = layout(adding: step, root: root())
        else {
            stopSharingAnswers()
            return registry.add(record)
        }
        return change(to: next) { registry.add(record) }
    }

    /// Adds a value that a scope is given. Call it under the lock of the registry.
    ///
    /// - Returns: False if it has to be imposed, since the scope can't share its answers with others.
    func add(
        _ given: Given,
        to registry: inout Registry,
        root: @autoclosure () -> UncountedReference<ScopeLayout>?
    ) -> Bool {
        let step = ScopeLayout.Step(key: given.key, isGiven: true)
        guard !ownAnswers.isSet, !registry.contains(step.key), let next = layout(adding: step, root: root()) else {
            return false
        }
        change(to: next) { registry.give(given, owner: RegistrationOwner(title: title, number: number)) }
        return true
    }

    private func change<Result>(to next: UncountedReference<ScopeLayout>, _ body: () -> Result) -> Result {
        layoutWord.store(LayoutState.changing, ordering: .sequentiallyConsistent)
        let result = body()
        layoutWord.store(next.address, ordering: .sequentiallyConsistent)
        return result
    }

    /// The scope's layout after one more step, which is only appended: each position stays the same.
    private func layout(
        adding step: ScopeLayout.Step,
        root: @autoclosure () -> UncountedReference<ScopeLayout>?
    ) -> UncountedReference<ScopeLayout>? {
        let layout = Self.layout(at: layoutWord.load(ordering: .acquiring)) ?? root()
        return layout?.with { $0.adding(step) }
    }

    /// Makes it remember its answers for itself. Call it under the lock of the registry, before a change that other
    /// scopes don't share.
    func stopSharingAnswers() {
        if !ownAnswers.isSet { _ = ownAnswers.storeIfNil(AnswerCache(isProcessPrimary: false)) }
        layoutWord.store(LayoutState.unshared, ordering: .sequentiallyConsistent)
    }

    /// The table that remembers the answers to requests to the parent made in this scope; nil if there is none.
    ///
    /// Invariant: the parent is not a scope.
    var homeBelowParent: AnswerTableReference? {
        if isDisposed { return nil }
        switch layoutWord.load(ordering: .acquiring) {
        case LayoutState.none where !ownAnswers.isSet:
            return unretainedParent?.with { $0.homeOfOwn }
        case LayoutState.changing: return nil
        default: return homeOfAnswers
        }
    }

    /// The table of the answers that are remembered here; nil for a scope that has never had its own registrations: each
    /// of its answers is its parent's.
    var homeOfAnswers: AnswerTableReference? {
        homeOfOwn ?? Self.layout(at: layoutWord.load(ordering: .acquiring))?.with { $0.answers.home }
    }

    /// The layout that a word of `layoutWord` refers to, if it refers to one.
    private static func layout(at word: UInt) -> UncountedReference<ScopeLayout>? {
        word > LayoutState.last ? UncountedReference(address: word) : nil
    }

    private var homeOfOwn: AnswerTableReference? { ownAnswers.unretained?.with { $0.home } }

    /// Whether it is a scope of the primary imposer of the process.
    var isBelowPrimaryOfProcess: Bool {
        unretainedParent?.with { $0.home.word == .primaryAnswers } ?? false
    }

    /// Whether another imposer, which may be gone, is the parent of this scope.
    func isRightBelow(_ other: UncountedReference<ImposerNode>) -> Bool { unretainedParent == other }

    /// Whether this is a scope that keeps instances which are to be kept in scopes of a title.
    func isIncluded(in title: ScopeTitle) -> Bool {
        guard case .scope(let own) = self.title else { return false }
        return title.includes(own)
    }

    /// The value that the nearest scope with shared answers was given at a position, if it is there under a key.
    func given(at index: Int, for key: RegistrationKey) -> Given? {
        nearestSharingScope?.registry.withLock { $0.given(at: index, for: key) }
    }

    /// Whether it has a layout now.
    var hasLayout: Bool { layoutWord.load(ordering: .acquiring) > LayoutState.last }
}

/// The words that stand in place of the address of a layout.
enum LayoutState {
    /// It has never had a registration.
    static let none: UInt = 0
    /// A registration is being added.
    static let changing: UInt = 1
    /// Its answers are its own.
    static let unshared: UInt = 2
    /// Addresses are greater than this.
    static let last = unshared
}
