internal import Impose

/// What is known of a need that nothing answers: why, and what to type.
struct MissingNeed {
    /// What is the matter, behind what is needed.
    let problem: String
    /// Lines that it is about, besides that of the registration.
    let places: [FindingPlace]
    /// The likeliest first.
    let fixes: [Fix]
    /// The problem, if a scope that is open has it, or an imposer that is not searched; otherwise nil.
    private(set) var elsewhere: String?

    /// Makes that of a need without a name for what is imposed under names; nil if nothing is.
    init?(_ edge: DependencySurvey.Edge, _ named: [RegistrationFacts], _ names: TypeNames) {
        guard let first = named.first else { return nil }
        problem = "it is imposed under \(named.namesInText) only"
        places = named.prefix(3).map { FindingPlace($0, names) }
        let type = TypeRelation.unwrapped(edge.key.type)
        let answering = first.answering(type, nil, names)
        fixes = [Fix("Say which one answers without a name", answering)]
    }

    /// Makes that of a need that no registration has.
    init(_ missing: MissingFixes, _ names: TypeNames) {
        problem = missing.problem(names) ?? Failure.nothing
        places = missing.note(names).map { [FindingPlace($0.note, $0.location)] } ?? []
        fixes = missing.fixes("Impose it", names)
    }

    /// - Parameters:
    ///   - edge: The need.
    ///   - modules: The modules that have not provided.
    ///   - isRunning: Whether it is about an injection here and now.
    init(
        _ edge: DependencySurvey.Edge,
        _ survey: DependencySurvey,
        _ modules: UnprovidedModules,
        isRunning: Bool = false
    ) {
        let (node, names) = (survey.nodes[edge.from], survey.names)
        let record = node.record
        let type = TypeRelation.unwrapped(edge.key.type)
        // An explanation is about what is running.
        let origin = Origin(asked: node.holder, scope: node.scope)
        let order = Seam.searchOrder(from: origin)
        let records = order.flatMap { $0.registrations }
        let matching = Matching(requested: edge.key.type, name: edge.key.name, rules: .nearest)
        let distances = Seam.distances(to: matching)
        let dangling = DanglingAlias.first(among: records) { $0.key.name == matching.name && distances($0.type) != nil }
        if let dangling {
            problem = "it is an alias of \(dangling.key(names)), which \(dangling.loss)"
            places = [FindingPlace("the alias, made", dangling.location)]
            fixes = dangling.fixes(names)
            return
        }
        let request = Request(edge.key.type, named: edge.key.name, at: edge.location)
        let scope = isRunning ? UnsearchedScope(request, order, for: origin, neededBy: record) : nil
        // Only a private imposer could search others.
        let isPrivate = scope == nil && UnsearchedMember.privateRoot(of: order) != nil
        let member = isPrivate ? UnsearchedMember.all(matching, order, distances).first : nil
        if let problem = scope?.problem(names) ?? member?.problem(names) {
            (self.problem, elsewhere, places) = (problem, problem, [])
            fixes = scope?.fixes(names) ?? [member?.fix].compactMap { $0 }
            return
        }
        let missing = MissingFixes(
            type,
            edge.key.name,
            neededBy: record,
            askedIn: record.location.module,
            on: node.holder,
            among: records,
            modules
        )
        places = missing.note(names).map { [FindingPlace($0.note, $0.location)] } ?? []
        let isPlain = PlainValue.literal(of: type) != nil
        let told = record.expectedArguments
        // Where others are given at each injection, so is it, most likely.
        let canBeMade = missing.canBeMade
        let isArgumentFirst = isPlain || !told.isEmpty && !canBeMade
        let all = (told + [type]).map(names.expression).joined(separator: ", ")
        let argument =
            edge.isDeclared && record.original == nil
            ? Fix(
                "\(isArgumentFirst ? "If" : "Or, if") each injection gives it as an argument, "
                    + (told.isEmpty
                        ? "append to the registration at \(record.location)"
                        : "let the registration at \(record.location) say"),
                ".expectingArguments(\(all))"
            ) : nil
        if isPlain, !missing.areCertain, let argument {
            problem = Failure.nothing
            fixes = [argument, "If not, give it its own type, and impose that."]
            return
        }
        let imposing = missing.fixes("Impose it", names)
        let running = isRunning ? order.ungivenScope : nil
        let giving =
            running.map { missing.giving(to: $0, isOtherWay: canBeMade, names) }
            ?? record.option.scopeName.map { name in
                Fix(
                    "\(canBeMade ? "Or, if" : "If") each scope \(name.key.spelling) is given its own, say so, beside "
                        + "\(record.location)",
                    "\(record.imposingExpression).expectGiven("
                        + "\(names.expression(type))\(edge.key.name.argument), in: \(name.key.spelling))"
                )
            }
        problem =
            missing.problem(names)
            ?? record.option.scopeName.map { "it is neither imposed, nor expected to be given to \($0.scopes)" }
            ?? Failure.nothing
        let others = [giving ?? argument].compactMap { $0 }
        if missing.areCertain {
            fixes = imposing
        } else if canBeMade {
            fixes = (giving ?? (told.isEmpty ? nil : argument)).map { imposing.prefix(1) + [$0] } ?? imposing
        } else if giving != nil || isArgumentFirst {
            fixes = others + missing.fixes("Or impose it", names).prefix(1)
        } else {
            fixes = imposing.prefix(1) + others
        }
    }
}
