internal import Impose

/// The registrations that nothing asks for, as far as it can be seen: no wrapper, call or root, no request that was
/// observed, and nothing that any of these leads to.
struct UnusedRegistrations {
    private let survey: DependencySurvey
    private var isReached: [Bool]
    /// The types that something asks for.
    private var asked: [ObjectIdentifier: any Any.Type] = [:]
    /// Whether something is reached that may ask for anything.
    private var mayAskForAnything = false

    init(_ survey: DependencySurvey, askedBy needs: WrapperNeeds, and roots: [any Any.Type]) {
        self.survey = survey
        isReached = Array(repeating: false, count: survey.nodes.count)
        for type in needs.askedTypes + roots { add(type) }
        var looked: Set<NodeFacts> = []
        for node in survey.nodes {
            // What `prepare()` makes is wanted for what it does.
            if node.record.isEager { add(node.record.type) }
            guard looked.insert(node.holder).inserted else { continue }
            for request in node.holder.requestLog?.requests ?? [] { add(request.noted.key.type) }
        }
        reach()
    }

    private mutating func add(_ type: any Any.Type) {
        // What is imposed for an optional answers it, too.
        for type in Matching(requested: type, name: nil, rules: .nearest).exactTypes {
            asked[ObjectIdentifier(type)] = type
        }
    }

    /// Finds what answers the types, and what that needs. Most are imposed for exactly the type that is asked for; the
    /// others are looked for among what is left.
    private mutating func reach() {
        let outgoing = Dictionary(grouping: survey.edges, by: \.from)
        for index in survey.nodes.indices where asked[ObjectIdentifier(survey.nodes[index].record.type)] != nil {
            reach(index, along: outgoing)
        }
        let relations = asked.values.map { TypeRelation(to: $0, fromAmong: survey.nodes.count) }.filter(\.admitsOthers)
        for index in survey.nodes.indices where !isReached[index] {
            let type = survey.nodes[index].record.type
            if relations.contains(where: { $0.distance(from: type) != nil }) { reach(index, along: outgoing) }
        }
    }

    private mutating func reach(_ first: Int, along outgoing: [Int: [DependencySurvey.Edge]]) {
        var waiting = [first]
        while let index = waiting.popLast() {
            if isReached[index] { continue }
            isReached[index] = true
            let record = survey.nodes[index].record
            if record.takesImposer, record.requestLog == nil { mayAskForAnything = true }
            waiting += (outgoing[index] ?? []).flatMap(targets)
        }
    }

    /// The nodes that may answer a request.
    private func targets(of edge: DependencySurvey.Edge) -> [Int] {
        switch edge.fate {
        case .chosen(let target, _): return [target]
        case .missing, .absent: return []
        case .ambiguous, .argument:
            let distances = Seam.distances(to: Matching(requested: edge.key.type, name: nil, rules: .nearest))
            return survey.nodes.indices.filter { distances(survey.nodes[$0].record.type) != nil }
        }
    }

    /// A note for each; none if a provider takes an imposer, and was not seen to ask it for anything yet.
    var findings: [Imposer.Validation.Finding] {
        if mayAskForAnything { return [] }
        let names = survey.names
        return survey.nodes.indices.prefix(survey.ownCount).filter { !isReached[$0] }.map { index in
            let record = survey.nodes[index].record
            return Imposer.Validation.Finding(
                kind: .unused,
                severity: .note,
                (record, names),
                message: "nothing that can be seen asks for \(names.key(record.type, record.key.name)).",
                fixes: [
                    "Delete it.",
                    Fix(
                        "Or, if something asks for it that can't be seen, as a method of an imposer, say so",
                        "Imposer.validate(roots: [\(names.expression(record.type))])"
                    ),
                ]
            )
        }
    }
}
