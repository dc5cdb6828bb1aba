internal import Impose

/// A trial that builds the instance of every registration of some imposers, to see whether that fails.
struct TrialBuild {
    /// An instance that was not built.
    private struct Failure {
        let record: RegistrationFacts
        let error: ImposeError
        let holder: NodeFacts

        /// Whether its own provider fails, not the provider of something it needs.
        var isItsOwn: Bool { error.requested == record.type && error.name == record.key.name }

        /// Whether its own provider could not be called from here.
        var isUncalled: Bool { (error.kind == .asynchronous || error.kind == .isolation) && error.path.count == 1 }
    }

    private var notBuilt: [Imposer.Validation.Finding] = []
    private var failures: [Failure] = []
    /// The numbers of the registrations that nothing was learnt of, since their providers were not called.
    private(set) var uncalled: Set<SerialNumber> = []

    /// - Parameters:
    ///   - imposers: Copies, whose instances nobody else sees.
    ///   - innermost: The copy of the scope that is validated, if it is one. Its parents' registrations are built in
    ///     it.
    mutating func build(_ imposers: [NodeFacts], in innermost: NodeFacts? = nil) {
        let names = OccurringScopes(imposers).outermostFirst
        for imposer in imposers {
            // Some for each imposer, so that scoped instances have scopes that they belong to.
            guard let outer = (imposer.nearestScope == nil ? innermost ?? imposer : imposer).imposer else {
                continue
            }
            let missing = names.filter { outer.node.enclosingScope(named: $0) == nil }
            var scopes = [outer]
            for name in missing { scopes.append(scopes[scopes.count - 1].openScope(name)) }
            scopes.append(scopes[scopes.count - 1].openScope("validation"))
            for record in imposer.registrations where record.isInForce {
                build(record, heldBy: imposer, in: scopes[scopes.count - 1].node)
            }
            // Along with the scopes inside.
            scopes[1].dispose()
        }
    }

    private mutating func build(_ record: RegistrationFacts, heldBy holder: NodeFacts, in scope: NodeFacts) {
        let provided = record.original.flatMap { Seam.registration(for: $0, of: holder) } ?? record
        let arguments = provided.arguments
        if let argument = arguments.first {
            uncalled.insert(record.sequence)
            let names = TypeNames([record.type, argument])
            let asked = holder.title
            let variables = arguments.map(names.variable).joined(separator: ", ")
            let injecting = asked.injecting(record.type, record.key.name, names, ", arguments: \(variables)")
            notBuilt.append(
                Imposer.Validation.Finding(
                    kind: .notBuilt,
                    severity: .note,
                    (record, names),
                    type: argument,
                    message: "\(names.key(record.type, record.key.name)) was not built: it takes \(names[argument]) as "
                        + "an argument.",
                    fixes: [Fix("Build it in its own test", injecting)]
                )
            )
            return
        }
        do {
            let request = Request(record.type, named: record.key.name, at: record.location)
            try Seam.make(request, from: Origin(asked: holder, scope: scope))
        } catch {
            let failure = Failure(record: record, error: error, holder: holder)
            if failure.isUncalled { uncalled.insert(record.sequence) }
            if error.kind == .asynchronous {
                notBuilt.append(Self.finding(failure))
            } else {
                failures.append(failure)
            }
        }
    }

    /// Returns the findings made without building, and the ones that building has added.
    ///
    /// - Parameter survey: The survey made after building, which knows what was asked for.
    func adding(to found: [Imposer.Validation.Finding], _ survey: DependencySurvey) -> [Imposer.Validation.Finding] {
        var findings = found
        var ungiven = UngivenNeeds(survey)
        for failure in withoutRepetitions {
            let shown = findings.indices.filter { Self.isShown(failure.error, findings[$0], failure.record) }
            // A possible failure has happened; but if it depends on how scopes are nested, it need not happen
            // elsewhere.
            for index in shown where findings[index].severity != .note {
                findings[index].severity = max(findings[index].severity, Self.severity(failure.error))
            }
            if !shown.isEmpty || ungiven.take(failure.record, failure.error) { continue }
            findings.append(Self.finding(failure))
        }
        return findings + notBuilt + ungiven.findings
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

    /// Whether a finding says the same as an error, about a registration on the error's path.
    private static func isShown(
        _ error: ImposeError,
        _ finding: Imposer.Validation.Finding,
        _ record: RegistrationFacts
    ) -> Bool {
        func isOnPath() -> Bool {
            let types = [record.type] + error.path.map { $0.registeredType ?? $0.type }
            return types.contains { $0 == finding.registration?.type }
        }
        if error.kind == .noScope || error.kind == .missing, finding.kind == .captive {
            // It can't be built without a dependency that exists only in some scopes.
            let relation = TypeRelation(to: TypeRelation.unwrapped(error.requested))
            let isHeld = finding.type == error.requested || relation.distance(from: finding.type) != nil
            return isHeld && isOnPath()
        }
        guard finding.kind == error.validationKind else { return false }
        if error.kind == .circular { return finding.path.contains { $0 == error.requested } }
        return finding.type == error.requested && isOnPath()
    }

    private static func severity(_ error: ImposeError) -> Imposer.Validation.Severity {
        switch error.kind {
        case .asynchronous: .note
        case .isolation: .warning
        default: .error
        }
    }

    private static func finding(_ failure: Failure) -> Imposer.Validation.Finding {
        let (error, record) = (failure.error, failure.record)
        let names = TypeNames([record.type, error.requested])
        let needed = names.key(error.requested, error.name)
        let problem: String
        let fixes: [Fix]
        if let reason = error.reasonToAwait {
            let cause = failure.isUncalled ? reason.own : "it needs \(needed), \(reason.ofOthers)"
            problem = "was not built: \(cause)."
            let asked = failure.holder.title
            let awaiting = asked.awaiting(record.type, record.key.name, names)
            fixes = [Fix("Build it in its own test", awaiting)]
        } else {
            let thrown = error.underlyingError.map { " It threw \($0)." } ?? ""
            problem = "can't be built: \(error.failureReason ?? "\(error)")\(thrown)"
            fixes =
                error.kind == .isolation
                ? [Fix("Validate on the main actor: in front of the test, write", "@MainActor")]
                : error.report?.fixList ?? ["See the error."]
        }
        return Imposer.Validation.Finding(
            kind: error.validationKind,
            severity: severity(error),
            (record, names),
            type: error.requested,
            message: "\(names.key(record.type, record.key.name)) \(problem)",
            places: error.location == record.location ? [] : [FindingPlace("\(needed), requested", error.location)],
            fixes: fixes,
            path: error.kind == .circular ? error.path.map(\.type) : []
        )
    }
}

extension ImposeError {
    /// The reason why the instance has to be awaited, if it is the registration's own, and if it is that of something
    /// that the registration needs; nil if there is none.
    fileprivate var reasonToAwait: (own: String, ofOthers: String)? {
        if kind == .asynchronous { return ("it is made asynchronously", "which is made asynchronously") }
        return report?.actor.map { (own: "its provider belongs to \($0)", ofOthers: "whose provider belongs to \($0)") }
    }

    fileprivate var validationKind: Imposer.Validation.Kind {
        switch kind {
        case .missing: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .weakValue: .weakValue
        case .isolation, .asynchronous: .notBuilt
        default: .failed
        }
    }
}
