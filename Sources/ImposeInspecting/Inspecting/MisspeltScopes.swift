internal import Impose

/// The names of scopes in the registrations of a survey that are most likely misspelt.
struct MisspeltScopes {
    private let mistakes: [(record: RegistrationFacts, name: InjectionName, misspelling: MisspeltScope)]

    init(_ survey: DependencySurvey) {
        let records = survey.nodes.prefix(survey.ownCount).map(\.record).filter { $0.option.scopeName != nil }
        let expectations = survey.gifts.map(\.expectation)
        let scopes = records.isEmpty ? [] : survey.openImposers
        let uses = MisspeltScope.Uses(registrations: records, expectations: expectations, scopes: scopes)
        mistakes = records.compactMap { record in
            guard let name = record.option.scopeName, uses.count(name) == 1, !uses.isOpen(name),
                let misspelling = MisspeltScope(name, uses), misspelling.isCertain
            else { return nil }
            return (record, name, misspelling)
        }
    }

    /// The names that are misspelt.
    var names: Set<InjectionName> { Set(mistakes.map(\.name)) }

    /// - Parameter broken: The names for which something can't be made.
    func problems(breaking broken: Set<InjectionName>) -> [Problem] {
        mistakes.map { record, name, misspelling in
            Problem(record, .misspelt(name, misspelling, isBreaking: broken.contains(name)))
        }
    }
}
