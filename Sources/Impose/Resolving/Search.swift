// One node decides (`Decision`, of `Candidate`s), and all that are searched make a `SearchResult`. What is remembered
// of it is a word (of an instance, a registration, or a `BoxedAnswer`); for a request with a name or a rule it is a
// `RememberedMatch`. If the instance itself is to be remembered, a `PendingAnswer` does that once it is there.

/// What a search has found.
enum SearchResult {
    /// The word of an instance that is kept, see `AnyInstance.taggedAddress`. It stays as long as the section.
    case kept(UInt)
    /// A value that a scope was given, and the type that it was given as.
    case given(AnyInstance, any Any.Type)
    /// A registration, and the node that holds it.
    case registration(UncountedReference<RegistrationRecord>, holder: UncountedReference<Node>, PendingAnswer?)
    case nothing
}

/// An answer to be remembered once its instance is there: the node and the requested type that it answers for. Whoever
/// gets the instance remembers the answer.
struct PendingAnswer {
    let node: UncountedReference<Node>
    /// The requested type. It may be another one than the static type: `let kind: Screen.Type = Home.self`.
    let requested: any Any.Type
    /// The version of the directory before the search, see `Directory.version`.
    let version: Int
}

extension SearchResult {
    // Answers that are remembered in a word. The tags are in the low bits of addresses: 1 for a registration of the
    // node itself, 3 for a boxed answer; 0 or 2 for an instance.

    /// The result by an answer that was found. Call it in the section in which it was found.
    ///
    /// - Parameters:
    ///   - answer: The word, which is not 0.
    ///   - node: The node whose table has it.
    @inline(__always)
    init(_ answer: UInt, in node: UncountedReference<Node>) {
        // Invariant: what is not an instance is there as long as the table can be found, and then as long as the
        // section.
        if answer & 1 == 0 {
            self = .kept(answer)
        } else if answer & 2 == 0 {
            self = .registration(UncountedReference(knownAddress: answer & ~3), holder: node, nil)
        } else {
            self = UncountedReference<BoxedAnswer>(knownAddress: answer & ~3).with { $0.match.searchResult }
        }
    }

    fileprivate static func answer(_ record: RegistrationRecord) -> UInt { UncountedReference(record).address | 1 }
    fileprivate static func answer(_ boxed: BoxedAnswer) -> UInt { UncountedReference(boxed).address | 3 }
}

/// A remembered answer that needs more than a word: a registration of another root, or the fact that there is none.
final class BoxedAnswer: Sendable {
    fileprivate let match: RememberedMatch
    fileprivate init(_ match: RememberedMatch) { self.match = match }
}

extension RememberedMatch {
    fileprivate var searchResult: SearchResult {
        guard let registration, let holder else { return .nothing }
        return .registration(UncountedReference(registration), holder: UncountedReference(holder), nil)
    }
}

extension Resolver {
    /// Searches for what answers a request, see `searchOrder`. In a section.
    ///
    /// Each node answers completely: by what is exact, or else by the rule.
    @inline(__always)
    func find(_ request: BorrowedRequest) throws(ImposeError) -> SearchResult {
        let root = asked.with { $0.root }
        if let scope = context.scope {
            let found = try findOutwards(scope, end(ofSearchFrom: scope), request)
            if let found { return try unlessEnded(found, request) }
        }
        if asked != root {
            let found = try findOutwards(asked, root, request)
            if let found { return found }
        }
        return try root.answer(request, asking: asked)
    }

    /// What was found in the scope, unless the imposer that is asked has ended.
    @inline(never)
    private func unlessEnded(_ found: SearchResult, _ request: BorrowedRequest) throws(ImposeError) -> SearchResult {
        guard let endedImposer else { return found }
        // Counted by hand: this releases it.
        if case .given(let value, _) = found { _ = value.takeObject() }
        throw ImposeError(.disposed(endedImposer), request)
    }

    /// Searches a node, and those above it up to `end`, which is searched later.
    @inline(__always)
    private func findOutwards(
        _ node: UncountedReference<Node>,
        _ end: UncountedReference<Node>?,
        _ request: BorrowedRequest
    ) throws(ImposeError) -> SearchResult? {
        var next: UncountedReference<Node>? = node
        while let node = next, node != end {
            switch node.with({ $0.kind }) {
            case .scope:
                if node.with({ $0.mustBeSearched }), let found = try node.findInOverlay(request) { return found }
            case .root where node.with({ $0.isSkippedFromScopes }): break
            case .child, .root:
                switch try node.answer(request, asking: asked) {
                case .nothing: break
                case let found: return found
                }
            case .graph: break
            }
            next = node.with { $0.parent }
        }
        return nil
    }
}

extension UncountedReference<Node> {
    /// What a node with a registry answers, and after it, if it is a root, the others of its directory.
    ///
    /// - Parameter asked: The imposer that the request was made of.
    @inline(__always)
    fileprivate func answer(
        _ request: BorrowedRequest,
        asking asked: UncountedReference<Node>
    ) throws(ImposeError) -> SearchResult {
        if request.usesDefaults {
            // Sequentially consistent: see `ReadSection`.
            let table = self.with { $0.answers[0].load(ordering: .sequentiallyConsistent) }
            let key = UInt(bitPattern: ObjectIdentifier(request.requested))
            let word = table == 0 ? 0 : AnswerTable.answer(for: key, at: table)
            if word != 0 { return SearchResult(word, in: self) }
        }
        return try object.search(request, isAsked: self == asked)
    }

    /// What a scope itself answers to a request.
    @inline(never)
    fileprivate func findInOverlay(_ request: BorrowedRequest) throws(ImposeError) -> SearchResult? {
        if request.usesDefaults, TypeRelation.wrapped(in: request.requested) == nil {
            let (found, isClear) = self.with { node in
                node.state.withLock { state -> (SearchResult?, Bool) in
                    if state.isClosed { return (nil, false) }
                    switch state.overlay.match(request.requested) {
                    case .none: return (nil, true)
                    case .unclear: return (nil, false)
                    case .found(let index):
                        switch state.overlay.entries[index].content {
                        case .given(let value):
                            let type = state.overlay.entries[index].key.type
                            return (.given(AnyInstance(retaining: value.object), type), true)
                        case .registered(let record): return (.registration(.init(record), holder: self, nil), true)
                        case .gone: return (nil, false)
                        }
                    }
                }
            }
            if isClear { return found }
        }
        return try object.decide(request.query).searchResult(request, in: object)
    }
}

extension Decision {
    /// - Returns: Nil if the node has nothing.
    func searchResult(_ request: BorrowedRequest, in node: Node) throws(ImposeError) -> SearchResult? {
        switch self {
        case .none: return nil
        case .disposed: throw ImposeError(.disposed(node), request)
        case .tied(let candidates): throw ImposeError(.ambiguous(candidates), request)
        case .chosen(let candidate):
            if let given = candidate.given { return .given(AnyInstance(retaining: given.object), candidate.key.type) }
            return candidate.registration.map {
                .registration(UncountedReference($0), holder: UncountedReference(candidate.holder), nil)
            }
        }
    }
}

extension Node {
    /// Searches the registrations, and remembers which one answers. If the instance itself may be the remembered
    /// answer, this is left to whoever gets the instance, see `PendingAnswer`.
    @inline(never)
    fileprivate func search(_ request: BorrowedRequest, isAsked: Bool) throws(ImposeError) -> SearchResult {
        let query = request.query
        if !query.usesDefaults, let match = directory.remembered(query, in: self) { return match.searchResult }
        let version = directory.version
        func remember(_ match: RememberedMatch) {
            if !query.usesDefaults { return directory.remember(match, for: query, in: self, since: version) }
            let type = query.requested
            if let registration = match.registration, match.holder === self {
                directory.remember(SearchResult.answer(registration), for: type, in: self, since: version, holding: nil)
            } else {
                let boxed = BoxedAnswer(match)
                directory.remember(SearchResult.answer(boxed), for: type, in: self, since: version, holding: boxed)
            }
        }
        var others: [Node]?
        var next: Node? = self
        while let holder = next {
            let found = try holder.decide(query).searchResult(request, in: holder)
            guard case .registration(let registration, _, _)? = found else {
                // Nothing was found: a node with a registry was given no values.
                if others == nil { others = kind == .root ? directory.roots(besides: self).reversed() : [] }
                next = others?.popLast()
                continue
            }
            let match = RememberedMatch(registration: registration.object, holder: holder)
            if isAsked { note(request, answeredBy: match) }
            if !query.usesDefaults || registration.with({ !$0.option.isForGood }) { remember(match) }
            let answer = PendingAnswer(node: UncountedReference(self), requested: query.requested, version: version)
            return .registration(registration, holder: UncountedReference(holder), query.usesDefaults ? answer : nil)
        }
        let nothing = RememberedMatch(registration: nil, holder: nil)
        remember(nothing)
        if isAsked { note(request, answeredBy: nothing) }
        return .nothing
    }

    /// The number of the registration whose provider makes the running request, and whether this node has it.
    var requester: (number: Int, isOfHolder: Bool)? {
        let requester =
            ThreadRecord.current.innermostBuild?.pointee.registration.object ?? AsyncFrame.innermost?.registration
        return requester.map { requester in
            let isHolder = state.withLock { $0.registration(for: requester.key)?.number == requester.number }
            return (requester.number, isHolder)
        }
    }

    /// Tells the inspector of a request, with the provider that it comes from.
    private func note(_ request: BorrowedRequest, answeredBy match: RememberedMatch) {
        guard let inspector = Inspector.current else { return }
        let query = request.query
        if match.registration == nil, Resolver.isHandle(query.requested) { return }
        let source = requester
        // In a copy that is made to be inspected, and in a probe, only the requests of providers are of interest.
        if source == nil, !directory.remembersAnswers || ThreadRecord.current.isProbing { return }
        let facts = RequestFacts(query.key, query.rules, at: request.location)
        inspector.note(.requested(facts, of: NodeFacts(self), by: source))
    }
}

extension PendingAnswer {
    /// Remembers an instance that was converted from its own type. Elsewhere than on its actor a conversion may fail.
    func remember<T>(_ converted: T, from own: any Any.Type) {
        if TypeRelation(to: TypeRelation.unwrapped(T.self)).isBoundToActor(own) { return }
        remember(AnyInstance(of: converted).takeObject(), as: T.self, isHeld: false)
    }

    /// Remembers an instance that is kept, for a request that found it by a registration.
    ///
    /// - Parameter isHeld: Whether the instance is in a cell, so that whoever takes it out waits for readers.
    func remember(_ object: AnyObject, as type: any Any.Type, isHeld: Bool) {
        guard let word = AnyInstance.taggedAddress(of: object, as: type) else { return }
        let held = isHeld ? nil : object
        node.with { $0.directory.remember(word, for: requested, in: $0, since: version, holding: held) }
    }
}
