/// All registrations of some imposers, and which of them the providers' requests lead to. Makes no instance.
struct Survey {
    /// A registration in the imposer that holds it.
    struct Node {
        let record: RegistrationRecord
        let holder: Imposer
    }

    /// What a request of a provider leads to.
    enum Fate {
        /// The index of a node.
        case chosen(Int, distance: Int)
        case missing
        case ambiguous([Candidate])
        /// Nothing is imposed, and nil will do.
        case absent
        /// It is given at each injection; where it is not, it is injected if something is imposed for it.
        case argument(isImposed: Bool)
    }

    /// One request of one node's provider.
    struct Edge {
        let from: Int
        let key: RegistrationKey
        /// Whether the provider has it as a parameter; otherwise it was seen to ask for it.
        let isDeclared: Bool
        /// Whether it is injected later, so that it closes no circle.
        let isLazy: Bool
        let fate: Fate
        let place: SourcePlace

        /// The node that it leads to.
        var target: Int? {
            guard case .chosen(let target, _) = fate else { return nil }
            return target
        }
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    /// How many of the nodes belong to the imposers; the others are only led to.
    let ownCount: Int
    private var indexes: [Key: Int] = [:]
    private var rankings: [Question: Fate] = [:]

    private struct Key: Hashable {
        let record: ObjectIdentifier
        let holder: SerialNumber
    }

    private struct Question: Hashable {
        let key: RegistrationKey
        let rules: InjectionRules
        let asked: SerialNumber
    }

    init(_ imposers: [Imposer]) {
        var nodes: [Node] = []
        for imposer in imposers {
            nodes += imposer.records.compactMap { $0 }.filter(imposer.isInForce).map {
                Node(record: $0, holder: imposer)
            }
        }
        ownCount = nodes.count
        for node in nodes { _ = index(of: node) }
        // Also of those that are only led to: what they lack, what is built for them lacks.
        var next = 0
        while next < self.nodes.count {
            addEdges(of: next)
            next += 1
        }
    }

    private mutating func index(of node: Node) -> Int {
        let key = Key(record: ObjectIdentifier(node.record), holder: node.holder.number)
        if let index = indexes[key] { return index }
        nodes.append(node)
        indexes[key] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func addEdges(of index: Int) {
        let node = nodes[index]
        var declared: Set<RegistrationKey> = []
        if let original = node.record.original {
            add(RequestLog.Entry(asked: nil, key: original, rules: .nearest), of: index, isDeclared: true)
            declared.insert(original)
        } else {
            for parameter in node.record.parameters {
                let lazy = parameter as? any LazyParameter.Type
                let key = RegistrationKey(type: lazy?.dependency ?? parameter, name: nil)
                declared.insert(key)
                let entry = RequestLog.Entry(asked: nil, key: key, rules: .nearest)
                let isArgument = node.record.arguments.contains { $0 == parameter }
                add(entry, of: index, isDeclared: true, isLazy: lazy != nil, isArgument: isArgument)
            }
        }
        for (entry, place) in node.record.requestLog?.requests ?? [] where !declared.contains(entry.key) {
            add(entry, of: index, isDeclared: false, at: place)
        }
    }

    private mutating func add(
        _ entry: RequestLog.Entry,
        of index: Int,
        isDeclared: Bool,
        isLazy: Bool = false,
        isArgument: Bool = false,
        at place: SourcePlace? = nil
    ) {
        let node = nodes[index]
        // A request that went elsewhere was made of a member of the directory.
        let asked = entry.asked.map { (node.holder.homeDirectory ?? .current).imposerAnswering($0) } ?? node.holder
        let fate = fate(of: entry.key, entry.rules, asked)
        edges.append(
            Edge(
                from: index,
                key: entry.key,
                isDeclared: isDeclared,
                isLazy: isLazy,
                fate: isArgument ? .argument(isImposed: fate.isAnswer) : fate,
                place: place ?? node.record.place
            )
        )
    }

    private mutating func fate(of key: RegistrationKey, _ rules: InjectionRules, _ asked: Imposer) -> Fate {
        let question = Question(key: key, rules: rules, asked: asked.number)
        if let fate = rankings[question] { return fate }
        let matching = Matching(requested: key.type, name: key.name, rules: rules)
        var fate: Fate = matching.isOptional ? .absent : .missing
        search: for imposer in SearchOrder(from: Origin(asked: asked, scope: asked.nearestScope)) {
            switch matching.choose(in: imposer) {
            case .chosen(let candidate):
                let node = Node(record: candidate.registration, holder: candidate.imposer)
                fate = .chosen(self.index(of: node), distance: candidate.distance)
                break search
            case .tied(let candidates):
                for tied in candidates { _ = index(of: Node(record: tied.registration, holder: tied.imposer)) }
                fate = .ambiguous(candidates)
                break search
            case .none:
                continue
            }
        }
        rankings[question] = fate
        return fate
    }
}

extension Survey.Fate {
    fileprivate var isAnswer: Bool {
        switch self {
        case .chosen, .absent: true
        case .missing, .ambiguous, .argument: false
        }
    }
}

extension RegistrationRecord {
    /// The parameters that are given at each injection.
    var arguments: [any Any.Type] {
        parameters.filter { parameter in
            parameter == (any InjectionOwner).self || expectedArguments.contains { $0 == parameter }
        }
    }
}

extension Imposer {
    /// All registrations of this imposer and its parents, and what their providers ask for.
    var survey: Survey {
        var imposers = [self]
        while let parent = imposers[imposers.count - 1].parent { imposers.append(parent) }
        return Survey(imposers)
    }
}

extension Directory {
    /// All registrations of the directory, and what their providers ask for.
    var survey: Survey { Survey(imposers) }
}
