internal import Impose

/// The arguments that a registration was told to expect and that no parameter takes, with what they were meant for.
struct UnfitArguments {
    /// Those that no parameter takes.
    private(set) var unfit: [any Any.Type] = []
    /// The parameters that were probably meant by them: of a supertype, or else of a type that nothing is imposed for.
    private(set) var meant: [any Any.Type] = []
    /// What should have been told.
    private(set) var corrected: [any Any.Type] = []
    /// The parameters that none of them is for.
    private(set) var free: [any Any.Type]
    /// Whether an expected type is below that of a parameter, which takes such an argument.
    private(set) var isNear = false

    init(_ record: RegistrationFacts, _ survey: DependencySurvey) {
        free = record.parameters
        let expected = record.expectedArguments
        for type in expected {
            // An optional takes what it is an optional of.
            let place = free.firstIndex { $0 == type } ?? free.firstIndex { TypeRelation.unwrapped($0) == type }
            if let place { free.remove(at: place) } else { unfit.append(type) }
        }
        if unfit.isEmpty { return }
        // The types of the parameters that nothing is imposed for.
        var lacking = survey.edges.compactMap { edge -> (any Any.Type)? in
            guard edge.isDeclared, survey.nodes[edge.from].record == record, case .missing = edge.fate,
                free.contains(where: { $0 == edge.key.type })
            else { return nil }
            return edge.key.type
        }
        var wrong = unfit
        for type in expected {
            guard let index = wrong.firstIndex(where: { $0 == type }) else {
                corrected.append(type)
                continue
            }
            wrong.remove(at: index)
            let near = free.first { TypeRelation(to: $0).distance(from: type) != nil }
            if near != nil { isNear = true }
            let closure = lacking.first { TypeNames.isClosure(type, writableAs: $0) }
            guard let parameter = near ?? closure ?? lacking.first else { continue }
            lacking.removeAll { $0 == parameter }
            meant.append(parameter)
            corrected.append(parameter)
        }
    }
}
