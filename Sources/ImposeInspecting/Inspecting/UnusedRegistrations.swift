internal import Impose

/// The registrations that nothing asks for, as far as it can be seen: no wrapper, call or root, no request that was
/// observed, and nothing that any of these leads to.
struct UnusedRegistrations {
    private let survey: DependencySurvey
    private let outgoing: [Int: [DependencySurvey.Edge]]
    private var isReached: [Bool]
    /// The types that something asks for, with those inside optionals.
    private var asked: [ObjectIdentifier: any Any.Type] = [:]
    /// Whether something is reached that may ask for anything.
    private var mayAskForAnything = false

    init(_ survey: DependencySurvey, askedBy needs: ProgramNeeds, and roots: [any Any.Type]) {
        self.survey = survey
        outgoing = Dictionary(grouping: survey.edges, by: \.from)
        isReached = Array(repeating: false, count: survey.nodes.count)
        let holders = Set(survey.nodes.map(\.holder))
        let requested = holders.flatMap { $0.activityLog?.requests ?? [] }.map(\.noted.query.key.type)
        // What `prepare()` makes is wanted for what it does.
        let eager = survey.nodes.map(\.record).filter(\.isEager).map(\.type)
        for type in needs.askedTypes + roots + requested + eager {
            for type in Query(type).exactTypes {
                asked[ObjectIdentifier(type)] = type
            }
        }
        // Most are imposed for exactly the type that is asked for. The others are looked for among what is left.
        for (index, node) in survey.nodes.enumerated() where asked[ObjectIdentifier(node.record.type)] != nil {
            reach(index)
        }
        let relations = asked.values.map { TypeRelation(to: $0, fromAmong: survey.nodes.count) }.filter(\.admitsOthers)
        for (index, node) in survey.nodes.enumerated() where !isReached[index] {
            if relations.contains(where: { $0.distance(from: node.record.type) != nil }) { reach(index) }
        }
    }

    /// Marks a node, and what it needs.
    private mutating func reach(_ first: Int) {
        var waiting = [first]
        while let index = waiting.popLast() {
            if isReached[index] { continue }
            isReached[index] = true
            let record = survey.nodes[index].record
            if record.takesImposer, record.activityLog == nil { mayAskForAnything = true }
            waiting += (outgoing[index] ?? []).flatMap(targets)
        }
    }

    /// The nodes that may answer a request.
    private func targets(of edge: DependencySurvey.Edge) -> [Int] {
        switch edge.fate {
        case .chosen(let target, _): return [target]
        case .missing, .absent: return []
        case .ambiguous, .argument:
            let distances = Seam.distances(to: Query(edge.key.type))
            return survey.nodes.indices.filter { distances(survey.nodes[$0].record.type) != nil }
        }
    }

    /// None if a provider takes an imposer, and was not seen to ask it for anything yet. What only an unused one needs is not
    /// a problem of its own.
    var problems: [RegistrationProblem] {
        if mayAskForAnything { return [] }
        var rest = self
        let needed = Set(
            survey.edges.filter { !isReached[$0.from] }.flatMap {
                targets(of: $0).filter { [from = $0.from] in $0 != from }
            }
        )
        var unused: [Int] = []
        // First what nothing needs; of those that are left, each needs another one of them.
        for isNeeded in [false, true] {
            for index in survey.nodes.indices.prefix(survey.surveyedCount)
            where !rest.isReached[index] && needed.contains(index) == isNeeded {
                unused.append(index)
                rest.reach(index)
            }
        }
        return unused.sorted().map { RegistrationProblem(survey.nodes[$0].record, .unused) }
    }
}
