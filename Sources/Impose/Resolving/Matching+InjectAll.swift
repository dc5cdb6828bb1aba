// The registrations that `injectAll` finds, and their order.

extension Matching {
    /// Every registration of one imposer that matches.
    func all(in imposer: ImposerNode) -> [Candidate] {
        let compatible = compatible(in: imposer)
        guard let exact = exact(in: imposer) else { return compatible }
        return [exact] + compatible.filter { $0.registration !== exact.registration }
    }

    /// All candidates that match. A registration hides the ones with its key in the ancestors of its imposer.
    func all(in order: SearchOrder, askedIn scope: ImposerNode?) -> [Candidate] {
        var candidates: [Candidate] = []
        /// The types that are hidden in an imposer, which comes after all that are below it. All have the same name.
        var hidden: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        for imposer in order {
            let all = self.all(in: imposer)
            var types = hidden.removeValue(forKey: ObjectIdentifier(imposer)) ?? []
            candidates += all.filter { !types.contains(ObjectIdentifier($0.registration.type)) }
            guard let parent = imposer.parent else { continue }
            types.formUnion(hiddenTypes(by: imposer, with: all))
            // The scope's line and that of the imposer that is asked may meet in the parent.
            let others = hidden.updateValue(types, forKey: ObjectIdentifier(parent))
            if let others { hidden[ObjectIdentifier(parent)]?.formUnion(others) }
        }
        // An alias and its original are one instance, and the one that comes first stands for both.
        var sources: Set<ObjectIdentifier> = []
        return candidates.inOrder(of: \.registration.sequence).inOrder { Int64($0.distance) }
            .filter { sources.insert(ObjectIdentifier($0.source(in: scope).registration)).inserted }
    }

    /// The types under whose keys one imposer hides what its parents have: those of all its candidates, and the
    /// requested type with those inside it, which need not be candidates besides each other.
    ///
    /// - Parameter all: Every registration of the imposer that matches.
    func hiddenTypes(by imposer: ImposerNode, with all: [Candidate]) -> [ObjectIdentifier] {
        let types = all.map { ObjectIdentifier($0.registration.type) }
        guard isOptional else { return types }
        let exact = exactTypes.filter { imposer.recordInForce(for: RegistrationKey(type: $0, name: name)) != nil }
        return types + exact.map { ObjectIdentifier($0) }
    }
}
