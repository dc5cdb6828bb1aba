// `prepare`: the making of all kept instances that have to be awaited.

/// The making of all kept instances that can't be injected without awaiting something.
private struct Preparation: Sendable {
    /// The nodes whose registrations count.
    let nodes: [Node]
    /// The scope whose instances are made; nil for those that imposers keep.
    let scope: Node?
    let location: Location

    /// A registration, and the node that has it.
    private typealias Need = (registration: RegistrationRecord, holder: Node)

    /// Makes the instances, all at the same time.
    ///
    /// It is not known beforehand what a provider asks for in its body. If that is not there yet, the provider is
    /// called again, as long as each round makes other instances.
    func run() async throws(ImposeError) {
        if let ended = nodes.first(where: \.isEnded) {
            throw ImposeError(.disposed(ended), Request(ofImposerAt: location))
        }
        let latest = RegistrationRecord.latestNumber
        defer {
            // The instances of a scope are prepared for this scope only, so nothing is noted.
            for node in nodes where scope == nil {
                Inspector.note(.prepared(NodeFacts(node), upTo: latest, at: location))
            }
        }
        var wanted = nodes.flatMap { needs(of: $0) }
        while true {
            let failures = await make(wanted)
            if failures.isEmpty { return }
            if failures.count == wanted.count || failures.contains(where: { $0.error.kind != .asynchronous }) {
                throw .unprepared(failures.map(\.error))
            }
            wanted = failures.map { wanted[$0.index] }
        }
    }

    /// - Returns: The failures, in the order of what is wanted.
    private func make(_ wanted: [Need]) async -> [(index: Int, error: ImposeError)] {
        await withTaskGroup(of: (index: Int, error: ImposeError)?.self) { group in
            for (index, need) in wanted.enumerated() {
                group.addTask {
                    do throws(ImposeError) {
                        try await resolver(of: need).prepare(need.registration, heldBy: need.holder, at: location)
                        return nil
                    } catch {
                        return (index, error)
                    }
                }
            }
            var failures: [(index: Int, error: ImposeError)] = []
            for await case let failure? in group {
                failures.append(failure)
                // Others may make the instance that was missing.
                if failure.error.kind != .asynchronous { group.cancelAll() }
            }
            return failures.inOrder { Int64($0.index) }
        }
    }

    /// Returns the resolver of the request for an instance. This struct holds the nodes that it refers to.
    private func resolver(of need: Need) -> Resolver {
        let node = scope ?? need.holder
        return Injection.run(asking: node, in: Context()) { _ in Resolver(to: node, in: Context()) }
    }

    // MARK: What is to be made

    private func needs(of holder: Node) -> [Need] {
        let registrations = holder.state.withLock { $0.registrations }.inOrder { Int64($0.number) }
        return registrations.map { ($0, holder) }.filter { need in
            var known: [Int: Bool] = [:]
            return isKept(need) && (need.registration.isEager.isSet || isAwaited(need, resolver(of: need), &known))
        }
    }

    /// Whether this prepares the instance: it is kept here, and expects no arguments; and for a scope, a request for
    /// its own type gets it.
    private func isKept(_ need: Need) -> Bool {
        let registration = need.registration
        guard registration.isKept, registration.hooks?.content.expectedArguments.isEmpty ?? true else { return false }
        guard let scope else { return registration.option.isForGood }
        if registration.option.isHeldWeakly { return false }
        let resolver = resolver(of: need)
        if resolver.searchOrder.candidate(for: Query(registration.key))?.registration !== registration { return false }
        return withCellAccess(of: need, resolver) { $0.keeper == UncountedReference(scope) } ?? false
    }

    /// Whether the instance is not there, and can't be made without awaiting something, as far as parameters tell.
    ///
    /// - Parameter known: The results so far, by the numbers of registrations. A registration that is being looked at
    ///   counts as not awaited, so that a cycle ends.
    private func isAwaited(_ need: Need, _ resolver: Resolver, _ known: inout [Int: Bool]) -> Bool {
        let record = need.registration
        if let known = known[record.number] { return known }
        known[record.number] = false
        var context: Context?
        if record.isKept {
            let found = withCellAccess(of: need, resolver) {
                ($0.existing() != nil, resolver.context.inside($0.keeper))
            }
            guard case (let isThere, let own)? = found, !isThere else { return false }
            context = own
        }
        let inner = resolver.parameterResolver(context ?? resolver.context, heldBy: need.holder)
        func isKeyAwaited(_ key: RegistrationKey) -> Bool {
            let isOwn = record.original == nil && record.isOwnKey(key.type)
            let order = inner.searchOrder
            let nodes = isOwn ? Array(order.drop { $0 !== need.holder }.dropFirst()) : order
            guard let found = nodes.candidate(for: Query(key)), let registration = found.registration else {
                return false
            }
            return isAwaited((registration, found.holder), inner, &known)
        }
        let keys = record.original.map { [$0] } ?? record.parameters.map { RegistrationKey(type: $0, name: nil) }
        let result = record.isAsynchronous || keys.contains(where: isKeyAwaited)
        known[record.number] = result
        return result
    }

    /// Runs `body` with the way to the instance of a kept registration; nil if there is none.
    private func withCellAccess<Found>(of need: Need, _ resolver: Resolver, _ body: (CellAccess) -> Found) -> Found? {
        Injection.run(asking: need.holder, in: resolver.context) { thread in
            let look = BorrowedRequest(need.registration.type, at: location)
            return try? resolver.withCellAccess(of: need.registration, heldBy: need.holder, for: look, on: thread, body)
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
    ///   nobody waits for the rest, and the instances made so far are kept. It is of kind
    ///   ``ImposeError/Kind/cancelled`` if the calling task was cancelled.
    public static func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws(ImposeError) {
        // In the order in which they are searched.
        let nodes = shared.node.withOtherRoots
        try await Preparation(nodes: nodes, scope: nil, location: Location(fileID, line)).run()
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
        let asked = target
        let scope = UncountedReference(asked).nearestScope?.object
        // For a scope, those that an injection from it searches; otherwise this imposer and its parents.
        let nodes: [Node]
        if let scope {
            nodes = Injection.run(asking: scope, in: Context()) { _ in Resolver(to: scope, in: Context()).searchOrder }
        } else {
            nodes = Array(sequence(first: asked) { $0.parent?.object })
        }
        try await Preparation(nodes: nodes, scope: scope, location: Location(fileID, line)).run()
    }
}
