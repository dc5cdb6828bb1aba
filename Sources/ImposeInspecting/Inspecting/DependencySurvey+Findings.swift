// What `validate` finds wrong with registrations.

internal import Impose

extension DependencySurvey {
    /// - Parameters:
    ///   - building: The trial that built the instances, and has shown what opaque providers inject; nil if there was
    ///     none.
    ///   - modules: The modules that have not provided.
    ///   - counts: How many instances of registrations are kept for different arguments, by the registrations' numbers.
    mutating func findings(
        _ building: TrialBuild?,
        _ modules: UnprovidedModules,
        keptForArguments counts: [Int: Int]
    ) -> [Imposer.Validation.Finding] {
        let misspelt = misspeltScopes
        // What follows from a wrong name says nothing new.
        let captives = CaptiveSearch(self).problems(except: Set(misspelt.map(\.name)))
        let spelling = misspelt.map { record, name, misspelling in
            RegistrationProblem(record, .misspelt(name, misspelling, isBreaking: captives.left.contains(name)))
        }
        let own = nodes.prefix(surveyedCount).flatMap { node in
            ownCauses(node, building, keptForArguments: counts).map { RegistrationProblem(node.record, $0) }
        }
        let problems =
            spelling + unmetNeeds(modules) + circularProblems + captives.found + own + awaitedProblems
            + isolatedProblems + unreachable
        return problems.map { $0.finding(names) }
    }

    /// The names of scopes in registrations that are most likely misspelt.
    private var misspeltScopes: [(record: RegistrationFacts, name: InjectionName, misspelling: MisspeltScope)] {
        let records = nodes.prefix(surveyedCount).map(\.record).filter { $0.option.scopeName != nil }
        let scopes = records.isEmpty ? [] : openImposers
        let expectations = expectedValues.map(\.expectation)
        let uses = MisspeltScope.Uses(registrations: records, expectations: expectations, scopes: scopes)
        return records.compactMap { record in
            guard let name = record.option.scopeName, uses.count(name) == 1, !uses.isOpen(name),
                let misspelling = MisspeltScope(name, uses), misspelling.isCertain
            else { return nil }
            return (record, name, misspelling)
        }
    }

    // MARK: Needs of providers

    private func unmetNeeds(_ modules: UnprovidedModules) -> [RegistrationProblem] {
        let wanted = unmetArguments
        return edges.compactMap { edge in
            let cause: RegistrationProblem.Cause? =
                if edge.isAnsweredByExpected {
                    rivals(edge).map { .ambiguousExpectedValues(edge, $0) }
                } else {
                    switch edge.fate {
                    case .missing: isMeant(edge) ? nil : .missing(edge, MissingNeed(edge, self, modules))
                    case .ambiguous(let candidates): .ambiguous(edge, candidates)
                    case .chosen(let target, _):
                        edge.isDeclared && edge.asker.original == nil
                            ? wanted[target].map { .argumentNotPassed(edge, argument: $0, of: nodes[target].record) }
                            : nil
                    case .absent, .argument: nil
                    }
                }
            return cause.map { RegistrationProblem(edge.asker, $0) }
        }
    }

    /// The arguments that the providers of some nodes need, since nothing is imposed for them; also through an alias.
    private var unmetArguments: [Int: any Any.Type] {
        var wanted: [Int: any Any.Type] = [:]
        for edge in edges where wanted[edge.from] == nil {
            if case .argument(isImposed: false) = edge.fate { wanted[edge.from] = edge.key.type }
        }
        for edge in edges where !wanted.isEmpty && edge.asker.original != nil {
            if let argument = edge.target.flatMap({ wanted[$0] }) { wanted[edge.from] = argument }
        }
        return wanted
    }

    /// Several values that one scope is expected to be given, equally far from the requested type. The code that gives
    /// them may still prefer one.
    private func rivals(_ edge: Edge) -> [ExpectedValue]? {
        let values = edge.expectationIndexes.map { expectedValues[$0] }
        return values.firstResult { first in
            let rivals = values.filter { $0.expectation.scopeName == first.expectation.scopeName }
            return Set(rivals.map(\.expectation.key)).count > 1 ? rivals : nil
        }
    }

    /// Whether the missing parameter is one that a wrong expected argument was probably meant for, which is a finding
    /// of its own.
    private func isMeant(_ edge: Edge) -> Bool {
        edge.isDeclared && UnfitArguments(edge.asker, self).meant.contains { $0 == edge.key.type }
    }

    // MARK: Problems of one registration

    private func ownCauses(
        _ node: Node,
        _ building: TrialBuild?,
        keptForArguments counts: [Int: Int]
    ) -> [RegistrationProblem.Cause] {
        let record = node.record
        var causes: [RegistrationProblem.Cause] = []
        if let earlier = record.replacedLine {
            causes.append(.replaced(earlier, isGathered: record.original == nil && record.isGathered))
        }
        if record.option.isHeldWeakly, TypeRelation.isValueType(TypeRelation.unwrapped(record.type)) {
            causes.append(.weakValue)
        }
        // Everybody who asks the imposer gets the same instance.
        let isShared = record.isKept && record.option.keeper != .scope
        if !record.isSendable, isShared, node.holder.nearestScope == nil { causes.append(.notSendable) }
        let arguments = UnfitArguments(record, self)
        let count = counts[record.number] ?? 0
        if !arguments.unfit.isEmpty {
            causes.append(.unfitArguments(arguments))
        } else if record.isKept, count > 0 || !record.arguments.isEmpty {
            causes.append(.keptForArguments(count: count))
        }
        if record.isOpaque, record.activityLog == nil, building?.uncalled.contains(record.number) ?? true {
            causes.append(.opaque(isBuilt: building != nil))
        }
        return causes
    }

    /// The registrations whose key an earlier imposer of the search has, too.
    private var unreachable: [RegistrationProblem] {
        var first: [RegistrationKey: RegistrationFacts] = [:]
        return nodes.prefix(surveyedCount).compactMap { node in
            let hiding = first[node.record.key]
            first[node.record.key] = hiding ?? node.record
            return hiding.map { RegistrationProblem(node.record, .unreachable(behind: $0)) }
        }
    }
}

extension RegistrationFacts {
    /// Whether the program injects all instances of the type, so that two registrations for it are likely to be meant.
    fileprivate var isGathered: Bool {
        // Nothing else could be imposed for a type of its own.
        guard TypeRelation(to: type).admitsOthers else { return false }
        let gathered = Self.gathered.found {
            let byWrappers = StoredWrapper.all.filter(\.isForAll).compactMap { $0.wrapper?.dependency }
            let marked = ProgramImages.current.calls.flatMap(\.markedTypes)
            let byCalls = marked.filter(\.kind.isForAll).map(\.type)
            return Set((byWrappers + byCalls).map { ObjectIdentifier($0) })
        }
        return gathered.contains(ObjectIdentifier(type))
    }

    /// The types of which the program injects all instances. A look at all of its wrappers and calls takes long.
    private static let gathered = ProgramMemory<Set<ObjectIdentifier>>()
}
