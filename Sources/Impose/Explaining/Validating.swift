/// Goes through a survey and says what is wrong with it.
struct Validating {
    private let survey: Survey
    /// Whether building has shown what providers without parameters inject.
    private let wasBuilt: Bool

    init(_ survey: Survey, wasBuilt: Bool) {
        self.survey = survey
        self.wasBuilt = wasBuilt
    }

    var findings: [Validation.Finding] {
        unmetNeeds + circles + captives + survey.nodes.prefix(survey.ownCount).flatMap(onItsOwn) + unreachable
    }

    // MARK: What providers need

    private var unmetNeeds: [Validation.Finding] {
        survey.edges.compactMap { edge in
            let record = survey.nodes[edge.from].record
            let names = TypeNames([record.type, edge.key.type])
            let needing = "\(names.key(record.type, record.key.name)) needs \(names.key(edge.key.type, edge.key.name))"
            switch edge.fate {
            case .missing:
                return Validation.Finding(
                    kind: .missing,
                    severity: .error,
                    record,
                    type: edge.key.type,
                    message: "\(needing), and nothing is imposed for it.",
                    places: edge.isDeclared ? [] : [edge.place],
                    fix: Self.fix(missing: edge, record, names)
                )
            case .ambiguous(let candidates):
                let tied = TypeNames(candidates.map(\.registration.type))
                let list = candidates.map { tied.key($0.registration.type, $0.registration.key.name) }
                return Validation.Finding(
                    kind: .ambiguous,
                    severity: .error,
                    record,
                    type: edge.key.type,
                    message: "\(needing), and \(candidates.count) registrations are equally far from it: "
                        + "\(list.prefix(5).joined(separator: ", "))\(list.count > 5 ? " and others" : "").",
                    places: (edge.isDeclared ? [] : [edge.place]) + candidates.map(\.registration.place),
                    fix: "mark one of them .preferred(), or impose one for \(names[edge.key.type]) itself."
                )
            case .chosen, .absent, .argument:
                return nil
            }
        }
    }

    private static func fix(missing edge: Survey.Edge, _ record: RegistrationRecord, _ names: TypeNames) -> String {
        let type = names.expression(TypeRelation.unwrapped(edge.key.type))
        let imposing = "impose it: .impose(for: \(type)\(edge.key.name.argument), …)"
        guard edge.isDeclared, record.original == nil else { return "\(imposing)." }
        return "\(imposing); if it is always given as an argument, say so: .expectingArguments(\(type))."
    }

    private var circles: [Validation.Finding] {
        survey.cycles.map { cycle in
            let edges = cycle.map { survey.edges[$0] }
            let records = edges.map { survey.nodes[$0.from].record }
            let path = records.map(\.type) + [records[0].type]
            let names = TypeNames(path)
            let isCertain = edges.allSatisfy(\.isDeclared)
            return Validation.Finding(
                kind: .circular,
                // What was only seen to be asked for may depend on a condition.
                severity: isCertain ? .error : .warning,
                records[0],
                type: records[0].type,
                message: "\(names[records[0].type]) is needed to build itself: "
                    + "\(path.map { names[$0] }.joined(separator: " → ")).",
                places: records.dropFirst().map(\.place),
                fix: "cut the circle where the need comes later: take a parameter Injected<…> instead, or a property "
                    + "@Injected.",
                path: path
            )
        }
    }

    /// What single instances hold, directly or by way of what nobody keeps.
    private var captives: [Validation.Finding] {
        var outgoing: [[Survey.Edge]] = Array(repeating: [], count: survey.nodes.count)
        for edge in survey.edges where !edge.isLazy { outgoing[edge.from].append(edge) }
        return survey.nodes.indices.prefix(survey.ownCount).flatMap { start -> [Validation.Finding] in
            let holder = survey.nodes[start].record
            guard holder.option == .singleInstance, holder.original == nil else { return [] }
            var seen: Set = [start]
            var waiting = outgoing[start]
            var findings: [Validation.Finding] = []
            while let edge = waiting.popLast() {
                guard let target = edge.target, seen.insert(target).inserted else { continue }
                let held = survey.nodes[target].record
                switch held.option.lifetime {
                case .closureBased, .graphInstance: waiting += outgoing[target]
                case .scopedInstance, .weakInstance: findings.append(captive(holder, holding: held))
                case .singleInstance: continue
                }
            }
            return findings.sorted { "\($0.places)" < "\($1.places)" }
        }
    }

    private func captive(_ holder: RegistrationRecord, holding held: RegistrationRecord) -> Validation.Finding {
        let names = TypeNames([holder.type, held.type])
        let isScoped = held.option == .scopedInstance
        let consequence =
            isScoped
            ? "it holds the imposer's own one for good, never that of a scope"
            : "it holds it for good, so it is never released"
        return Validation.Finding(
            kind: .captive,
            severity: .warning,
            holder,
            type: held.type,
            message: "\(names.key(holder.type, holder.key.name)), a .\(holder.option), holds "
                + "\(names.key(held.type, held.key.name)), a .\(held.option): \(consequence).",
            places: [held.place],
            fix: isScoped
                ? "make \(names[holder.type]) a .scopedInstance, or let it take Injected<\(names[held.type])>."
                : "let it hold \(names[held.type]) by @InjectedWeakly, or make that a .singleInstance."
        )
    }

    // MARK: What can be said of one registration

    private func onItsOwn(_ node: Survey.Node) -> [Validation.Finding] {
        let record = node.record
        let name = TypeNames([record.type]).key(record.type, record.key.name)
        var findings: [Validation.Finding] = []
        if let replaced = record.replaced {
            findings.append(
                Validation.Finding(
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
                Validation.Finding(
                    kind: .weakValue,
                    severity: .error,
                    record,
                    type: record.type,
                    message: "\(name) is a .weakInstance, and a value can't be held weakly.",
                    fix: "make it a class, or choose another option."
                )
            )
        }
        if record.isOpaque, !wasBuilt, record.requestLog == nil {
            findings.append(
                Validation.Finding(
                    kind: .opaque,
                    severity: .note,
                    record,
                    type: record.type,
                    message: "the provider of \(name) has no parameters and hides what it injects.",
                    fix: "let it take its dependencies as parameters, or have it built: validate(building: true)."
                )
            )
        }
        return findings
    }

    /// What an earlier imposer of the search has for the same key.
    private var unreachable: [Validation.Finding] {
        var first: [RegistrationKey: Survey.Node] = [:]
        return survey.nodes.prefix(survey.ownCount).compactMap { node in
            guard let hiding = first[node.record.key] else {
                first[node.record.key] = node
                return nil
            }
            let name = TypeNames([node.record.type]).key(node.record.type, node.record.key.name)
            return Validation.Finding(
                kind: .unreachable,
                severity: .warning,
                node.record,
                type: node.record.type,
                message: "\(name) of \(node.holder) is never reached from \(hiding.holder), which has its own.",
                places: [hiding.record.place],
                fix: node.holder.type.map { "remove it, or ask for it there: inject(from: \($0.spelling))." }
                    ?? "remove one of the two, or give one a name."
            )
        }
    }
}

extension Validation.Finding {
    init(
        kind: Validation.Kind,
        severity: Validation.Severity,
        _ record: RegistrationRecord,
        type: any Any.Type,
        message: String,
        places: [SourcePlace] = [],
        fix: String,
        path: [any Any.Type] = []
    ) {
        self.kind = kind
        self.severity = severity
        registration = RegistrationInfo(record)
        self.type = type
        self.message = message
        self.places = [record.place] + places
        self.fix = fix
        self.path = path
    }
}
