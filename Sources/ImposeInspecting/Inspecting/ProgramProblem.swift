internal import Impose

/// Something that is wrong with the program, not with a registration: with a property, a call, a root or a module; or a
/// reason why some of these were not checked.
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
        var finding = Imposer.Validation.Finding(row, sentence(names), places(names), fixes(names))
        switch self {
        case .unanswered(let injection, _, _):
            (finding.property, finding.call) = (injection.property?.storedProperty, injection.call)
        case .lostAtOnce(let wrapper, _): finding.property = wrapper.storedProperty
        default: break
        }
        return finding
    }

    private var row: Imposer.Validation.Finding.Row {
        switch self {
        case .unanswered(let injection, let need, _): (.missing, injection.needsAnswer ? .error : .note, need.type)
        case .unansweredRoot(let need): (.missing, .error, need.request.type)
        case .ambiguousRoot(let type, _): (.ambiguous, .error, type)
        case .lostAtOnce(_, let record): (.weakValue, .warning, record.type)
        case .generic, .withoutMetadata, .unreadable: (.notChecked, .note, Any.self)
        case .callsUnknown: (.callsNotChecked, .note, Any.self)
        case .twoCopies: (.twoCopies, .error, Any.self)
        case .notProvided(let module, let isMissing): (.moduleNotProvided, isMissing ? .warning : .note, module.type)
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

extension StoredWrapper {
    /// The property as findings have it: of an owner as its module calls it.
    var storedProperty: Imposer.Validation.StoredProperty {
        Imposer.Validation.StoredProperty(owner: owner, ownerName: ownerName, name: property, module: module)
    }
}
