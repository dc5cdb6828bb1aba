internal import Impose

/// Something that is wrong with the program, not with a registration: with a property, a call, a root or a module; or a
/// reason why some of these were not checked. Its sentence and its fixes are in the files that `Problem` has for them.
enum ProgramProblem {
    /// Nothing answers an injection. Many have one need, and its fixes.
    case unanswered(ProgramInjection, MissingNeed, fixes: [Fix])
    case unansweredRoot(MissingNeed)
    case ambiguousRoot(any Any.Type, [Candidate])
    /// A property holds weakly what nobody keeps.
    case lostAtOnce(StoredWrapper, RegistrationFacts)
    /// The types of properties depend on generic parameters.
    case generic([StoredWrapper])
    /// Modules do not say what their types store.
    case withoutMetadata([String])
    case unreadable
    case callsUnknown
    case twoCopies(String)
    /// - Parameter isMissing: Whether something is missing, so that it has most likely been forgotten.
    case notProvided(UnprovidedModules.Module, isMissing: Bool)

    func finding(_ names: TypeNames) -> Imposer.Validation.Finding {
        let (row, subject) = (row, subject)
        return Imposer.Validation.Finding(
            kind: row.kind,
            severity: row.severity,
            registration: nil,
            property: subject.property,
            call: subject.call,
            type: row.type ?? Any.self,
            message: sentence(names),
            lines: places(names),
            fix: fixes(names).numbered(indent: 0),
            path: []
        )
    }

    /// The kind and the importance of each, and the type that it is about.
    private var row: (kind: Imposer.Validation.Kind, severity: Imposer.Validation.Severity, type: (any Any.Type)?) {
        switch self {
        case .unanswered(let injection, let need, _): (.missing, injection.needsAnswer ? .error : .note, need.type)
        case .unansweredRoot(let need): (.missing, .error, need.request.type)
        case .ambiguousRoot(let type, _): (.ambiguous, .error, type)
        case .lostAtOnce(_, let record): (.weakValue, .warning, record.type)
        case .generic, .withoutMetadata, .unreadable: (.notChecked, .note, nil)
        case .callsUnknown: (.callsNotChecked, .note, nil)
        case .twoCopies: (.twoCopies, .error, nil)
        case .notProvided(let module, let isMissing): (.moduleNotProvided, isMissing ? .warning : .note, module.type)
        }
    }

    private var subject: (property: Imposer.Validation.StoredProperty?, call: Imposer.Validation.Call?) {
        switch self {
        case .unanswered(let injection, _, _): injection.subject
        case .lostAtOnce(let wrapper, _): (wrapper.storedProperty, nil)
        default: (nil, nil)
        }
    }

    private func places(_ names: TypeNames) -> [FindingPlace] {
        switch self {
        case .unanswered(_, let need, _), .unansweredRoot(let need): need.places(names)
        case .ambiguousRoot(_, let candidates): candidates.map { FindingPlace($0.registration, names) }
        case .lostAtOnce(_, let record): [FindingPlace("", record.location)]
        default: []
        }
    }
}
