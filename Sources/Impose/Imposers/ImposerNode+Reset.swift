// The instances that a reset lets go of: kept here, and by scopes.

extension ImposerNode {
    /// Lets go of all instances that are kept of its registrations.
    ///
    /// - Returns: The errors until it returned.
    @discardableResult
    func forgetAllInstances() -> [ImposeError] {
        // First, so that ends further up find it before anything is gone.
        let disposal = Disposal(changing: self)
        var deferred = DeferredRelease()
        forgetAllInstances(into: &deferred) { forget in forget(nil) }
        return deferred.release(for: self, completing: disposal)
    }

    /// - Parameter closing: Calls its argument with the reason that nothing may be kept here any more, or with nil.
    func forgetAllInstances(into deferred: inout DeferredRelease, closing: ((KeeperClosing?) -> Void) -> Void) {
        let scopes = scopesThatKeep
        ImposerNode.reset([self] + scopes) {
            closing { forgetAll($0, into: &deferred) }
            forgetInstances(in: scopes, into: &deferred)
            // A scope that was opened meanwhile may have built something with an instance that is forgotten now. A
            // scope that is opened from now on can't.
            let known = Set(scopes.map(ObjectIdentifier.init))
            let others = scopesThatKeep.filter { !known.contains(ObjectIdentifier($0)) }
            ImposerNode.reset(others) { forgetInstances(in: others, into: &deferred) }
            forgetAnswers(into: &deferred)
        }
    }

    /// Lets go of the instances that scopes keep of its registrations.
    private func forgetInstances(in scopes: [ImposerNode], into deferred: inout DeferredRelease) {
        for case let record? in records where record.option.lifetime == .scopedInstance {
            for scope in scopes { scope.forget(record, into: &deferred) }
        }
    }

    /// The other nodes that may keep instances of this imposer's registrations: open scopes.
    private var scopesThatKeep: [ImposerNode] {
        var keepers: [SerialNumber: ImposerNode] = [:]
        forEachBorrowing { keepers[$0.number] = $0 }
        forEachThatSearches { keepers[$0.number] = $0 }
        keepers[number] = nil
        return keepers.values.filter(\.isOfScope)
    }

    /// Runs a reset that affects several imposers.
    static func reset(_ nodes: [ImposerNode], _ body: () -> Void) {
        for node in nodes { node.epoch.beginReset() }
        body()
        for node in nodes { node.epoch.endReset() }
    }
}
