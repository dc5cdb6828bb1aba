internal import Impose

/// The check of a survey for mistakes.
struct Validator {
    let survey: DependencySurvey
    /// The trial that built the instances, and has shown what opaque providers inject; nil if there was none.
    let building: TrialBuild?
    /// The modules that have not provided.
    let modules: UnprovidedModules

    /// The same in all findings, so that no two types are called the same.
    private var names: TypeNames { survey.names }

    var findings: [Imposer.Validation.Finding] {
        let misspelt = MisspeltScopes(survey)
        // What follows from a wrong name says nothing new.
        let captives = CaptiveDependencies(survey).findings(except: misspelt.names)
        return misspelt.findings(breaking: captives.left) + unmetNeeds + cycles + captives.findings
            + survey.nodes.prefix(survey.ownCount).flatMap(onItsOwn)
            + survey.awaitedFindings + survey.actorBoundFindings + unreachable
    }

    // MARK: Needs of providers

    private var unmetNeeds: [Imposer.Validation.Finding] {
        let wanted = unmetArguments
        return survey.edges.compactMap { edge in
            if edge.isGiven { return ambiguous(given: edge) }
            return switch edge.fate {
            case .missing: isMeant(edge) ? nil : missing(edge)
            case .ambiguous(let candidates): ambiguous(edge, candidates)
            case .chosen(let target, _): wanted[target].flatMap { withoutArgument(edge, $0) }
            case .absent, .argument: nil
            }
        }
    }

    /// The arguments that the providers of some nodes need, since nothing is imposed for them; also through an alias.
    private var unmetArguments: [Int: any Any.Type] {
        var wanted: [Int: any Any.Type] = [:]
        for edge in survey.edges where wanted[edge.from] == nil {
            if case .argument(isImposed: false) = edge.fate { wanted[edge.from] = edge.key.type }
        }
        if wanted.isEmpty { return wanted }
        for edge in survey.edges where survey.nodes[edge.from].record.original != nil {
            guard let target = edge.target, let argument = wanted[target] else { continue }
            wanted[edge.from] = argument
        }
        return wanted
    }

    private func missing(_ edge: DependencySurvey.Edge) -> Imposer.Validation.Finding {
        let need = MissingNeed(edge, survey, modules)
        return finding(
            .missing,
            edge,
            "and \(need.problem(names) ?? Failure.nothing)",
            need.places(names),
            need.fixes(names)
        )
    }

    private func ambiguous(_ edge: DependencySurvey.Edge, _ candidates: [Candidate]) -> Imposer.Validation.Finding {
        let list = candidates.map { names.key($0.registration.type, $0.registration.key.name) }
        return finding(
            .ambiguous,
            edge,
            "and \(candidates.count) registrations are equally far from it: "
                + "\(list.prefix(5).joined(separator: ", "))\(list.count > 5 ? " and others" : "")",
            candidates.map { FindingPlace($0.registration, names) },
            Advice.ambiguous(Request(edge.key.type, named: edge.key.name, at: edge.location), candidates).fixes(names)
        )
    }

    /// The finding for several values that one scope is expected to be given, equally far from the requested type. The
    /// code that gives them may still prefer one.
    private func ambiguous(given edge: DependencySurvey.Edge) -> Imposer.Validation.Finding? {
        let expected = edge.expected.map { survey.gifts[$0].expectation }
        let rivals = expected.firstResult { first in
            let rivals = expected.filter { $0.scopeName == first.scopeName }
            return Set(rivals.map(\.key)).count > 1 ? rivals : nil
        }
        guard let rivals else { return nil }
        let list = rivals.map { names.key($0.type, $0.key.name) }.joined(separator: ", ")
        let type = TypeRelation.unwrapped(edge.key.type)
        return finding(
            .ambiguous,
            edge,
            severity: .warning,
            "and \(rivals[0].scopeName.scopes) are given \(rivals.count) that are equally far from it: \(list)",
            rivals.map { FindingPlace($0, names) },
            [
                Fix(
                    "Give one of them for \(names[type]) itself. In place of what \(rivals[0].location) expects, write",
                    "\(survey.gifts[edge.expected[0]].holder.expression).expectGiven(\(names.expression(type))"
                        + "\(edge.key.name.argument), in: \(rivals[0].scopeName.key.spelling))"
                )
            ]
        )
    }

    /// The finding for a parameter whose own provider needs an argument: a parameter is injected without arguments.
    private func withoutArgument(_ edge: DependencySurvey.Edge, _ argument: any Any.Type) -> Imposer.Validation.Finding?
    {
        let record = survey.nodes[edge.from].record
        guard edge.isDeclared, record.original == nil, let target = edge.target else { return nil }
        return finding(
            .missing,
            edge,
            type: argument,
            "which takes \(names[argument]) as an argument: a parameter is injected without one",
            [FindingPlace(survey.nodes[target].record, names)],
            [
                Fix(
                    "At \(record.location), impose \(names[record.type]) with a closure that takes (imposer: Imposer), and "
                        + "gets it by",
                    "try imposer.tryInject(of: \(names.expression(edge.key.type)), arguments: \(names.variable(argument)))"
                )
            ]
        )
    }

    /// Makes the finding about a need.
    ///
    /// - Parameters:
    ///   - severity: Nil for that of an unmet need. A provider that was only seen to ask may know what to do without an
    ///     answer.
    ///   - type: The type that it is about; nil for the one that is needed.
    ///   - problem: What is the matter, behind what is needed.
    ///   - places: Lines besides that of the registration, and that of the request unless it is the same.
    private func finding(
        _ kind: Imposer.Validation.Kind,
        _ edge: DependencySurvey.Edge,
        severity: Imposer.Validation.Severity? = nil,
        type: (any Any.Type)? = nil,
        _ problem: String,
        _ places: [FindingPlace],
        _ fixes: [Fix]
    ) -> Imposer.Validation.Finding {
        let record = survey.nodes[edge.from].record
        let verb = edge.isDeclared ? edge.isLazy ? "needs, later," : "needs" : "was seen to request"
        let needed = names.key(edge.key.type, edge.key.name)
        return Imposer.Validation.Finding(
            kind: kind,
            severity: severity ?? (edge.isDeclared ? .error : .warning),
            (record, names),
            type: type ?? edge.key.type,
            message: "\(names.key(record.type, record.key.name)) \(verb) \(needed), \(problem).",
            places: (edge.isDeclared ? [] : [FindingPlace("\(needed), requested", edge.location)]) + places,
            fixes: fixes
        )
    }

    private var cycles: [Imposer.Validation.Finding] {
        survey.cycles.map { cycle in
            let edges = cycle.map { survey.edges[$0] }
            let records = edges.map { survey.nodes[$0.from].record }
            let path = records.map(\.type) + [records[0].type]
            let keys = records.map { names.key($0.type, $0.key.name) }
            let isCertain = edges.allSatisfy(\.isDeclared)
            return Imposer.Validation.Finding(
                kind: .circular,
                // A request that was only seen may depend on a condition.
                severity: isCertain ? .error : .warning,
                (records[0], names),
                message: "\(keys[0]) is needed to build itself: \((keys + [keys[0]]).joined(separator: " → ")).",
                places: records.dropFirst().map { FindingPlace($0, names) },
                fixes: edges.count == 1
                    ? Advice.asksItself(
                        records[0],
                        for: edges[0].key.type,
                        at: edges[0].location,
                        on: survey.nodes[edges[0].from].holder
                    ).fixes(names)
                    : [
                        Fix(
                            "Let one of them inject later, for instance \(keys[keys.count - 1]), imposed at "
                                + "\(records[records.count - 1].location), by a parameter of type",
                            "Injected<\(names.annotation(edges[edges.count - 1].key.type))>"
                        ),
                        "Or move what both need into a third type.",
                    ],
                path: path
            )
        }
    }

    // MARK: Findings about one registration

    private func onItsOwn(_ node: DependencySurvey.Node) -> [Imposer.Validation.Finding] {
        let record = node.record
        // Most registrations have nothing to be named for, and names of types take time.
        var name: String { names.key(record.type, record.key.name) }
        var findings: [Imposer.Validation.Finding] = []
        if let replaced = record.replacedFinding(names) { findings.append(replaced) }
        if record.option == .weakInstance, TypeRelation.isValueType(TypeRelation.unwrapped(record.type)) {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .weakValue,
                    severity: .error,
                    (record, names),
                    message: "\(name) is a .weakInstance, and a value can't be held weakly.",
                    fixes: Advice.weakValue(record.type, record).fixes(names)
                )
            )
        }
        // Everybody who asks the imposer gets the same instance.
        let isShared = record.original == nil && [.singleInstance, .weakInstance].contains(record.option.lifetime)
        if !record.isSendable, isShared, node.holder.nearestScope == nil {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .notSendable,
                    severity: .warning,
                    (record, names),
                    message: "\(name) is kept, so that threads share it, and is not Sendable.",
                    // They say nothing of the registration: texts sum up such findings.
                    fixes: [
                        "Declare its type Sendable. A class that is @MainActor is that, too.",
                        Fix("Or do not share it: where it is imposed, write", "option: .closureBased"),
                    ]
                )
            )
        }
        if let misfit = unfitArgument(record) { findings.append(misfit) }
        if record.isOpaque, record.requestLog == nil, building?.uncalled.contains(record.sequence) ?? true {
            findings.append(
                Imposer.Validation.Finding(
                    kind: .opaque,
                    severity: .note,
                    (record, names),
                    message:
                        "the provider of \(name) was not checked: it "
                        + (record.takesImposer ? "takes an Imposer, and does not say" : "has no parameters that say")
                        + " what it injects.",
                    fixes: building == nil
                        ? [Fix("Check by building, in a test", "Imposer.validate(building: true)")]
                        : ["Let it take its dependencies as parameters."]
                )
            )
        }
        return findings
    }

    /// Whether the need is a parameter that another type was probably announced for as an argument, which is found itself.
    private func isMeant(_ edge: DependencySurvey.Edge) -> Bool {
        edge.isDeclared
            && ExpectedArguments(survey.nodes[edge.from].record, survey).meant.contains { $0 == edge.key.type }
    }

    /// The finding for expected arguments that no parameter of the provider takes.
    private func unfitArgument(_ record: RegistrationFacts) -> Imposer.Validation.Finding? {
        let arguments = ExpectedArguments(record, survey)
        guard let first = arguments.unfit.first else { return nil }
        let free = arguments.free
        let name = names.key(record.type, record.key.name)
        let takes =
            record.parameters.isEmpty
            ? "it has none"
            : "\(free.isEmpty ? "they are" : "what is left is") "
                + "\(names.list(free.isEmpty ? record.parameters : free))"
        let call = ".expectingArguments(\(record.expectedArguments.map(names.expression).joined(separator: ", ")))"
        let corrected = arguments.corrected.map(names.expression).joined(separator: ", ")
        return Imposer.Validation.Finding(
            kind: .argument,
            severity: arguments.isNear ? .warning : .error,
            (record, names),
            type: first,
            message:
                "\(name) expects \(names[first]) as an argument, and no parameter of its provider is of that type: "
                + "\(takes).",
            fixes: [
                corrected.isEmpty
                    ? Fix("At \(record.location), delete", call)
                    : Fix(
                        "At \(record.location), in place of what it expects, write",
                        ".expectingArguments(\(corrected))"
                    )
            ]
        )
    }

    /// The findings for registrations whose key an earlier imposer of the search has, too.
    private var unreachable: [Imposer.Validation.Finding] {
        var first: [RegistrationKey: DependencySurvey.Node] = [:]
        return survey.nodes.prefix(survey.ownCount).compactMap { node in
            let (record, holder) = (node.record, node.holder)
            guard let hiding = first[record.key] else {
                first[record.key] = node
                return nil
            }
            let name = names.key(record.type, record.key.name)
            let asked = holder.title
            return Imposer.Validation.Finding(
                kind: .unreachable,
                // Mostly on purpose: the imposer is there for it.
                severity: .note,
                (record, names),
                message: "\(name) of \(holder) is never reached from \(hiding.holder), which has its own.",
                places: [FindingPlace("that of \(hiding.holder), imposed", hiding.record.location)],
                fixes: holder.isMember
                    ? [Fix("Inject it from there", asked.injecting(record.type, record.key.name, names))]
                    : ["Delete it, if nothing asks \(holder) itself."]
            )
        }
    }
}
