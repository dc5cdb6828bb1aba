// What a request may want besides one new or kept instance: all instances, one that is kept already, to know whether
// there is one, or to store one.

extension Resolver {
    /// The instances of all that match a request: the nearest first, then in the order of registration. In a section.
    func allInstances<T>(for request: Request, as type: T.Type, on thread: ThreadRecord) throws(ImposeError) -> [T] {
        search: while true {
            var instances: [T] = []
            for candidate in try allCandidates(for: request) {
                if let given = candidate.given {
                    instances.append(try instance(given, of: candidate, for: request))
                    continue
                }
                guard let registration = candidate.registration else { continue }
                // What is made for one may change the others.
                if !registration.isStillHeld(by: candidate.holder) { continue search }
                let (holder, look) = (candidate.holder, request.typeOnly)
                let made: T? = try registrationInstance(registration, heldBy: holder, for: look, on: thread)
                guard let made else { continue search }
                instances.append(made)
            }
            return instances
        }
    }

    func instance<T>(_ given: GivenValue, of candidate: Candidate, for request: Request) throws(ImposeError) -> T {
        try request.withBorrowed { request throws(ImposeError) in
            try converted(AnyInstance(retaining: given.object), from: candidate.key.type, for: request)
        }
    }

    /// Every candidate of the nodes that are searched, but those that a node further in hides by its own for the same
    /// type: the nearest first, then in the order of registration. An alias and its original are one.
    func allCandidates(for request: Request) throws(ImposeError) -> [Candidate] {
        let matching = request.matching
        var found: [Candidate] = []
        // The types that are hidden in the nodes above each node.
        var hidden: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        for node in searchOrder {
            let all = node.candidates(for: matching)
            if node.isEnded, node.kind != .scope || node.wasOpenedInEnded || !all.isEmpty {
                throw ImposeError(.disposed(node), request)
            }
            var types = hidden[ObjectIdentifier(node)] ?? []
            found += all.filter { !types.contains(ObjectIdentifier($0.key.type)) }
            guard let parent = node.parent else { continue }
            types.formUnion(all.map { ObjectIdentifier($0.key.type) })
            for type in matching.exactTypes where matching.isOptional {
                let key = RegistrationKey(type: type, name: matching.name)
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
        let matching = Matching(original)
        for node in parameterResolver(context, heldBy: candidate.holder).searchOrder {
            switch node.decide(matching) {
            case .none: continue
            case .chosen(let answer): return source(of: answer)
            case .tied, .disposed: return candidate.source.number
            }
        }
        return candidate.source.number
    }

    /// The instance that a request would get, if it is kept already. Makes none, but for the conversion of an alias. In
    /// a section.
    func existingInstance<T>(for request: Request, as type: T.Type, on thread: ThreadRecord) -> T? {
        guard let found = try? request.withBorrowed({ try find($0) }) else { return nil }
        switch found {
        case .nothing: return nil
        case .kept(let word): return keptInstance(at: word, as: type)
        case .given(let instance, let offered): return instance.cast(from: offered)
        case .registration(let registration, let holder, _):
            return existingInstance(of: registration.object, heldBy: holder.object, at: request.location, on: thread)
        }
    }

    private func existingInstance<T>(
        of registration: RegistrationRecord,
        heldBy holder: Node,
        at location: Location,
        on thread: ThreadRecord
    ) -> T? {
        let look = BorrowedRequest(registration.type, at: location)
        if let key = registration.original {
            // The conversion is the user's: it is called if there is an instance to convert.
            let original = Request(Matching(key), at: location)
            let outer = parameterResolver(context, heldBy: holder)
            func exists<Original>(_ type: Original.Type) -> Bool {
                outer.existingInstance(for: original, as: type, on: thread) != nil
            }
            guard _openExistential(key.type, do: exists) else { return nil }
            return try? registrationInstance(registration, heldBy: holder, for: look, on: thread)
        }
        // What was imposed as an instance is there from the start, unless it has yet to be decorated.
        if registration.isInstance, registration.hooks?.content.decorators.isEmpty ?? true {
            return try? registrationInstance(registration, heldBy: holder, for: look, on: thread)
        }
        guard registration.isKept else { return nil }
        let found = try? withCellAccess(of: registration, heldBy: holder, for: look, on: thread) { $0.existing() }
        return found?.cast(from: registration.instanceType)
    }

    /// Whether an injection gets an instance, as far as that can be said without making one. In a section.
    func isImposed(_ request: Request, on thread: ThreadRecord) -> Bool {
        guard let found = try? request.withBorrowed({ try find($0) }) else { return false }
        switch found {
        case .nothing: return false
        case .kept: return true
        case .given(let instance, _):
            _ = instance.takeObject()
            return true
        case .registration(let registration, let holder, _):
            let registration = registration.object
            if let key = registration.original {
                let request = Request(Matching(key), at: request.location)
                return parameterResolver(context, heldBy: holder).isImposed(request, on: thread)
            }
            guard registration.isKept else { return true }
            let look = BorrowedRequest(registration.type, at: request.location)
            let isKept = try? withCellAccess(of: registration, heldBy: holder.object, for: look, on: thread) {
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

    // MARK: Storing

    /// Stores a value for exactly a type and a name, in the first node that has them. In a section.
    func store<Value>(_ value: Value, for request: Request, on thread: ThreadRecord) throws(ImposeError) {
        let key = request.matching.key
        search: while true {
            let order = searchOrder
            for node in order {
                let (content, record, isEnded) = node.state.withLock {
                    ($0.overlay[key], $0.registration(for: key), $0.isEnded)
                }
                if isEnded, node.kind != .scope || content != nil || node.wasOpenedInEnded {
                    throw ImposeError(.disposed(node), request)
                }
                if case .given? = content {
                    let object = AnyInstance(of: value).takeObject()
                    let old = node.state.withLock { $0.isClosed ? nil : $0.overlay.store(object, for: key) }
                    if let old { return node.retire([old]) }
                    continue search
                }
                guard let record, record.original == nil || node.has(aliasInForce: record.key) else { continue }
                if try store(value, in: record, heldBy: node, request, on: thread) { return }
                continue search
            }
            throw ImposeError(.missingToStore(order), request)
        }
    }

    /// - Returns: False if the registration is gone by now.
    private func store<Value>(
        _ value: Value,
        in registration: RegistrationRecord,
        heldBy holder: Node,
        _ request: Request,
        on thread: ThreadRecord
    ) throws(ImposeError) -> Bool {
        let observers = registration.hooks?.content.storeObservers ?? []
        let type = Casting.dynamicType(of: value)
        func store<Made>(_ made: Made.Type) -> Result<Bool, ImposeError> {
            Result { () throws(ImposeError) -> Bool in
                let isOfType =
                    !registration.isForSubclass
                    || type.flatMap { TypeRelation(to: registration.type).distance(from: $0) } != nil
                guard let instance = value as? Made, isOfType else {
                    throw ImposeError(.wrongClassToStore(registration, type ?? Value.self), request)
                }
                let object = AnyInstance(of: instance).takeObject()
                if registration.isKept {
                    let kept: AnyObject? = registration.option.isHeldWeakly ? WeakInstance.make(instance) : object
                    guard let kept else { throw ImposeError(.weakValue(registration, type ?? Value.self), request) }
                    let look = request.typeOnly
                    let isStored = try withCellAccess(of: registration, heldBy: holder, for: look, on: thread) {
                        access throws(ImposeError) in
                        try access.store(kept)
                    }
                    if !isStored { return false }
                } else if observers.isEmpty {
                    throw ImposeError(.notStorable(registration), request)
                }
                for observer in observers { observer(object) }
                return true
            }
        }
        return try _openExistential(registration.instanceType, do: store).get()
    }
}

extension RegistrationRecord {
    /// Whether a node still has the registration, and has not replaced or removed it.
    func isStillHeld(by holder: Node) -> Bool { holder.state.withLock { $0.registration(for: key) === self } }
}
