/// What inspecting, and `ImposeTesting` upon it, may ask of the core: at most twenty functions.
///
/// Their results are values, which inspecting reads: facts of registrations, of imposers, of a search, of a failure.
/// The core tells the `Inspector` what happens. Beside this folder and what is public, inspecting knows only the layers
/// below: Primitives, Types and Vocabulary.
package enum Seam {}

// MARK: - Imposers

extension Seam {
    /// The imposers of the directory that an imposer belongs to, in the order in which they fall back on each other.
    ///
    /// - Parameter imposer: Nil for the directory of the calling code.
    package static func roots(ofDirectoryOf imposer: NodeFacts? = nil) -> [NodeFacts] {
        let root = imposer?.node.root.object ?? Node.currentRoot(.primary)
        guard let primary = root.directory.primary?.object else { return [NodeFacts(root)] }
        return primary.withOtherRoots.map { NodeFacts($0) }
    }

    /// Whether an imposer belongs to a directory, by itself or by its parents: it has no private imposer at the top.
    package static func isInDirectory(_ imposer: NodeFacts) -> Bool { imposer.node.directoryKind != .privateImposer }

    /// The imposer that a call is made of, and the scope that it is made in.
    ///
    /// - Parameter imposer: Nil for the primary one of the calling code.
    package static func origin(ofCallOf imposer: Imposer?) -> OriginFacts {
        (imposer ?? .shared).withResolver { resolver, _ in OriginFacts(resolver) }
    }

    /// The imposer that a token stands for; for a provider's parameter the scope that it searches first.
    package static func node(of imposer: Imposer) -> NodeFacts { NodeFacts(imposer.target) }

    /// The open scopes and imposers right below one, the latest first.
    package static func children(of imposer: NodeFacts) -> [NodeFacts] {
        imposer.node.openChildren.map { NodeFacts($0) }
    }
}

// MARK: - Registrations

extension Seam {
    /// The registrations of an imposer in the order they were made, also aliases without their original; and the values
    /// that a scope was given.
    package static func registrations(of imposer: NodeFacts) -> [RegistrationFacts] {
        let node = imposer.node
        let (records, entries) = node.state.withLock { ($0.registrations, $0.overlay.entries) }
        let given = entries.compactMap { entry -> RegistrationFacts? in
            guard case .given(let value) = entry.content else { return nil }
            return RegistrationFacts(value, for: entry.key, in: node)
        }
        return (records.map { RegistrationFacts($0, in: node) } + given).inOrder { Int64($0.number) }
    }

    /// The types of the modules that have provided on an imposer.
    package static func modules(providedOn imposer: NodeFacts) -> [ObjectIdentifier] {
        imposer.node.state.withLock { $0.modules }?.content.map(\.type) ?? []
    }

    /// The parameters that arguments fill, by their positions; nil if one fits no parameter.
    package static func positions(of given: [RequestFacts.Argument], among parameters: [any Any.Type]) -> Set<Int>? {
        let own = given.map { Argument(value: $0.value, type: $0.type, isOwner: $0.isOwner) }
        guard let placed = PlacedArguments(own, for: parameters) else { return nil }
        return Set(parameters.indices.filter { placed.hasValue(at: $0) })
    }

    /// A type as one of the wrappers of this library; nil if it is none.
    package static func wrapper(_ type: any Any.Type) -> WrapperFacts? {
        // Only structs are asked: see `Resolver.wrapper`.
        Metadata(of: type).isStruct ? (type as? any DependencyWrapper.Type)?.facts : nil
    }
}

// MARK: - The search

extension Seam {
    /// The imposers that are searched for a request, in order.
    package static func searchOrder(from origin: OriginFacts) -> [NodeFacts] {
        withResolver(asking: origin.imposer, in: origin.scope) { $0.searchOrder.map { NodeFacts($0) } }
    }

    /// The decision of one imposer on a request.
    package static func decision(on key: RegistrationKey, _ rules: InjectionRules, of imposer: NodeFacts)
        -> DecisionFacts
    {
        DecisionFacts(imposer.node.decide(Query(key, rules)))
    }

    /// Every registration of one imposer that matches, whatever the rule.
    package static func candidates(for key: RegistrationKey, in imposer: NodeFacts) -> [CandidateFacts] {
        imposer.node.candidates(for: Query(key)).compactMap { CandidateFacts($0) }
    }

    /// Every registration that an injection of all would find, the nearest first.
    package static func allCandidates(for key: RegistrationKey, from origin: OriginFacts) -> [CandidateFacts] {
        let request = Request(Query(key), at: Location())
        let found = withResolver(asking: origin.imposer, in: origin.scope) { try? $0.allCandidates(for: request) }
        return (found ?? []).compactMap { CandidateFacts($0) }
    }

    /// The choice that rules make among candidates.
    package static func choice(among candidates: [CandidateFacts], by rules: InjectionRules) -> DecisionFacts {
        DecisionFacts(rules.choice(among: candidates.map(\.candidate.value)))
    }

    /// Whether a candidate is an alias, and one of the others stands for both. See `Candidate.isDuplicate`.
    package static func isDuplicate(_ candidate: CandidateFacts, among others: [CandidateFacts]) -> Bool {
        candidate.candidate.value.isDuplicate(among: others.map(\.candidate.value))
    }

    /// Runs `body` with the resolver of a request to an imposer, made by code that runs in a scope, or in none.
    fileprivate static func withResolver<Result>(
        asking imposer: NodeFacts,
        in scope: NodeFacts?,
        _ body: (Resolver) -> Result
    ) -> Result {
        let (node, scope) = (imposer.node, scope?.node)
        return withExtendedLifetime((node, scope)) {
            // In a section, see `Context.inside`.
            ReadSection.within(node.directoryID) {
                var context = Context.current.inside(node)
                context.scope = scope.map { UncountedReference($0) }
                return Injection.run(asking: node, in: context) { _ in body(Resolver(to: node, fromScopeOf: context)) }
            }
        }
    }
}

// MARK: - Instances

extension Seam {
    /// What keeps the instance of a registration that an injection in a scope would get.
    package static func keeper(of registration: RegistrationFacts, askedIn scope: NodeFacts?) -> KeeperFacts {
        guard let record = registration.record else { return .node(registration.holder) }
        if !record.isKept { return .nobody }
        let keeper = access(of: record, registration.holder, scope) { $0.keeper.object }
        return keeper.map { .node(NodeFacts($0)) } ?? .noScope
    }

    /// The instance of a registration that an injection in a scope would get, if it is kept already; nil for an alias.
    /// Makes none, and runs no code of the user.
    package static func keptInstance(of registration: RegistrationFacts, askedIn scope: NodeFacts?) -> Any? {
        guard let record = registration.record else {
            let entry = registration.holder.node.state.withLock { $0.overlay[registration.key] }
            guard case .given(let given)? = entry else { return nil }
            return AnyInstance(retaining: given.object).takeAny(of: registration.key.type)
        }
        if !record.isKept { return nil }
        let (holder, location) = (registration.holder, record.location)
        return withResolver(asking: holder, in: scope) { resolver in
            func existing<Made>(_ type: Made.Type) -> Any? {
                // Nobody reads the error.
                ThreadRecord.current.probing {
                    resolver.existingInstance(of: record, heldBy: holder.node, at: location, on: .current) as Made?
                }
            }
            return existing(record.instanceType)
        }
    }

    private static func access<Result>(
        of record: RegistrationRecord,
        _ holder: NodeFacts,
        _ scope: NodeFacts?,
        _ body: (CellAccess) -> Result
    ) -> Result? {
        withResolver(asking: holder, in: scope) { resolver in
            // Nobody reads the error.
            ThreadRecord.current.probing {
                let look = BorrowedRequest(record.type, at: record.location)
                return try? resolver.withCellAccess(of: record, heldBy: holder.node, for: look, on: .current, body)
            }
        }
    }

    /// Makes the instance for a request. User code runs.
    package static func make(_ request: RequestFacts, from origin: OriginFacts) throws(ImposeError) {
        let own = Request(Query(request.key, request.rules), at: request.location)
        let result = withResolver(asking: origin.imposer, in: origin.scope) { resolver -> Result<Void, ImposeError> in
            func make<Made>(_ type: Made.Type) -> Result<Void, ImposeError> {
                Result { () throws(ImposeError) in
                    let _: Made = try resolver.instance(for: own, as: type, on: .current)
                }
            }
            return make(request.key.type)
        }
        try result.get()
    }
}

// MARK: - Here and now

extension Seam {
    /// The registrations whose instances the calling code is building, each for the one before, with the types that
    /// were asked for.
    package static var underWay: [(type: any Any.Type, registration: RegistrationFacts)] {
        let steps = BuildFrame.currentSteps.map(\.type)
        let origin = origin(ofCallOf: nil)
        let search = searchOrder(from: origin)
        return zip(steps, BuildFrame.currentRegistrations).map { type, record in
            let holder = Node.holder(of: record, in: search.map(\.node))
            return (type, RegistrationFacts(record, in: holder ?? origin.imposer.node))
        }
    }

    /// Runs a body in an isolated copy of the directory of an imposer, where every request is told to the inspector.
    ///
    /// - Parameter body: Gets the primary imposer of the copy; and the copy of the imposer, if it is a scope or
    ///   private.
    package static func inCopy<Result>(
        ofDirectoryOf imposer: NodeFacts,
        _ body: (_ primary: NodeFacts, _ copy: Imposer?) -> Result
    ) -> Result {
        let isPrivate = imposer.node.directoryKind == .privateImposer
        let directory = isPrivate ? Node.currentRoot(.primary).directory : imposer.node.directory
        let primary = directory.isolatedCopy(isEmpty: false)
        primary.directory.disableAnswers()
        let lease = primary.directory.beginLease(of: primary)
        Context.enter(Context(in: primary))
        defer {
            primary.end(at: nil)
            Context.leave()
            withExtendedLifetime(lease) {}
        }
        return body(NodeFacts(primary), Imposer.copy(of: imposer.node, in: primary.directory))
    }
}

extension Imposer {
    /// A copy of an imposer and its parents, with the same registrations and no instances; nil for one of a directory.
    fileprivate static func copy(of node: Node, in directory: Directory) -> Imposer? {
        let (above, location) = (node.parent?.object, node.openingLocation)
        if above == nil, node.type != nil { return nil }
        let parent = above.map { copy(of: $0, in: directory) ?? directory.imposer($0.type ?? .primary) }
        let copied =
            parent.map { Node(node.kind, in: $0.node, named: node.name, at: location) }
            ?? Directory.ofPrivateImposer(label: node.name, at: location ?? Location())
        copied.takeRegistrations(of: node)
        Inspector.note(.copied(NodeFacts(copied), from: NodeFacts(node)))
        return Imposer(copied, in: parent, endsNode: true)
    }
}

/// The part of a property wrapper that is known from its type.
protocol DependencyWrapper {
    static var facts: WrapperFacts { get }
}
