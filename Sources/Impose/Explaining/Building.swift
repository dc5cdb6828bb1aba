/// Builds the instance of every registration of some imposers, to see what happens.
struct Building {
    /// An instance that was not built.
    private struct Failure {
        let record: RegistrationRecord
        let error: ImposeError

        /// Whether it is its own provider that fails, not that of something it needs.
        var isItsOwn: Bool { error.requested == record.type && error.name == record.key.name }
    }

    private var notBuilt: [Imposer.Validation.Finding] = []
    private var failures: [Failure] = []

    /// - Parameter imposers: Copies, whose instances nobody else sees.
    mutating func build(_ imposers: [Imposer]) {
        for imposer in imposers {
            // One for each imposer, so that scoped instances have a scope that they belong to.
            let scope = imposer.openScope("validation")
            for case let record? in imposer.records where imposer.isInForce(record) {
                build(record, heldBy: imposer, in: scope)
            }
            scope.dispose()
        }
        // Children before their parents.
        for imposer in imposers { imposer.dispose() }
    }

    private mutating func build(_ record: RegistrationRecord, heldBy holder: Imposer, in scope: Imposer) {
        let provided = record.original.flatMap { holder.record(for: $0) } ?? record
        if let argument = provided.arguments.first {
            let names = TypeNames([record.type, argument])
            notBuilt.append(
                Imposer.Validation.Finding(
                    kind: .notBuilt,
                    severity: .note,
                    record,
                    type: argument,
                    message: "\(names.key(record.type, record.key.name)) was not built: it takes \(names[argument]) as "
                        + "an argument.",
                    fix: "build it in a test of its own, with arguments."
                )
            )
            return
        }
        do {
            let request = Request(record.type, named: record.key.name, at: record.place)
            _ = try Resolver.resolve(request, as: Any.self, from: Origin(asked: holder, scope: scope))
        } catch {
            failures.append(Failure(record: record, error: error))
        }
    }

    /// What was found without building, and what building has shown besides.
    func adding(to found: [Imposer.Validation.Finding]) -> [Imposer.Validation.Finding] {
        var findings = found
        for failure in withoutRepetitions {
            let shown = findings.indices.filter { Self.isShown(failure.error, findings[$0], failure.record) }
            // What might have failed has.
            for index in shown {
                findings[index].severity = max(findings[index].severity, Self.severity(failure.error))
            }
            if shown.isEmpty { findings.append(Self.finding(failure.error, failure.record)) }
        }
        return findings + notBuilt
    }

    /// What several registrations failed for is named once, and where there is one, for the registration whose provider
    /// fails.
    private var withoutRepetitions: [Failure] {
        var kept: [Failure] = []
        for failure in failures.filter(\.isItsOwn) + failures.filter({ !$0.isItsOwn }) {
            let error = failure.error
            let isKnown = kept.contains { known in
                guard known.error.kind == error.kind else { return false }
                if error.kind == .circular { return known.error.path.contains { $0.type == error.requested } }
                return known.error.requested == error.requested && known.error.name == error.name
                    && (known.isItsOwn || known.error.place == error.place)
            }
            if !isKnown { kept.append(failure) }
        }
        return kept
    }

    /// Whether a finding says of a registration on the error's path what the error says.
    private static func isShown(
        _ error: ImposeError,
        _ finding: Imposer.Validation.Finding,
        _ record: RegistrationRecord
    ) -> Bool {
        guard finding.kind == error.validationKind else { return false }
        if error.kind == .circular { return finding.path.contains { $0 == error.requested } }
        let types = [record.type] + error.path.map { $0.registeredType ?? $0.type }
        return finding.type == error.requested && types.contains { $0 == finding.registration.type }
    }

    private static func severity(_ error: ImposeError) -> Imposer.Validation.Severity {
        error.kind == .isolation ? .warning : .error
    }

    private static func finding(_ error: ImposeError, _ record: RegistrationRecord) -> Imposer.Validation.Finding {
        let names = TypeNames([record.type])
        let thrown = error.underlyingError.map { " It threw \($0)." } ?? ""
        return Imposer.Validation.Finding(
            kind: error.validationKind,
            severity: severity(error),
            record,
            type: error.requested,
            message: "\(names.key(record.type, record.key.name)) can't be built: "
                + "\(error.failureReason ?? "\(error)")\(thrown)",
            places: error.place == record.place ? [] : [error.place],
            fix: error.kind == .isolation
                ? "validate on the main actor."
                : error.details.content.fixes.first ?? "see the error.",
            path: error.kind == .circular ? error.path.map(\.type) : []
        )
    }
}

extension ImposeError {
    fileprivate var validationKind: Imposer.Validation.Kind {
        switch kind {
        case .missing: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .weakValue: .weakValue
        case .isolation: .notBuilt
        default: .failed
        }
    }
}
