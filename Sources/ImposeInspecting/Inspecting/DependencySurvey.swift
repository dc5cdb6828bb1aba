internal import Impose

/// All registrations of some imposers, with the registrations that their providers' requests lead to. It makes no
/// instance.
struct DependencySurvey {
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var expectedValues: [ExpectedValue] = []
    /// So many nodes, the first ones, belong to the imposers. The others are only targets of edges.
    let surveyedCount: Int
    /// The number of nodes, the first ones, whose edges are there.
    private var countWithEdges = 0
    /// The scope that is running, if it is taken into account.
    private let running: NodeFacts?
    private var indexes: [Node: Int] = [:]
    private var answers: [Question: Answer] = [:]
    private var indexesByExpectation: [ObjectIdentifier: Int] = [:]
    /// Names for all types that it leads to, so that no two of them are called the same. Made when first needed, which
    /// is seldom: there has to be a problem.
    private(set) lazy var names = TypeNames(
        nodes.flatMap { [$0.record.type] + $0.record.parameters + $0.record.expectedArguments } + edges.map(\.key.type)
            + expectedValues.map(\.expectation.type)
    )

    private struct Question: Hashable {
        let query: Query
        let origin: Origin
    }

    struct Answer {
        let fate: Fate
        /// The indexes of the expected values that answer in scopes that are given them.
        var expectationIndexes: [Int] = []
    }

    /// - Parameter imposers: The imposers whose registrations are looked at.
    init(_ imposers: [NodeFacts]) {
        let own = imposers.flatMap { $0.registrations.filter(\.isInForce) }
        surveyedCount = own.count
        running = nil
        for record in own { _ = index(of: record) }
        for imposer in imposers { addExpectedValues(of: imposer) }
        addAllEdges()
    }

    /// One registration and all that it leads to.
    ///
    /// - Parameters:
    ///   - candidate: The registration, in the imposer that holds it.
    ///   - scope: The scope that its instance is asked for in.
    init(below candidate: Candidate, in scope: NodeFacts?) {
        surveyedCount = 1
        running = scope
        _ = index(of: candidate.registration, askedIn: scope)
        addAllEdges()
    }

    /// Adds the edges that are not there yet.
    mutating func addAllEdges() {
        // Also of nodes that are only targets: an instance can't be built if its dependency lacks something.
        while countWithEdges < nodes.count {
            addEdges(of: countWithEdges)
            countWithEdges += 1
        }
    }

    private mutating func index(of record: RegistrationFacts, askedIn scope: NodeFacts? = nil) -> Int {
        let node = Node(record, askedIn: running == nil ? nil : scope)
        if let index = indexes[node] { return index }
        indexes[node] = nodes.count
        nodes.append(node)
        return nodes.count - 1
    }

    // MARK: What a provider asks for

    private mutating func addEdges(of index: Int) {
        let record = nodes[index].record
        var declared: Set<RegistrationKey> = []
        if let original = record.original {
            declared.insert(original)
            add(NotedRequest(query: Query(original)), of: index)
        } else {
            let arguments = record.arguments
            for parameter in record.parameters {
                let handle = Seam.wrapper(parameter).flatMap { $0.isParameter ? $0 : nil }
                let key = RegistrationKey(type: handle?.dependency ?? parameter, name: nil)
                declared.insert(key)
                let isArgument = arguments.contains { $0 == parameter }
                // Where no imposer is imposed, the provider is given a handle.
                if parameter == Imposer.self, !isArgument,
                    case .missing = answer(to: Query(key), from: nodes[index].origin).fate
                {
                    continue
                }
                if let handle, handle.isForAll, !isArgument {
                    addAll(key, of: index, handle)
                } else {
                    add(NotedRequest(query: Query(key)), of: index, handle, isArgument: isArgument)
                }
            }
        }
        for (request, location) in record.activityLog?.requests ?? [] where !declared.contains(request.query.key) {
            add(request, of: index, seenAt: location)
        }
    }

    /// Adds the edge for one request.
    ///
    /// - Parameter location: The line that was seen to ask; nil for a parameter.
    private mutating func add(
        _ request: NotedRequest,
        of index: Int,
        _ handle: WrapperFacts? = nil,
        isArgument: Bool = false,
        seenAt location: Location? = nil
    ) {
        let node = nodes[index]
        // If another imposer than the holder was asked, that was one of the directory.
        let asked = request.imposer.map {
            Seam.imposer($0, of: Seam.directory(of: node.holder) ?? Seam.currentDirectory)
        }
        let key = request.query.key
        let isPlain = location == nil && handle == nil && !isArgument
        let answer =
            isPlain && isOwnKey(key, of: node)
            ? outerAnswer(to: key, of: index)
            : answer(to: request.query, from: Origin(imposer: asked ?? node.holder, scope: node.scope))
        let isImposed =
            switch answer.fate {
            case .chosen, .absent: true
            case .missing, .ambiguous, .argument: !answer.expectationIndexes.isEmpty
            }
        let fate = isArgument ? .argument(isImposed: isImposed) : answer.fate
        var edge = Edge(from: index, asker: node.record, key: key, handle: handle, seenAt: location, fate: fate)
        edge.expectationIndexes = answer.expectationIndexes
        edge.isAnsweredByExpected = !isArgument && isAnsweredByExpected(answer, to: node)
        edges.append(edge)
    }

    /// Adds an edge to each match of a parameter that injects all of them.
    private mutating func addAll(_ key: RegistrationKey, of index: Int, _ handle: WrapperFacts) {
        let node = nodes[index]
        let origin = Origin(imposer: node.holder, scope: node.scope ?? node.holder.nearestScope)
        edges += fates(ofAllFor: key.type, from: origin).map { fate in
            Edge(from: index, asker: node.record, key: key, handle: handle, seenAt: nil, fate: fate)
        }
    }

    /// Whether an expected value answers a request of a node's provider: if nothing else is there, or if the request is
    /// surely made inside a scope that is given it, which is searched first.
    private func isAnsweredByExpected(_ answer: Answer, to node: Node) -> Bool {
        guard case .chosen(let target, _) = answer.fate else { return !answer.expectationIndexes.isEmpty }
        return answer.expectationIndexes.contains { index in
            let name = expectedValues[index].expectation.scopeName
            // The contents of that scope are known.
            if node.scope?.enclosingScope(named: name) != nil { return false }
            return node.scopeNames.contains(name) && nodes[target].holder.enclosingScope(named: name) == nil
        }
    }

    // MARK: What answers it

    /// The outcomes of an injection of everything that matches a type: one for each match, or that there is none.
    mutating func fates(ofAllFor type: any Any.Type, from origin: Origin) -> [Fate] {
        let key = RegistrationKey(type: type, name: nil)
        let fates: [Fate] = Seam.allCandidates(for: key, from: origin).map { candidate in
            .chosen(index(of: candidate.registration, askedIn: origin.scope), distance: candidate.distance)
        }
        return fates.isEmpty ? [.absent] : fates
    }

    /// - Parameter origin: Where the request starts. Without a scope, it is made in the imposer's nearest one.
    mutating func answer(to query: Query, from origin: Origin) -> Answer {
        let question = Question(query: query, origin: origin)
        if let answer = answers[question] { return answer }
        let scope = origin.scope ?? origin.imposer.nearestScope
        let order = Seam.searchOrder(from: Origin(imposer: origin.imposer, scope: scope))
        var answer = Answer(fate: fate(of: query, order, askedIn: scope))
        if order.contains(where: { !$0.expectations.isEmpty }) {
            for imposer in order { addExpectedValues(of: imposer) }
            let expected = order.expectations(for: query)
            answer.expectationIndexes = expected.compactMap { indexesByExpectation[ObjectIdentifier($0)] }
        }
        answers[question] = answer
        return answer
    }

    /// Whether a parameter asks for the key of its own registration, or for an optional of that type for which the
    /// holder has nothing itself.
    private func isOwnKey(_ key: RegistrationKey, of node: Node) -> Bool {
        guard node.record.original == nil, node.record.key.name == nil, key.name == nil else { return false }
        if key.type == node.record.type { return true }
        return TypeRelation.wrapped(in: key.type) != nil && TypeRelation.unwrapped(key.type) == node.record.type
            && Seam.registration(for: key, of: node.holder) == nil
    }

    /// The answer to a parameter of the key that its registration has: by the next imposer outward. Without one, the
    /// instance is needed to build itself.
    private mutating func outerAnswer(to key: RegistrationKey, of index: Int) -> Answer {
        let node = nodes[index]
        let scope = node.scope ?? node.holder.nearestScope
        let order = Seam.searchOrder(from: Origin(imposer: node.holder, scope: scope))
        let outer = Array(order.drop { $0 != node.holder }.dropFirst())
        let fate = fate(of: Query(key), outer, askedIn: scope)
        if case .missing = fate { return Answer(fate: .chosen(index, distance: 0)) }
        return Answer(fate: fate)
    }

    private mutating func fate(of query: Query, _ order: SearchOrder, askedIn scope: NodeFacts?) -> Fate {
        for decision in Seam.decisions(asWiredFor: query, in: order) {
            switch decision.choice {
            case .chosen(let candidate):
                return .chosen(index(of: candidate.registration, askedIn: scope), distance: candidate.distance)
            case .tied(let candidates):
                for tied in candidates { _ = index(of: tied.registration, askedIn: scope) }
                return .ambiguous(candidates)
            case .none, .disposed: continue
            }
        }
        return query.isOptional ? .absent : .missing
    }

    private mutating func addExpectedValues(of imposer: NodeFacts) {
        for expectation in imposer.expectations {
            let id = ObjectIdentifier(expectation)
            if indexesByExpectation[id] != nil { continue }
            indexesByExpectation[id] = expectedValues.count
            expectedValues.append(ExpectedValue(expectation: expectation, holder: imposer))
        }
    }

    /// The imposers that hold something, and all those below them that are alive.
    var openImposers: [NodeFacts] {
        var seen: Set<NodeFacts> = []
        return (nodes.map(\.holder) + expectedValues.map(\.holder)).flatMap { holder in
            // A holder that was seen was added with all below it.
            seen.contains(holder) ? [] : holder.livingSubtree.filter { seen.insert($0).inserted && !$0.isEnded }
        }
    }
}
