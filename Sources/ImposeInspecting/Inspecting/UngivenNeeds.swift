internal import Impose

/// The registrations that could not be built, since they need values that scopes are expected to be given, and nobody
/// gives these here.
struct UngivenNeeds {
    private struct Need {
        let expectation: Expectation
        /// The first registration that was not built.
        let record: RegistrationFacts
        /// The keys of the registrations whose providers need it.
        var keys: [RegistrationKey] = []
        var places: [Location] = []
    }

    private let survey: DependencySurvey
    private var needs: [Need] = []

    init(_ survey: DependencySurvey) {
        self.survey = survey
    }

    /// Adds a registration, if it could not be built for this reason.
    ///
    /// - Returns: Whether that is the reason.
    mutating func take(_ record: RegistrationFacts, _ error: ImposeError) -> Bool {
        guard error.kind == .missing || error.kind == .ambiguous else { return false }
        let matching = Matching(requested: error.requested, name: error.name, rules: .nearest)
        let gift = survey.gifts.first { matching.distance(of: $0.expectation) != nil }
        guard let expectation = gift?.expectation else { return false }
        let index = needs.firstIndex { $0.expectation === expectation } ?? needs.count
        if index == needs.count { needs.append(Need(expectation: expectation, record: record)) }
        let asking = error.path.dropLast().last
        let key = asking.map { RegistrationKey(type: $0.registeredType ?? $0.type, name: $0.name) } ?? record.key
        guard !needs[index].keys.contains(key) else { return true }
        needs[index].keys.append(key)
        if error.location != needs[index].record.location { needs[index].places.append(error.location) }
        return true
    }

    /// One finding for each value that is not given.
    var findings: [Imposer.Validation.Finding] {
        needs.map { need in
            let (expectation, keys) = (need.expectation, need.keys)
            let names = TypeNames(keys.map(\.type) + [expectation.type, need.record.type])
            let key = names.key(expectation.type, expectation.key.name)
            let most = 5
            let list = keys.listed(upTo: most) { names.key($0.type, $0.name) }
            return Imposer.Validation.Finding(
                kind: .notBuilt,
                severity: .note,
                (need.record, names),
                type: expectation.type,
                message: "\(list) \(keys.count == 1 ? "was" : "were") not built, nor what needs "
                    + "\(keys.count == 1 ? "it" : "them"): \(key) is not given, as it is in "
                    + "\(expectation.scopeName.scopes).",
                places: need.places.prefix(most).map { FindingPlace("\(key), requested", $0) }
                    + [FindingPlace(expectation, names)],
                fixes: [
                    Fix(
                        "Validate in such a scope, in a test",
                        "Imposer.withScope(\(expectation.scopeName.key.spelling)) { scope in "
                            + "scope.give(\(names.variable(expectation.type)), for: \(names.expression(expectation.type))"
                            + "\(expectation.key.name.argument)); return scope.validate(building: true) }"
                    )
                ]
            )
        }
    }
}
