internal import ImposeCore

/// What is known of a need that nothing answers: why, and what to type.
struct MissingNeed {
    /// What is the matter, behind what is needed.
    let problem: String
    /// Lines that it is about, besides that of the registration.
    let places: [FindingPlace]
    /// The likeliest first.
    let fixes: [Fix]

    /// - Parameters:
    ///   - edge: The need.
    ///   - modules: The modules that have not provided; nil if nobody looked for any.
    init(_ edge: DependencySurvey.Edge, _ survey: DependencySurvey, _ modules: UnprovidedModules?) {
        let (node, names) = (survey.nodes[edge.from], survey.names)
        let record = node.record
        let type = TypeRelation.unwrapped(edge.key.type)
        let order = Seam.searchOrder(from: Origin(asked: node.holder, scope: nil))
        let records = order.flatMap { Seam.registrations(of: $0) }
        let matching = Matching(requested: edge.key.type, name: edge.key.name, rules: .nearest)
        if let dangling = order.danglingAlias(for: matching) {
            problem = "it is an alias of \(dangling.key(names)), which is not imposed any more"
            places = [FindingPlace("the alias, made", dangling.location)]
            fixes = dangling.fixes(names)
            return
        }
        let missing = MissingFixes(
            type,
            edge.key.name,
            neededBy: record,
            askedIn: record.location.module,
            on: node.holder,
            among: records,
            ConformingTypes(to: type, askedIn: record.location.module),
            modules
        )
        places = missing.note(names).map { [FindingPlace($0.note, $0.location)] } ?? []
        let isPlain = PlainValue.literal(of: type) != nil
        let argument =
            edge.isDeclared && record.original == nil
            ? Fix(
                "\(isPlain ? "If" : "Or, if") each injection gives it as an argument, append to the registration at "
                    + "\(record.location)",
                ".expectingArguments(\(names.expression(type)))"
            ) : nil
        if isPlain, let argument {
            problem = "nothing is imposed for it"
            fixes = [argument, "If not, give it its own type, and impose that."]
            return
        }
        let imposing = Array(missing.fixes("Impose it", names).prefix(2))
        let giving = record.option.scopeName.map { name in
            Fix(
                "\(missing.canBeMade ? "Or, if" : "If") each scope \(name.key.spelling) is given its own, say so, beside "
                    + "\(record.location)",
                "\(ImposingPlace(beside: record).expression).expectGiven(\(names.expression(type))\(edge.key.name.argument), "
                    + "in: \(name.key.spelling))"
            )
        }
        problem =
            missing.problem(names)
            ?? record.option.scopeName.map { "it is neither imposed, nor expected to be given to \($0.scopes)" }
            ?? "nothing is imposed for it"
        if missing.isLeftToModule {
            fixes = imposing
        } else if missing.canBeMade {
            fixes = imposing.prefix(giving == nil ? 2 : 1) + [giving].compactMap { $0 }
        } else if let giving {
            fixes = [giving] + missing.fixes("Or impose it", names).prefix(1)
        } else {
            fixes = imposing.prefix(1) + [argument].compactMap { $0 }
        }
    }
}

extension SearchOrder {
    /// The alias that would answer a request, had nobody removed its original; nil if there is none.
    func danglingAlias(for matching: Matching) -> DanglingAlias? {
        let distances = Seam.distances(to: matching)
        for imposer in self {
            for record in Seam.registrations(of: imposer)
            where record.original != nil && record.key.name == matching.name && distances(record.type) != nil {
                if let dangling = DanglingAlias(record, in: imposer) { return dangling }
            }
        }
        return nil
    }
}
