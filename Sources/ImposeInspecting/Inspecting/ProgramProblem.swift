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

extension ProgramProblem {
    /// One or two ways, the likelier first.
    func fixes(_ names: TypeNames) -> [Fix] {
        switch self {
        case .unanswered(let injection, _, let fixes):
            let isProperty = injection.property != nil
            if injection.needsAnswer {
                let asking = isProperty ? "declare the property as @UnforceInjected" : "call unforceInject()"
                return fixes + ["If it may be missing, \(asking)."]
            }
            let asking: Fix = "If it is imposed later, declare the property as @UnforceInjected, which asks again."
            return isProperty ? fixes.prefix(1) + [asking] : fixes
        case .unansweredRoot(let need): return need.fixes(names)
        case .ambiguousRoot(let type, let candidates):
            return Diagnosis.ambiguous(Request(type, at: candidates[0].registration.location), candidates).fixes(names)
        case .lostAtOnce(let wrapper, let record):
            let property = wrapper.storedProperty
            let keeping = "Keep it: at \(record.location), in place of option: .\(record.option), write"
            return [
                Fix(keeping, "option: .singleInstance"),
                Fix(
                    "Or, if each owner may have one of its own, let \(property) hold it",
                    "@UnforceInjected var \(property.name): \(names.optional(record.type))"
                ),
            ]
        case .generic: return ["Inject what they need in a test."]
        case .withoutMetadata: return ["Compile without -disable-reflection-metadata, at least for tests."]
        case .unreadable: return ["Validate on Linux or on an Apple platform."]
        case .callsUnknown where MarkKind.all.isEmpty:
            return ["Validate in a program that is built for debugging, by Swift 6.3 or later."]
        case .callsUnknown:
            return ["If the program has such calls, validate where their modules are linked, as in a test."]
        case .twoCopies: return [Fix(LibraryCopies.fix)]
        case .notProvided(let module, _):
            return [Fix("Let it provide where the program starts", module.providing(names))]
        }
    }
}
