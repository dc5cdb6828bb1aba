internal import Impose

/// A trial that builds the instance of every registration of some imposers, to see whether that fails.
struct TrialBuild {
    typealias Finding = Imposer.Validation.Finding

    /// An instance that was not built.
    private struct Failure {
        let record: RegistrationFacts
        let error: ImposeError

        /// Whether its own provider fails, not the provider of something it needs.
        var isItsOwn: Bool { error.requested == record.type && error.name == record.key.name }

        /// Whether its own provider could not be called from here.
        var isUncalled: Bool { [.asynchronous, .isolation].contains(error.kind) && error.path.count == 1 }

        var problem: RegistrationProblem { RegistrationProblem(record, .failed(error)) }
    }

    private var notBuilt: [RegistrationProblem] = []
    private var failures: [Failure] = []
    /// The numbers of the registrations that nothing was learnt of, since their providers were not called.
    private(set) var uncalled: Set<Int> = []

    /// - Parameters:
    ///   - imposers: Copies, whose instances nobody else sees.
    ///   - innermost: The copy of the scope that is validated, if it is one. Its parents' registrations are built in
    ///     it.
    init(of imposers: [NodeFacts], in innermost: NodeFacts?) {
        let names = ScopeNesting.outermostFirst(of: imposers)
        for imposer in imposers {
            // Opens scopes for each imposer, so that scoped instances are built in scopes that belong to it.
            guard let outer = (imposer.nearestScope == nil ? innermost ?? imposer : imposer).imposer else { continue }
            var scopes = [outer]
            for name in names where outer.node.enclosingScope(named: name) == nil {
                scopes.append(scopes[scopes.count - 1].openScope(name))
            }
            scopes.append(scopes[scopes.count - 1].openScope("validation"))
            for record in imposer.registrations where record.isInForce {
                build(record, in: scopes[scopes.count - 1].node)
            }
            // The outermost of the opened scopes, which ends the others.
            scopes[1].dispose()
        }
    }

    private mutating func build(_ record: RegistrationFacts, in scope: NodeFacts) {
        let provided = record.original.flatMap { Seam.registration(for: $0, of: record.holder) } ?? record
        if !provided.arguments.isEmpty {
            uncalled.insert(record.number)
            notBuilt.append(RegistrationProblem(record, .notBuilt(taking: provided.arguments)))
            return
        }
        do {
            let request = Request(record.type, named: record.key.name, at: record.location)
            try Seam.make(request, from: Origin(imposer: record.holder, scope: scope))
        } catch {
            let failure = Failure(record: record, error: error)
            if failure.isUncalled { uncalled.insert(record.number) }
            if error.kind == .asynchronous { notBuilt.append(failure.problem) } else { failures.append(failure) }
        }
    }

    /// Returns the findings made without building, and the ones that building has added.
    ///
    /// - Parameter survey: The survey made after building, which knows what was asked for.
    func adding(to found: [Finding], _ survey: inout DependencySurvey) -> [Finding] {
        var findings = found
        var ungiven: [(expected: Int, failures: [Failure])] = []
        for failure in withoutRepetitions {
            let finding = failure.problem.finding(survey.names)
            let shown = found.indices.filter { Self.isShown(failure, finding, by: found[$0]) }
            // What could fail has failed, so the finding becomes as severe as that. Notes stay notes: they depend on
            // how scopes are nested, which may differ elsewhere.
            for index in shown where findings[index].severity == .warning && finding.severity == .error {
                findings[index].severity = .error
            }
            if !shown.isEmpty { continue }
            if let expected = Self.expectedValue(lackedBy: failure.error, survey) {
                let index = ungiven.firstIndex { $0.expected == expected } ?? ungiven.count
                if index == ungiven.count { ungiven.append((expected, [])) }
                ungiven[index].failures.append(failure)
            } else {
                findings.append(finding)
            }
        }
        let problems = notBuilt + ungiven.map { Self.problem(survey.expectedValues[$0.expected], $0.failures) }
        return findings + problems.map { $0.finding(survey.names) }
    }

    /// The failures without repeated reasons: each is named once, for the registration whose own provider fails if
    /// there is one.
    private var withoutRepetitions: [Failure] {
        var kept: [Failure] = []
        for failure in failures.filter(\.isItsOwn) + failures.filter({ !$0.isItsOwn }) {
            let error = failure.error
            let isKnown = kept.contains { known in
                guard known.error.kind == error.kind else { return false }
                if error.kind == .circular { return known.error.path.contains { $0.type == error.requested } }
                return known.error.requested == error.requested && known.error.name == error.name
                    && (known.isItsOwn || known.error.location == error.location)
            }
            if !isKnown { kept.append(failure) }
        }
        return kept
    }

    /// Whether another finding says the same as that of a failure, about a registration on the error's path.
    private static func isShown(_ failure: Failure, _ finding: Finding, by other: Finding) -> Bool {
        let error = failure.error
        if error.kind == .circular { return other.kind == .circular && other.path.contains { $0 == error.requested } }
        let types = [failure.record.type] + error.path.map { $0.registeredType ?? $0.type }
        guard types.contains(where: { $0 == other.registration?.type }) else { return false }
        if error.kind == .noScope || error.kind == .missing, other.kind == .captive {
            // It can't be built without a dependency that exists only in some scopes.
            let distances = Seam.distances(to: Query(error.requested))
            return distances(other.type) != nil
        }
        return other.kind == finding.kind && other.type == finding.type
    }

    /// The value that scopes are expected to be given, and whose lack is an error; nil for another error.
    private static func expectedValue(lackedBy error: ImposeError, _ survey: DependencySurvey) -> Int? {
        guard error.kind == .missing || error.kind == .ambiguous else { return nil }
        let query = Query(RegistrationKey(type: error.requested, name: error.name))
        return survey.expectedValues.firstIndex { query.distance(of: $0.expectation) != nil }
    }

    private static func problem(
        _ expected: DependencySurvey.ExpectedValue,
        _ failures: [Failure]
    ) -> RegistrationProblem {
        let record = failures[0].record
        var (keys, places): ([RegistrationKey], [Location]) = ([], [])
        for failure in failures {
            let asking = failure.error.path.dropLast().last
            let own = failure.record.key
            let key = asking.map { RegistrationKey(type: $0.registeredType ?? $0.type, name: $0.name) } ?? own
            if keys.contains(key) { continue }
            keys.append(key)
            if failure.error.location != record.location { places.append(failure.error.location) }
        }
        return RegistrationProblem(record, .notGiven(expected, needing: keys, places))
    }
}
