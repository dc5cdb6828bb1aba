/// Builds the instance of every registration of some imposers, to see what happens.
struct Building {
    private(set) var findings: [Validation.Finding] = []

    /// - Parameter imposers: Copies, whose instances nobody else sees.
    mutating func build(_ imposers: [Imposer]) {
        for imposer in imposers {
            // One for each imposer, so that scoped instances have a scope that they belong to.
            let scope = imposer.openScope("validation")
            for case let record? in imposer.records { build(record, heldBy: imposer, in: scope) }
            scope.dispose()
        }
        for imposer in imposers.reversed() { imposer.dispose() }
    }

    private mutating func build(_ record: RegistrationRecord, heldBy holder: Imposer, in scope: Imposer) {
        if let argument = Self.argument(of: record) {
            let names = TypeNames([record.type, argument])
            findings.append(
                Validation.Finding(
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
            try record.accept(Trial(holder: holder, scope: scope))
        } catch {
            findings.append(Self.finding(error, record))
        }
    }

    private static func argument(of record: RegistrationRecord) -> (any Any.Type)? {
        record.parameters.first { parameter in
            parameter == (any InjectionOwner).self || record.expectedArguments.contains { $0 == parameter }
        }
    }

    private static func finding(_ error: ImposeError, _ record: RegistrationRecord) -> Validation.Finding {
        let names = TypeNames([record.type])
        return Validation.Finding(
            kind: error.validationKind,
            severity: error.kind == .isolation ? .warning : .error,
            record,
            type: error.requested,
            message: "\(names.key(record.type, record.key.name)) can't be built: \(error.failureReason ?? "\(error)")",
            places: [error.place],
            fix: error.kind == .isolation
                ? "validate on the main actor."
                : error.details.content.fixes.first ?? "see the error.",
            path: error.kind == .circular ? error.path.map(\.type) : []
        )
    }
}

/// Builds one registration's instance in a scope, and lets go of it.
private struct Trial: RegistrationVisitor {
    let holder: Imposer
    let scope: Imposer

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(ImposeError) {
        let request = Request(Instance.self, named: registration.key.name, at: registration.place)
        let origin = Origin(asked: holder, scope: scope)
        _ = try Resolver.resolve(request, as: Instance.self, from: origin)
    }
}

extension ImposeError {
    fileprivate var validationKind: Validation.Kind {
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
