internal import Synchronization

// The part of a node that a scope shares with others of its kind.

extension ImposerNode {
    /// The shape by which it shares its answers with other scopes; nil if it does not, or is just being changed.
    var shape: ScopeShape? {
        Self.shape(at: shapeWord.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Adds a registration. Call it under the lock of the registry.
    ///
    /// During the change, no shape is found. So a search that began and ended with the same shape has certainly seen
    /// what scopes of that shape have, and nothing else.
    ///
    /// - Parameter root: The root of the scope's shapes; nil for a scope that can't share its answers.
    /// - Returns: The registration that it replaces.
    func add(
        _ record: RegistrationRecord,
        to registry: inout Registry,
        root: @autoclosure () -> Unmanaged<ScopeShape>?
    ) -> RegistrationRecord? {
        let step = ScopeShape.Step(key: record.key, isGiven: false)
        guard record.isPlain, !ownAnswers.isSet, !registry.contains(step.key),
            let next = shape(adding: step, root: root())
        else {
            stopSharingAnswers()
            return registry.add(record)
        }
        return change(to: next) { registry.add(record) }
    }

    /// Adds a value that a scope is given. Call it under the lock of the registry.
    ///
    /// - Returns: False if it has to be imposed, since the scope can't share its answers with others.
    func add(_ given: Given, to registry: inout Registry, root: @autoclosure () -> Unmanaged<ScopeShape>?) -> Bool {
        let step = ScopeShape.Step(key: given.key, isGiven: true)
        guard !ownAnswers.isSet, !registry.contains(step.key), let next = shape(adding: step, root: root()) else {
            return false
        }
        change(to: next) { registry.give(given, owner: RegistrationOwner(title: title, number: number)) }
        return true
    }

    private func change<Result>(to next: Unmanaged<ScopeShape>, _ body: () -> Result) -> Result {
        shapeWord.store(ShapeState.changing, ordering: .sequentiallyConsistent)
        let result = body()
        let address = UInt(bitPattern: next.toOpaque())
        shapeWord.store(address, ordering: .sequentiallyConsistent)
        return result
    }

    /// The scope's shape after one more step, which is only appended: each position stays the same.
    private func shape(
        adding step: ScopeShape.Step,
        root: @autoclosure () -> Unmanaged<ScopeShape>?
    ) -> Unmanaged<ScopeShape>? {
        let shape = Self.shape(at: shapeWord.load(ordering: .acquiring)) ?? root()
        return shape?._withUnsafeGuaranteedRef { $0.adding(step) }
    }

    /// Makes it remember its answers for itself. Call it under the lock of the registry, before a change that other
    /// scopes don't share.
    func stopSharingAnswers() {
        if !ownAnswers.isSet { _ = ownAnswers.storeIfNil(AnswerCache(isProcessPrimary: false)) }
        shapeWord.store(ShapeState.unshared, ordering: .sequentiallyConsistent)
    }

    /// The table that remembers the answers to requests which begin in this scope; nil if there is none.
    ///
    /// Invariant: the node above is not a scope's.
    var home: AnswerTableReference? {
        if isDisposed { return nil }
        switch shapeWord.load(ordering: .acquiring) {
        case ShapeState.none where !ownAnswers.isSet:
            return upper?._withUnsafeGuaranteedRef { $0.homeOfOwn }
        case ShapeState.changing: return nil
        case let word:
            if ownAnswers.isSet { return homeOfOwn }
            return Self.shape(at: word)?._withUnsafeGuaranteedRef { $0.answers.home }
        }
    }

    /// The shape that a word of `shapeWord` refers to, if it refers to one.
    private static func shape(at word: UInt) -> Unmanaged<ScopeShape>? {
        guard word > ShapeState.last, let address = UnsafeRawPointer(bitPattern: word) else { return nil }
        return .fromOpaque(address)
    }

    private var homeOfOwn: AnswerTableReference? { ownAnswers.unretained?._withUnsafeGuaranteedRef { $0.home } }

    /// Whether it has a shape now.
    var hasShape: Bool { shapeWord.load(ordering: .acquiring) > ShapeState.last }

    /// The keys that were imposed on it when it was disposed of.
    var closedKeys: [RegistrationKey] {
        if let address = UnsafeRawPointer(bitPattern: closedShape.load(ordering: .acquiring)) {
            return Unmanaged<ScopeShape>.fromOpaque(address).takeUnretainedValue().keys
        }
        return closed.load()?.content ?? []
    }
}

/// The words that stand in place of the address of a shape.
enum ShapeState {
    /// It has never had a registration.
    static let none: UInt = 0
    /// A registration is being added.
    static let changing: UInt = 1
    /// Its answers are its own.
    static let unshared: UInt = 2
    /// Addresses are greater than this.
    static let last = unshared
}
