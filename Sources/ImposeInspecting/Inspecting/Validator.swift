internal import Impose

/// The check of a survey for mistakes.
struct Validator {
    let survey: DependencySurvey
    /// The trial that built the instances, and has shown what opaque providers inject; nil if there was none.
    let building: TrialBuild?
    /// The modules that have not provided.
    let modules: UnprovidedModules
    /// How many instances of registrations are kept for different arguments, by the registrations' numbers.
    let counts: [Int: Int]

    var findings: [Imposer.Validation.Finding] {
        let misspelt = MisspeltScopes(survey)
        // What follows from a wrong name says nothing new.
        let captives = CaptiveSearch(survey).problems(except: misspelt.names)
        let own = survey.nodes.prefix(survey.ownCount).flatMap { node in
            ownCauses(node).map { Problem(node.record, $0) }
        }
        let problems =
            misspelt.problems(breaking: captives.left) + unmetNeeds + survey.circularProblems + captives.found + own
            + survey.awaitedProblems
            + survey.isolatedProblems + unreachable
        return problems.map { $0.finding(survey.names) }
    }

    // MARK: Needs of providers

    private var unmetNeeds: [Problem] {
        let wanted = unmetArguments
        return survey.edges.compactMap { edge in
            let cause: Problem.Cause? =
                if edge.isGiven {
                    rivals(edge).map { .ambiguousGifts(edge, $0) }
                } else {
                    switch edge.fate {
                    case .missing: isMeant(edge) ? nil : .missing(edge, MissingNeed(edge, survey, modules))
                    case .ambiguous(let candidates): .ambiguous(edge, candidates)
                    case .chosen(let target, _):
                        edge.isDeclared && edge.asker.original == nil
                            ? wanted[target].map { .unfilled(edge, argument: $0, of: survey.nodes[target].record) }
                            : nil
                    case .absent, .argument: nil
                    }
                }
            return cause.map { Problem(edge.asker, $0) }
        }
    }

    /// The arguments that the providers of some nodes need, since nothing is imposed for them; also through an alias.
    private var unmetArguments: [Int: any Any.Type] {
        var wanted: [Int: any Any.Type] = [:]
        for edge in survey.edges where wanted[edge.from] == nil {
            if case .argument(isImposed: false) = edge.fate { wanted[edge.from] = edge.key.type }
        }
        for edge in survey.edges where !wanted.isEmpty && edge.asker.original != nil {
            if let argument = edge.target.flatMap({ wanted[$0] }) { wanted[edge.from] = argument }
        }
        return wanted
    }

    /// Several values that one scope is expected to be given, equally far from the requested type. The code that gives
    /// them may still prefer one.
    private func rivals(_ edge: DependencySurvey.Edge) -> [DependencySurvey.Gift]? {
        let gifts = edge.expected.map { survey.gifts[$0] }
        return gifts.firstResult { first in
            let rivals = gifts.filter { $0.expectation.scopeName == first.expectation.scopeName }
            return Set(rivals.map(\.expectation.key)).count > 1 ? rivals : nil
        }
    }

    /// Whether the missing parameter is one that a wrong expected argument was probably meant for, which is a finding
    /// of its own.
    private func isMeant(_ edge: DependencySurvey.Edge) -> Bool {
        edge.isDeclared && ExpectedArguments(edge.asker, survey).meant.contains { $0 == edge.key.type }
    }

    // MARK: Problems of one registration

    private func ownCauses(_ node: DependencySurvey.Node) -> [Problem.Cause] {
        let record = node.record
        var causes: [Problem.Cause] = []
        if let earlier = record.replacedLine {
            causes.append(.replaced(earlier, isGathered: record.original == nil && record.isGathered))
        }
        if record.option.isHeldWeakly, TypeRelation.isValueType(TypeRelation.unwrapped(record.type)) {
            causes.append(.weakValue)
        }
        // Everybody who asks the imposer gets the same instance.
        let isShared = record.isKept && record.option.keeper != .scope
        if !record.isSendable, isShared, node.holder.nearestScope == nil { causes.append(.notSendable) }
        let arguments = ExpectedArguments(record, survey)
        let count = counts[record.number] ?? 0
        if !arguments.unfit.isEmpty {
            causes.append(.unfitArguments(arguments))
        } else if record.isKept, count > 0 || !record.arguments.isEmpty {
            causes.append(.keptForArguments(count: count))
        }
        if record.isOpaque, record.requestLog == nil, building?.uncalled.contains(record.number) ?? true {
            causes.append(.opaque(isBuilt: building != nil))
        }
        return causes
    }

    /// The registrations whose key an earlier imposer of the search has, too.
    private var unreachable: [Problem] {
        var first: [RegistrationKey: RegistrationFacts] = [:]
        return survey.nodes.prefix(survey.ownCount).compactMap { node in
            let hiding = first[node.record.key]
            first[node.record.key] = hiding ?? node.record
            return hiding.map { Problem(node.record, .unreachable(behind: $0)) }
        }
    }
}

extension RegistrationFacts {
    /// Whether the program injects all instances of the type, so that two registrations for it are likely to be meant.
    fileprivate var isGathered: Bool {
        // Nothing else could be imposed for a type of its own.
        guard TypeRelation(to: type).admitsOthers else { return false }
        let gathered = Self.gathered.found {
            let program = ProgramSections.current
            let byWrappers = StoredWrapper.all(in: program).filter(\.isForAll).compactMap { $0.wrapper?.dependency }
            let byCalls = program.calls.flatMap { calls in calls.asked.filter(\.kind.isForAll).map(\.type) }
            return Set((byWrappers + byCalls).map { ObjectIdentifier($0) })
        }
        return gathered.contains(ObjectIdentifier(type))
    }

    /// The types of which the program injects all instances. A look at all of its wrappers and calls takes long.
    private static let gathered = ProgramMemory<Set<ObjectIdentifier>>()
}
