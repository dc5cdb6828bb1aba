internal import Impose

/// All registrations of some imposers, with the registrations that their providers' requests lead to. It makes no
/// instance.
struct DependencySurvey {
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var gifts: [Gift] = []
    /// The number of nodes, the first ones, that belong to the imposers; the others are only the targets of edges.
    let ownCount: Int
    /// The number of nodes, the first ones, whose edges are there.
    private var countWithEdges = 0
    /// The scope that is running, if it is taken into account.
    private let running: NodeFacts?
    private var indexes: [Key: Int] = [:]
    private var rankings: [Question: Answer] = [:]
    private var giftIndexes: [ObjectIdentifier: Int] = [:]
    private let naming = Naming()

    /// Names for all types that it leads to, so that no two of them are called the same. Only made where they are
    /// needed.
    var names: TypeNames {
        if let names = naming.names { return names }
        let names = TypeNames(
            nodes.flatMap { node in
                [node.record.type] + node.record.parameters + node.record.expectedArguments
            } + edges.map(\.key.type)
                + gifts.map(\.expectation.type)
        )
        naming.names = names
        return names
    }

    private final class Naming {
        var names: TypeNames?
    }

    private struct Key: Hashable {
        let record: Int
        let holder: NodeFacts
        let scope: NodeFacts?
    }

    private struct Question: Hashable {
        let key: RegistrationKey
        let rules: InjectionRules
        let asked: NodeFacts
        let scope: NodeFacts?
    }

    struct Answer {
        let fate: Fate
        let expected: [Int]
    }

    /// - Parameter imposers: The imposers whose registrations are looked at.
    init(_ imposers: [NodeFacts]) {
        let nodes = imposers.flatMap { imposer in
            imposer.registrations.filter { $0.isInForce }.map {
                Node(record: $0, holder: imposer)
            }
        }
        ownCount = nodes.count
        running = nil
        for node in nodes { _ = index(of: node) }
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
        _ = index(of: Node(record: candidate.registration, holder: candidate.imposer, askedIn: scope))
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

    private mutating func index(of node: Node) -> Int {
        let key = Key(
            record: node.record.number,
            holder: node.holder,
            scope: node.scope
        )
        if let index = indexes[key] { return index }
        nodes.append(node)
        indexes[key] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func addEdges(of index: Int) {
        let node = nodes[index]
        var declared: Set<RegistrationKey> = []
        if let original = node.record.original {
            add(NotedRequest(key: original, asked: nil, rules: .nearest), of: index, isDeclared: true)
            declared.insert(original)
        } else {
            let arguments = node.record.arguments
            for parameter in node.record.parameters {
                let lazy = Seam.wrapper(parameter).flatMap { $0.isParameter ? $0 : nil }
                let key = RegistrationKey(type: lazy?.dependency ?? parameter, name: nil)
                declared.insert(key)
                let isArgument = arguments.contains { $0 == parameter }
                if parameter == Imposer.self, !isArgument,
                    case .missing = answer(to: key, .nearest, node.holder, in: node.scope).fate
                {
                    // It is given a handle.
                    continue
                }
                if let lazy, lazy.isForAll, !isArgument {
                    addAll(key, of: index)
                } else {
                    let entry = NotedRequest(key: key, asked: nil, rules: .nearest)
                    add(entry, of: index, isDeclared: true, lazy, isArgument: isArgument)
                }
            }
        }
        for (request, location) in node.record.requestLog?.requests ?? [] where !declared.contains(request.key) {
            add(request, of: index, isDeclared: false, at: location)
        }
    }

    private mutating func add(
        _ entry: NotedRequest,
        of index: Int,
        isDeclared: Bool,
        _ lazy: WrapperFacts? = nil,
        isArgument: Bool = false,
        at location: Location? = nil
    ) {
        let node = nodes[index]
        // A request that went elsewhere was made of a member of the directory.
        let asked =
            entry.asked.map { type in
                Seam.imposer(type, of: Seam.directory(of: node.holder) ?? Seam.currentDirectory)
            } ?? node.holder
        let isOwnKey = isDeclared && lazy == nil && !isArgument && isOwnKey(entry.key, of: node)
        let answer =
            isOwnKey
            ? outerAnswer(to: entry.key, of: index) : answer(to: entry.key, entry.rules, asked, in: node.scope)
        edges.append(
            Edge(
                from: index,
                key: entry.key,
                isDeclared: isDeclared,
                isLazy: lazy != nil,
                isHeld: lazy?.isHolding ?? true,
                fate: isArgument
                    ? .argument(isImposed: answer.fate.isAnswer || !answer.expected.isEmpty) : answer.fate,
                location: location ?? node.record.location,
                expected: answer.expected,
                isGiven: !isArgument && isGiven(answer, to: node)
            )
        )
    }

    /// Whether a parameter of a node's provider is of the key that it is imposed for, or of an optional of that for which
    /// the holder has nothing itself.
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
        if case .missing = fate { return Answer(fate: .chosen(index, distance: 0), expected: []) }
        return Answer(fate: fate, expected: [])
    }

    /// Adds an edge to each match of a parameter that injects all of them.
    private mutating func addAll(_ key: RegistrationKey, of index: Int) {
        let (holder, location) = (nodes[index].holder, nodes[index].record.location)
        let fates = fates(ofAllFor: key.type, holder, in: nodes[index].scope ?? holder.nearestScope)
        edges += fates.map { fate in
            Edge(
                from: index,
                key: key,
                isDeclared: true,
                isLazy: true,
                isHeld: true,
                fate: fate,
                location: location
            )
        }
    }

    /// The outcomes of an injection of everything that matches a type: one for each match, or that there is none.
    mutating func fates(ofAllFor type: any Any.Type, _ asked: NodeFacts, in scope: NodeFacts?) -> [Fate] {
        let matching = Matching(requested: type, name: nil, rules: .nearest)
        let fates: [Fate] = Seam.allCandidates(for: matching.key, asking: asked, in: scope).map { candidate in
            .chosen(index(of: node(candidate, askedIn: scope)), distance: candidate.distance)
        }
        return fates.isEmpty ? [.absent] : fates
    }

    mutating func answer(
        to key: RegistrationKey,
        _ rules: InjectionRules,
        _ asked: NodeFacts,
        in scope: NodeFacts?
    ) -> Answer {
        let question = Question(key: key, rules: rules, asked: asked, scope: scope)
        if let answer = rankings[question] { return answer }
        let matching = Matching(requested: key.type, name: key.name, rules: rules)
        let scope = scope ?? asked.nearestScope
        let order = Seam.searchOrder(from: Origin(asked: asked, scope: scope))
        var expected: [Int] = []
        if order.contains(where: { !$0.expectations.isEmpty }) {
            for imposer in order { addGifts(of: imposer) }
            expected = order.expectations(for: matching).compactMap { giftIndexes[ObjectIdentifier($0)] }
        }
        let answer = Answer(fate: fate(of: matching, order, askedIn: scope), expected: expected)
        rankings[question] = answer
        return answer
    }

    private func node(_ candidate: Candidate, askedIn scope: NodeFacts?) -> Node {
        Node(record: candidate.registration, holder: candidate.imposer, askedIn: running == nil ? nil : scope)
    }

    private mutating func fate(of matching: Matching, _ order: SearchOrder, askedIn scope: NodeFacts?) -> Fate {
        for decision in Seam.decisions(asWiredFor: matching, in: order) {
            switch decision.choice {
            case .chosen(let candidate):
                return .chosen(index(of: node(candidate, askedIn: scope)), distance: candidate.distance)
            case .tied(let candidates):
                for tied in candidates { _ = index(of: node(tied, askedIn: scope)) }
                return .ambiguous(candidates)
            case .none, .disposed: continue
            }
        }
        return matching.isOptional ? .absent : .missing
    }

    private mutating func addGifts(of imposer: NodeFacts) {
        for expectation in imposer.expectations where giftIndexes[ObjectIdentifier(expectation)] == nil {
            giftIndexes[ObjectIdentifier(expectation)] = gifts.count
            gifts.append(Gift(expectation: expectation, holder: imposer))
        }
    }

    /// Whether a gift answers a request of a node's provider: if nothing else is there, or if the request is surely
    /// made inside a scope that is given it, which is searched first.
    private func isGiven(_ answer: Answer, to node: Node) -> Bool {
        if answer.expected.isEmpty { return false }
        guard case .chosen(let target, _) = answer.fate else { return true }
        return answer.expected.contains { index in
            let name = gifts[index].expectation.scopeName
            // The contents of that scope are known.
            if node.scope?.enclosingScope(named: name) != nil { return false }
            return node.isInside(name) && nodes[target].holder.enclosingScope(named: name) == nil
        }
    }

    /// The imposers that hold something, and all those below them that are alive.
    var openImposers: [NodeFacts] {
        var seen: Set<NodeFacts> = []
        return (nodes.map(\.holder) + gifts.map(\.holder)).flatMap { holder in
            // What a family has that was seen, with all below it.
            seen.contains(holder)
                ? [] : holder.family.filter { seen.insert($0).inserted && !$0.isEnded }
        }
    }
}
