internal import Impose

/// All registrations of some imposers, with the registrations that their providers' requests lead to. It makes no
/// instance.
struct DependencySurvey {
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var gifts: [Gift] = []
    /// So many nodes, the first ones, belong to the imposers. The others are only targets of edges.
    let ownCount: Int
    /// The number of nodes, the first ones, whose edges are there.
    private var countWithEdges = 0
    /// The scope that is running, if it is taken into account.
    private let running: NodeFacts?
    private var indexes: [Node: Int] = [:]
    private var answers: [Question: Answer] = [:]
    private var giftIndexes: [ObjectIdentifier: Int] = [:]
    private let naming = Naming()

    /// Names for all types that it leads to, so that no two of them are called the same. Only made where they are
    /// needed.
    var names: TypeNames {
        if let names = naming.names { return names }
        let declared = nodes.map(\.record).flatMap { [$0.type] + $0.parameters + $0.expectedArguments }
        let names = TypeNames(declared + edges.map(\.key.type) + gifts.map(\.expectation.type))
        naming.names = names
        return names
    }

    /// A class, so that a survey that is a constant can fill it.
    private final class Naming {
        var names: TypeNames?
    }

    private struct Question: Hashable {
        let key: RegistrationKey
        let rules: InjectionRules
        let asked: NodeFacts
        let scope: NodeFacts?
    }

    struct Answer {
        let fate: Fate
        /// The indexes of the gifts that answer in scopes that are given them.
        var expected: [Int] = []
    }

    /// - Parameter imposers: The imposers whose registrations are looked at.
    init(_ imposers: [NodeFacts]) {
        let own = imposers.flatMap { $0.registrations.filter(\.isInForce) }
        ownCount = own.count
        running = nil
        for record in own { _ = index(of: record) }
        for imposer in imposers { addGifts(of: imposer) }
        addAllEdges()
    }

    /// One registration and all that it leads to.
    ///
    /// - Parameters:
    ///   - candidate: The registration, in the imposer that holds it.
    ///   - scope: The scope that its instance is asked for in.
    init(below candidate: Candidate, in scope: NodeFacts?) {
        ownCount = 1
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
            add(NotedRequest(key: original, asked: nil, rules: .nearest), of: index)
        } else {
            let arguments = record.arguments
            for parameter in record.parameters {
                let handle = Seam.wrapper(parameter).flatMap { $0.isParameter ? $0 : nil }
                let key = RegistrationKey(type: handle?.dependency ?? parameter, name: nil)
                declared.insert(key)
                let isArgument = arguments.contains { $0 == parameter }
                // Where no imposer is imposed, the provider is given a handle.
                if parameter == Imposer.self, !isArgument, case .missing = answer(to: key, of: nodes[index]).fate {
                    continue
                }
                if let handle, handle.isForAll, !isArgument {
                    addAll(key, of: index, handle)
                } else {
                    let request = NotedRequest(key: key, asked: nil, rules: .nearest)
                    add(request, of: index, handle, isArgument: isArgument)
                }
            }
        }
        for (request, location) in record.requestLog?.requests ?? [] where !declared.contains(request.key) {
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
        let asked = request.asked.map { Seam.imposer($0, of: Seam.directory(of: node.holder) ?? Seam.currentDirectory) }
        let isPlain = location == nil && handle == nil && !isArgument
        let answer =
            isPlain && isOwnKey(request.key, of: node)
            ? outerAnswer(to: request.key, of: index)
            : answer(to: request.key, request.rules, asked ?? node.holder, in: node.scope)
        let isAvailable = answer.fate.isAnswer || !answer.expected.isEmpty
        edges.append(
            Edge(
                from: index,
                asker: node.record,
                key: request.key,
                isDeclared: location == nil,
                handle: handle,
                fate: isArgument ? .argument(isImposed: isAvailable) : answer.fate,
                location: location ?? node.record.location,
                expected: answer.expected,
                isGiven: !isArgument && isGiven(answer, to: node)
            )
        )
    }

    /// Adds an edge to each match of a parameter that injects all of them.
    private mutating func addAll(_ key: RegistrationKey, of index: Int, _ handle: WrapperFacts) {
        let node = nodes[index]
        edges += fates(ofAllFor: key.type, node.holder, in: node.scope ?? node.holder.nearestScope).map { fate in
            Edge(
                from: index,
                asker: node.record,
                key: key,
                isDeclared: true,
                handle: handle,
                fate: fate,
                location: node.record.location,
                expected: [],
                isGiven: false
            )
        }
    }

    /// Whether a gift answers a request of a node's provider: if nothing else is there, or if the request is surely
    /// made inside a scope that is given it, which is searched first.
    private func isGiven(_ answer: Answer, to node: Node) -> Bool {
        guard case .chosen(let target, _) = answer.fate else { return !answer.expected.isEmpty }
        return answer.expected.contains { index in
            let name = gifts[index].expectation.scopeName
            // The contents of that scope are known.
            if node.scope?.enclosingScope(named: name) != nil { return false }
            return node.scopeNames.contains(name) && nodes[target].holder.enclosingScope(named: name) == nil
        }
    }

    // MARK: What answers it

    /// The outcomes of an injection of everything that matches a type: one for each match, or that there is none.
    mutating func fates(ofAllFor type: any Any.Type, _ asked: NodeFacts, in scope: NodeFacts?) -> [Fate] {
        let key = RegistrationKey(type: type, name: nil)
        let fates: [Fate] = Seam.allCandidates(for: key, asking: asked, in: scope).map { candidate in
            .chosen(index(of: candidate.registration, askedIn: scope), distance: candidate.distance)
        }
        return fates.isEmpty ? [.absent] : fates
    }

    /// The answer to a parameter of a node's provider.
    private mutating func answer(to key: RegistrationKey, of node: Node) -> Answer {
        answer(to: key, .nearest, node.holder, in: node.scope)
    }

    mutating func answer(
        to key: RegistrationKey,
        _ rules: InjectionRules,
        _ asked: NodeFacts,
        in scope: NodeFacts?
    ) -> Answer {
        let question = Question(key: key, rules: rules, asked: asked, scope: scope)
        if let answer = answers[question] { return answer }
        let matching = Matching(requested: key.type, name: key.name, rules: rules)
        let scope = scope ?? asked.nearestScope
        let order = Seam.searchOrder(from: Origin(asked: asked, scope: scope))
        var answer = Answer(fate: fate(of: matching, order, askedIn: scope))
        if order.contains(where: { !$0.expectations.isEmpty }) {
            for imposer in order { addGifts(of: imposer) }
            answer.expected = order.expectations(for: matching).compactMap { giftIndexes[ObjectIdentifier($0)] }
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
        let order = Seam.searchOrder(from: Origin(asked: node.holder, scope: scope))
        let outer = Array(order.drop { $0 != node.holder }.dropFirst())
        let matching = Matching(requested: key.type, name: nil, rules: .nearest)
        let fate = fate(of: matching, outer, askedIn: scope)
        if case .missing = fate { return Answer(fate: .chosen(index, distance: 0)) }
        return Answer(fate: fate)
    }

    private mutating func fate(of matching: Matching, _ order: SearchOrder, askedIn scope: NodeFacts?) -> Fate {
        for decision in Seam.decisions(asWiredFor: matching, in: order) {
            switch decision.choice {
            case .chosen(let candidate):
                return .chosen(index(of: candidate.registration, askedIn: scope), distance: candidate.distance)
            case .tied(let candidates):
                for tied in candidates { _ = index(of: tied.registration, askedIn: scope) }
                return .ambiguous(candidates)
            case .none, .disposed: continue
            }
        }
        return matching.isOptional ? .absent : .missing
    }

    private mutating func addGifts(of imposer: NodeFacts) {
        for expectation in imposer.expectations {
            let id = ObjectIdentifier(expectation)
            if giftIndexes[id] != nil { continue }
            giftIndexes[id] = gifts.count
            gifts.append(Gift(expectation: expectation, holder: imposer))
        }
    }

    /// The imposers that hold something, and all those below them that are alive.
    var openImposers: [NodeFacts] {
        var seen: Set<NodeFacts> = []
        return (nodes.map(\.holder) + gifts.map(\.holder)).flatMap { holder in
            // A holder that was seen was added with all below it.
            seen.contains(holder)
                ? [] : holder.family.filter { seen.insert($0).inserted && !$0.isEnded }
        }
    }
}
