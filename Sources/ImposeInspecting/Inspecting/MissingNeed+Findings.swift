// What `validate` says of needs that nothing answers.

internal import Impose

extension MissingNeed {
    /// The need of a registration's provider.
    ///
    /// - Parameter isHereAndNow: Whether it is about an injection here and now.
    init(
        _ edge: DependencySurvey.Edge,
        _ survey: DependencySurvey,
        _ modules: UnprovidedModules,
        isHereAndNow: Bool = false
    ) {
        let node = survey.nodes[edge.from]
        self.init(
            Request(edge.key.type, named: edge.key.name, at: edge.location),
            Seam.searchOrder(from: node.origin),
            by: edge.isDeclared ? .parameter(node.record) : .injection(edge.location),
            in: node.record.location.module,
            building: [node.record],
            isHereAndNow: isHereAndNow,
            modules
        )
    }

    /// The need of something that asks an imposer, at an unknown line.
    init(_ type: any Any.Type, _ asked: NodeFacts, by asker: Asker, in module: String, _ modules: UnprovidedModules) {
        let order = Seam.searchOrder(from: Origin(imposer: asked, scope: nil))
        self.init(Request(type, at: asked.location ?? Self.nowhere), order, by: asker, in: module, modules)
    }

    private static let nowhere = Imposer.SourceLocation(fileID: "", line: 0)

    /// Lines that it is about, besides that of the registration that needs it.
    func places(_ names: TypeNames) -> [FindingPlace] {
        if case .otherName = cause { return others.prefix(3).map { FindingPlace($0, names) } }
        if let record = cause.registration {
            // The sentence says this line, and the finding begins with that of the registration that asks.
            if case .parameter = asker, problem(names) != nil { return [] }
            return [problem(names) == nil ? FindingPlace(record, names) : FindingPlace("", record.location)]
        }
        return imposedAsNote(names).map { [FindingPlace($0.note, $0.location)] } ?? []
    }
}

extension UnprovidedModules {
    /// A finding for each module that has not provided.
    ///
    /// - Parameter isMissing: Whether something is missing, so that a module has most likely been forgotten.
    func findings(isMissing: Bool) -> [Imposer.Validation.Finding] {
        let names = TypeNames(all.map(\.type))
        return all.map { ProgramProblem.notProvided($0, isMissing: isMissing).finding(names) }
    }
}
