internal import Impose

/// The names of scopes in the registrations of a survey that are most likely misspelt.
struct MisspeltScopes {
    private let survey: DependencySurvey
    private let mistakes: [(record: RegistrationFacts, name: InjectionName, misspelling: MisspeltScope)]

    init(_ survey: DependencySurvey) {
        self.survey = survey
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
    func findings(breaking broken: Set<InjectionName>) -> [Imposer.Validation.Finding] {
        mistakes.map { record, name, misspelling in
            let key = survey.names.key(record.type, record.key.name)
            return Imposer.Validation.Finding(
                kind: .misspelt,
                severity: broken.contains(name) ? .error : .warning,
                (record, survey.names),
                message: "\(key) is kept by scopes \(name.key.spelling), probably misspelt: \(misspelling.reason).",
                fixes: misspelling.fixes
            )
        }
    }
}
