/// The check of a survey for mistakes.
struct Validator {
    private let survey: DependencySurvey
    /// The trial that built the instances, and has shown what opaque providers inject; nil if there was none.
    private let building: TrialBuild?
    /// The registrations whose providers the trial did not call.
    private let uncalled: Set<ObjectIdentifier>

    init(_ survey: DependencySurvey, after building: TrialBuild? = nil) {
        self.survey = survey
        self.building = building
        uncalled = Set((building?.uncalled ?? []).map(ObjectIdentifier.init))
    }

    var findings: [Imposer.Validation.Finding] {
        unmetNeeds + circles + CaptiveDependencies(survey).findings
            + survey.nodes.prefix(survey.ownCount).flatMap(onItsOwn)
            + AwaitedNodes(survey).findings + unreachable
    }

    // MARK: Needs of providers

    private var unmetNeeds: [Imposer.Validation.Finding] {
        let wanted = survey.unmetArguments
        return survey.edges.compactMap { edge in
            if edge.isGiven { return ambiguous(given: edge) }
            return switch edge.fate {
            case .missing: missing(edge)
            case .ambiguous(let candidates): ambiguous(edge, candidates)
            case .chosen(let target, _): wanted[target].flatMap { withoutArgument(edge, $0) }
            case .absent, .argument: nil
            }
        }
    }

    /// The severity of an unmet need. A provider that was only seen to ask may know what to do without an answer.
    private static func severity(_ edge: DependencySurvey.Edge) -> Imposer.Validation.Severity {
        edge.isDeclared ? .error : .warning
    }

    private func missing(_ edge: DependencySurvey.Edge) -> Imposer.Validation.Finding {
        let record = survey.nodes[edge.from].record
        let names = TypeNames([record.type, edge.key.type])
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: Self.severity(edge),
            record,
            type: edge.key.type,
            message: "\(need(edge, names)), and nothing is imposed for it.",
            places: edge.isDeclared ? [] : [edge.location],
            fix: Self.fix(missing: edge, record, names)
        )
    }

    private func ambiguous(_ edge: DependencySurvey.Edge, _ candidates: [Candidate]) -> Imposer.Validation.Finding {
        let record = survey.nodes[edge.from].record
        let names = TypeNames([record.type, edge.key.type] + candidates.map(\.registration.type))
        let list = candidates.map { names.key($0.registration.type, $0.registration.key.name) }
        return Imposer.Validation.Finding(
            kind: .ambiguous,
            severity: Self.severity(edge),
            record,
            type: edge.key.type,
            message: "\(need(edge, names)), and \(candidates.count) registrations are equally far from it: "
                + "\(list.prefix(5).joined(separator: ", "))\(list.count > 5 ? " and others" : "").",
            places: (edge.isDeclared ? [] : [edge.location]) + candidates.map(\.registration.location),
            fix: "mark one of them .preferred(), or impose one for \(names[edge.key.type]) itself."
        )
    }

    /// The finding for several values that one scope is expected to be given, equally far from the requested type. The
    /// code that gives them may still prefer one.
    private func ambiguous(given edge: DependencySurvey.Edge) -> Imposer.Validation.Finding? {
        let expected = edge.expected.map { survey.gifts[$0].expectation }
        let rivals = expected.lazy.compactMap { first in
            let rivals = expected.filter { $0.scopeName == first.scopeName }
            return Set(rivals.map(\.key)).count > 1 ? rivals : nil
        }
        .first
        guard let rivals else { return nil }
        let record = survey.nodes[edge.from].record
        let names = TypeNames([record.type, edge.key.type] + rivals.map(\.type))
        let list = rivals.map { names.key($0.type, $0.key.name) }.joined(separator: ", ")
        return Imposer.Validation.Finding(
            kind: .ambiguous,
            severity: .warning,
            record,
            type: edge.key.type,
            message:
                "\(need(edge, names)), and \(rivals[0].scopeName.scopes) are given \(rivals.count) that are equally "
                + "far from it: \(list).",
            places: (edge.isDeclared ? [] : [edge.location]) + rivals.map(\.location),
            fix: "give one for \(names[edge.key.type]) itself, and expect that."
        )
    }

    /// The finding for a parameter whose own provider needs an argument: a parameter is injected without arguments.
    private func withoutArgument(_ edge: DependencySurvey.Edge, _ argument: any Any.Type) -> Imposer.Validation.Finding?
    {
        let record = survey.nodes[edge.from].record
        guard edge.isDeclared, record.original == nil, let target = edge.target else { return nil }
        let names = TypeNames([record.type, edge.key.type, argument])
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: .error,
            record,
            type: argument,
            message: "\(need(edge, names)), which takes \(names[argument]) as an argument: a parameter is injected "
                + "without one.",
            places: [survey.nodes[target].record.location],
            fix: "impose \(names[record.type]) with a closure that injects it with its argument: "
                + "inject(of: \(names.expression(edge.key.type)), arguments: …)."
        )
    }

    private func need(_ edge: DependencySurvey.Edge, _ names: TypeNames) -> String {
        let record = survey.nodes[edge.from].record
        let verb = edge.isDeclared ? edge.isLazy ? "needs, later," : "needs" : "was seen to ask for"
        return "\(names.key(record.type, record.key.name)) \(verb) \(names.key(edge.key.type, edge.key.name))"
    }

    private static func fix(missing edge: DependencySurvey.Edge, _ record: RegistrationRecord, _ names: TypeNames)
        -> String
    {
        let type = names.expression(TypeRelation.unwrapped(edge.key.type))
        let imposing = "impose it: .impose(for: \(type)\(edge.key.name.argument), …)"
        guard edge.isDeclared, record.original == nil else { return "\(imposing)." }
        return "\(imposing); if it is always given as an argument, say so: .expectingArguments(\(type))."
    }

    private var circles: [Imposer.Validation.Finding] {
        survey.cycles.map { cycle in
            let edges = cycle.map { survey.edges[$0] }
            let records = edges.map { survey.nodes[$0.from].record }
            let path = records.map(\.type) + [records[0].type]
            let names = TypeNames(path)
            let keys = records.map { names.key($0.type, $0.key.name) }
            let isCertain = edges.allSatisfy(\.isDeclared)
            return Imposer.Validation.Finding(
                kind: .circular,
                // A request that was only seen may depend on a condition.
                severity: isCertain ? .error : .warning,
                records[0],
                type: records[0].type,
                message: "\(keys[0]) is needed to build itself: \((keys + [keys[0]]).joined(separator: " → ")).",
                places: records.dropFirst().map(\.location),
                fix: "cut the circle where the need comes later: take a parameter Injected<…> instead, or a property "
                    + "@Injected.",
                path: path
            )
        }
    }

    // MARK: Findings about one registration

    private func onItsOwn(_ node: DependencySurvey.Node) -> [Imposer.Validation.Finding] {
        let record = node.record
        // Most registrations have nothing to be named for, and names of types take time.
        var name: String { TypeNames([record.type]).key(record.type, record.key.name) }
        var findings: [Imposer.Validation.Finding] = []
        if let replaced = record.replaced {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .replaced,
                    severity: .warning,
                    record,
                    type: record.type,
                    message: "\(name) has taken the place of an earlier registration.",
                    places: [replaced],
                    fix: "remove one of the two, give one a name, or say which one wins: onConflict: .keep."
                )
            )
        }
        if record.option == .weakInstance, TypeRelation.isValueType(TypeRelation.unwrapped(record.type)) {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .weakValue,
                    severity: .error,
                    record,
                    type: record.type,
                    message: "\(name) is a .weakInstance, and a value can't be held weakly.",
                    fix: "make it a class, or choose another option."
                )
            )
        }
        if !record.isSendable, record.isShared, node.holder.nearestScope == nil {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .notSendable,
                    severity: .warning,
                    record,
                    type: record.type,
                    message: "\(name) is kept, so that threads share it, and is not Sendable.",
                    fix:
                        "declare it Sendable; give it to an actor as a whole, with @MainActor for instance; or share none: "
                        + ".scopedInstance or .closureBased."
                )
            )
        }
        if record.isOpaque, record.requestLog == nil, building == nil || uncalled.contains(ObjectIdentifier(record)) {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .opaque,
                    severity: .note,
                    record,
                    type: record.type,
                    message:
                        "the provider of \(name) \(record.takesImposer ? "takes an Imposer" : "has no parameters") "
                        + "and hides what it injects.",
                    fix: "let it take its dependencies as parameters"
                        + (building == nil ? ", or have it built: validate(building: true)." : ".")
                )
            )
        }
        return findings
    }

    /// The findings for registrations whose key an earlier imposer of the search has, too.
    private var unreachable: [Imposer.Validation.Finding] {
        var first: [RegistrationKey: DependencySurvey.Node] = [:]
        return survey.nodes.prefix(survey.ownCount).compactMap { node in
            guard let hiding = first[node.record.key] else {
                first[node.record.key] = node
                return nil
            }
            let name = TypeNames([node.record.type]).key(node.record.type, node.record.key.name)
            return Imposer.Validation.Finding(
                kind: .unreachable,
                // Mostly on purpose: the imposer is there for it.
                severity: .note,
                node.record,
                type: node.record.type,
                message: "\(name) of \(node.holder) is never reached from \(hiding.holder), which has its own.",
                places: [hiding.record.location],
                fix: node.holder.type.map { "remove it, or ask for it there: inject(from: \($0.spelling))." }
                    ?? "remove one of the two, or give one a name."
            )
        }
    }
}

extension DependencySurvey {
    /// The arguments that the providers of some nodes need, since nothing is imposed for them; also through an alias.
    fileprivate var unmetArguments: [Int: any Any.Type] {
        var wanted: [Int: any Any.Type] = [:]
        for edge in edges {
            guard let argument = edge.unmetArgument, wanted[edge.from] == nil else { continue }
            wanted[edge.from] = argument
        }
        if wanted.isEmpty { return wanted }
        for edge in edges where nodes[edge.from].record.original != nil {
            guard let target = edge.target, let argument = wanted[target] else { continue }
            wanted[edge.from] = argument
        }
        return wanted
    }
}

extension RegistrationRecord {
    /// Whether everybody who asks the imposer gets the same instance.
    fileprivate var isShared: Bool {
        guard original == nil else { return false }
        return option.lifetime == .singleInstance || option.lifetime == .weakInstance
    }
}

extension DependencySurvey.Edge {
    fileprivate var unmetArgument: (any Any.Type)? {
        guard case .argument(let isImposed) = fate, !isImposed else { return nil }
        return key.type
    }
}
