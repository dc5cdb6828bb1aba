// What a request may want besides one new or kept instance: all instances, one that is kept already, or to know whether
// there is one.

extension Resolver {
    /// The instances of all that match a request: the nearest first, then in the order of registration. In a section.
    func allInstances<T>(for request: Request, as type: T.Type, on thread: ThreadRecord) throws(ImposeError) -> [T] {
        again: while true {
            var instances: [T] = []
            for candidate in try allCandidates(for: request) {
                if let given = candidate.given {
                    instances.append(try instance(given, of: candidate, for: request))
                    continue
                }
                guard let registration = candidate.registration else { continue }
                // What is made for one may change the others.
                if !registration.isStillHeld(by: candidate.holder) { continue again }
                let (holder, own) = (candidate.holder, request.typeOnly)
                let made: T? = try registrationInstance(registration, heldBy: holder, for: own, on: thread)
                guard let made else { continue again }
                instances.append(made)
            }
            return instances
        }
    }

    func instance<T>(_ given: GivenValue, of candidate: Candidate, for request: Request) throws(ImposeError) -> T {
        try request.withBorrowed { request throws(ImposeError) in
            try convert(AnyInstance(retaining: given.object), from: candidate.key.type, for: request)
        }
    }

    /// Every candidate of the nodes that are searched, but those that a node further in hides by its own for the same
    /// type: the nearest first, then in the order of registration. An alias and its original are one.
    func allCandidates(for request: Request) throws(ImposeError) -> [Candidate] {
        let query = request.query
        var found: [Candidate] = []
        // The types that are hidden in each node, and in those above it, by what lies further in.
        var hidden: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        for node in searchOrder {
            let all = node.candidates(for: query)
            if node.isEnded, node.kind != .scope || node.wasOpenedInEnded || !all.isEmpty {
                throw ImposeError(.disposed(node), request)
            }
            var types = hidden[ObjectIdentifier(node)] ?? []
            found += all.filter { !types.contains(ObjectIdentifier($0.key.type)) }
            guard let parent = node.parent else { continue }
            types.formUnion(all.map { ObjectIdentifier($0.key.type) })
            // For `T?` a node may have both `T?` and `T`: `candidates` has one of them, and both hide what is above.
            for type in query.exactTypes where query.isOptional {
                let key = RegistrationKey(type: type, name: query.name)
                if node.state.withLock({ $0.registration(for: key) != nil }) { types.insert(ObjectIdentifier(type)) }
            }
            hidden[ObjectIdentifier(parent.object), default: []].formUnion(types)
        }
        let ordered = found.inOrder { Int64($0.number) }.inOrder { Int64($0.distance) }
        var sources: Set<Int> = []
        return ordered.filter { sources.insert(source(of: $0)).inserted }
    }

    /// The number of what an instance comes from: a registration, or a value that a scope was given. For an alias it is
    /// what answers a request for the original, which may be further in.
    private func source(of candidate: Candidate) -> Int {
        guard let original = candidate.registration?.original else { return candidate.source.number }
        let order = parameterResolver(context, heldBy: candidate.holder).searchOrder
        return order.candidate(for: Query(original)).map { source(of: $0) } ?? candidate.source.number
    }

    /// The instance that a request would get, if it is kept already. Makes none, but for the conversion of an alias. In
    /// a section.
    func existingInstance<T>(for request: Request, as type: T.Type, on thread: ThreadRecord) -> T? {
        guard let found = try? request.withBorrowed({ try find($0) }) else { return nil }
        switch found {
        case .nothing: return nil
        case .kept(let word): return keptInstance(at: word, as: type)
        case .given(let instance, let offered): return instance.takeCast(from: offered)
        case .registration(let registration, let holder, _):
            return existingInstance(of: registration.object, heldBy: holder.object, at: request.location, on: thread)
        }
    }

    /// The instance that a registration of a holder has already. In a section.
    func existingInstance<T>(
        of registration: RegistrationRecord,
        heldBy holder: Node,
        at location: Location,
        on thread: ThreadRecord
    ) -> T? {
        let own = BorrowedRequest(registration.type, at: location)
        if let key = registration.original {
            // The conversion is the user's: it is called if there is an instance to convert.
            let original = Request(Query(key), at: location)
            let outer = parameterResolver(context, heldBy: holder)
            func exists<Original>(_ type: Original.Type) -> Bool {
                outer.existingInstance(for: original, as: type, on: thread) != nil
            }
            guard exists(key.type) else { return nil }
            return try? registrationInstance(registration, heldBy: holder, for: own, on: thread)
        }
        // What was imposed as an instance is there from the start, unless it has yet to be decorated.
        if registration.isInstance, registration.hooks?.content.decorators.isEmpty ?? true {
            return try? registrationInstance(registration, heldBy: holder, for: own, on: thread)
        }
        guard registration.isKept else { return nil }
        let found = try? withCellAccess(of: registration, heldBy: holder, for: own, on: thread) { $0.existing() }
        return found?.takeCast(from: registration.instanceType)
    }

    /// Whether an injection gets an instance, as far as that can be said without making one. In a section.
    func isImposed(_ request: Request, on thread: ThreadRecord) -> Bool {
        guard let found = try? request.withBorrowed({ try find($0) }) else { return false }
        switch found {
        case .nothing: return false
        case .kept: return true
        case .given(let instance, _):
            // Counted by hand: this releases it.
            _ = instance.takeObject()
            return true
        case .registration(let registration, let holder, _):
            let registration = registration.object
            if let key = registration.original {
                let request = Request(Query(key), at: request.location)
                return parameterResolver(context, heldBy: holder).isImposed(request, on: thread)
            }
            guard registration.isKept else { return true }
            let own = BorrowedRequest(registration.type, at: request.location)
            let isKept = try? withCellAccess(of: registration, heldBy: holder.object, for: own, on: thread) {
                !$0.keeper.with { $0.isClosed }
            }
            return isKept ?? false
        }
    }

    /// Runs `body` with the way to the instances of a kept registration, which the caller holds. In a section.
    func withCellAccess<Result>(
        of registration: RegistrationRecord,
        heldBy holder: Node,
        for request: BorrowedRequest,
        on thread: ThreadRecord,
        _ body: (CellAccess) throws(ImposeError) -> Result
    ) throws(ImposeError) -> Result {
        let build = BuildFrame.begin(UncountedReference(registration), for: request, on: thread)
        defer { build.end() }
        return try body(CellAccess(build, heldBy: UncountedReference(holder), for: self, nil))
    }
}

extension RegistrationRecord {
    /// Whether a node still has the registration, and has not replaced or removed it.
    func isStillHeld(by holder: Node) -> Bool { holder.state.withLock { $0.registration(for: key) === self } }
}
