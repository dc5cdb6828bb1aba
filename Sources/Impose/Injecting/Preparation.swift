/// The making of all kept instances that could not be injected without awaiting them.
struct Preparation {
    /// The imposers whose registrations count.
    fileprivate let imposers: [ImposerNode]
    /// The scope whose instances are made; nil for the instances that imposers keep.
    fileprivate let scope: ImposerNode?
    /// The line to name in errors.
    fileprivate let location: Location

    /// Makes the instances: in order if they depend on each other, the others at the same time.
    ///
    /// It is not known beforehand what a provider asks for in its body. If that is not there yet, it fails, and is
    /// called again when the others are made.
    func run() async throws(ImposeError) {
        if let ended = imposers.first(where: \.isDisposed) {
            throw ImposeError(.disposed(ended), Imposer.self, at: location)
        }
        var early: [RegistrationKey: RegistrationKey] = [:]
        let last = RegistrationRecord.latestSequence
        while true {
            let failures = await makeAll()
            if failures.isEmpty {
                // Of a scope, only what that one keeps was made.
                guard scope == nil else { return }
                for node in imposers { Inspector.current?.noteAction(.prepared(upTo: last), location, node) }
                return
            }
            let previous = early
            early = [:]
            for error in failures where error.kind == .asynchronous {
                guard let first = error.path.first else { continue }
                early[RegistrationKey(type: first.type, name: first.name)] =
                    RegistrationKey(type: error.requested, name: error.name)
            }
            // Nothing new came of another try, or none will.
            if early.isEmpty || failures.contains(where: { $0.kind != .asynchronous }) || early == previous {
                throw ImposeError.unprepared(failures)
            }
        }
    }

    /// Makes all instances that are not there, and returns the failures in the order of the registrations.
    private func makeAll() async -> [ImposeError] {
        let wanted = wanted
        return await withTaskGroup(of: (Int, ImposeError?).self) { group in
            for (index, (need, earlier)) in wanted.enumerated() {
                group.addTask { (index, await make(need, after: earlier)) }
            }
            var failures: [(index: Int, error: ImposeError)] = []
            for await case let (index, error?) in group {
                failures.append((index, error))
                // Others may make the instance that was missing.
                if error.kind != .asynchronous { group.cancelAll() }
            }
            return failures.inOrder { Int64($0.index) }.map(\.error)
        }
    }

    /// The instances to be made, in the order of the imposers, and for each those that have to exist before.
    private var wanted: [(Need, after: [Need])] {
        let all = ParameterNeeds(imposers, in: scope)
        return all.own.filter { index in
            (all.awaited.contains(index) || all.nodes[index].registration.isEager) && isKeptHere(all.nodes[index])
        }
        .map { index in
            // The others have no task of their own: they are made on the way.
            let needs = all.awaitedNeeds(of: index).filter(all.own.contains).map { all.nodes[$0] }
            return (all.nodes[index], after: needs.filter(isKeptHere))
        }
    }

    private func isKeptHere(_ need: Need) -> Bool {
        let record = need.registration
        guard record.option.holdsInstances, record.expectedArguments.isEmpty else { return false }
        guard let scope else { return record.option.lifetime == .singleInstance }
        // The scope's own registrations, and others whose instances it keeps, unless an inner registration hides them.
        let matching = Matching(requested: record.type, name: record.key.name, rules: .nearest)
        let order = SearchOrder(from: Origin(asked: scope, scope: scope))
        guard Resolver.winner(matching, order)?.registration === record else { return false }
        return record.keeper(heldBy: need.holder, for: scope) === scope
    }

    private func make(_ need: Need, after earlier: [Need]) async -> ImposeError? {
        for other in earlier {
            guard let error = await failure(of: other) else { continue }
            // Its own task reports that failure; but on a cycle each task would leave that to the next one.
            if error.kind == .circular { break }
            return nil
        }
        return await failure(of: need).map { Resolver.reported($0, in: need.holder) }
    }

    /// Makes an instance, and returns the error if that fails.
    private func failure(of need: Need) async -> ImposeError? {
        let (registration, holder) = (need.registration, need.holder)
        let request = Request(registration.type, named: registration.key.name, at: location)
        let origin = Origin(asked: scope ?? holder, scope: scope ?? holder.nearestScope)
        do throws(ImposeError) {
            let delivery = Delivery(Candidate(registration: registration, imposer: holder), for: request, from: origin)
            // False if it was replaced or removed meanwhile: then it is not wanted any more.
            _ = try await delivery.prepare(for: registration.isolation)
            return nil
        } catch {
            return error
        }
    }
}

extension Imposer {
    /// Makes every kept instance of the current directory that could not be injected synchronously, and the instances
    /// of ``Registration/eager()`` registrations, so that `inject()` finds them from then on.
    ///
    /// ```swift
    /// try await Imposer.prepare()        // at the start of the program, before the first injection
    /// ```
    ///
    /// An instance is made if its provider is asynchronous, or if a dependency's is, as far as the parameters of
    /// providers tell. Instances that depend on each other are made in order, the others concurrently. If a provider
    /// injects in its body something that is not there yet, it is called again when the others are made. Weak
    /// instances, instances of scopes, and registrations that take arguments are left out. Existing instances are not
    /// made again.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Throws: The first ``ImposeError`` in the order of the registrations, of one of the kinds that
    ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists; its text names the others. After a failure
    ///   the rest is cancelled, and the instances made so far are kept. It is of kind ``ImposeError/Kind/cancelled`` if
    ///   the calling task was cancelled.
    public static func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws(ImposeError) {
        // Makes it a member, which notes that it was prepared.
        _ = shared
        try await Preparation(imposers: Directory.current.members, scope: nil, location: Location(fileID, line)).run()
    }

    /// Makes every kept instance of this imposer and its parents that could not be injected synchronously, and the
    /// instances of ``Registration/eager()`` registrations; for a scope, the instances that the scope keeps.
    ///
    /// ```swift
    /// try await Imposer.withScope("request") { scope in
    ///     scope.give(user)
    ///     try await scope.prepare()
    ///     handle()                       // inject() in there finds everything made asynchronously for it
    /// }
    /// ```
    ///
    /// See ``Imposer/prepare(fileID:line:)-swift.type.method``.
    public func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws(ImposeError) {
        let asked = searched
        // For a scope, those that an injection from it searches; otherwise this imposer and its parents.
        let scope = asked.nearestScope
        let searched = scope.map { Array(SearchOrder(from: Origin(asked: asked, scope: $0))) } ?? Array(asked.lineage)
        try await Preparation(imposers: searched, scope: scope, location: Location(fileID, line)).run()
    }
}
