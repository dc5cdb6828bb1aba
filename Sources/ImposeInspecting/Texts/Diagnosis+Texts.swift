// What a diagnosis says: the problem, and what mends it.

internal import Impose

extension Diagnosis {
    /// The problem in more detail than the core knows; nil if that says it all.
    func problem(_ names: TypeNames) -> String? {
        switch self {
        case .missing(let need): return need.problem(names)
        case .notStored(let store): return store.problem(names)
        case .selfRequest(let request): return request.problem(names)
        case .arguments(let misfit): return misfit.problem(names)
        case .misspeltScope(let misspelling): return misspelling.problem
        case .facts(.argumentsOfValue, let request, _):
            let types = names.list(request.arguments.map(\.type))
            return "it is a value that a scope was given, which takes no arguments, and was asked for with \(types)"
        case .facts(.disposed(let imposer), _, _):
            let test = TestRun.ended(with: imposer)?.title
            return test.map { "\(imposer.withPlace)\(imposer.isOfScope ? "," : "") belongs to \($0), which has ended" }
        case .facts(.disposerThrew(let place, let error as ImposeError), _, _) where error.kind == .disposed:
            let (disposer, needed) = ("its disposer, at \(place),", names[error.requested])
            return "\(disposer) injects \(needed), and what is disposed of with it can't be injected any more"
        case .notPrepared(let registration, let place, let isReset):
            let provider = "its provider, imposed at \(registration.location), is asynchronous"
            if isReset { return "\(provider), and a reset or dispose() has released what prepare() made at \(place)" }
            return "\(provider), and prepare() at \(place) ran before it was imposed"
        case .openScope(let open, let registration, let request, _):
            let key = names.key(registration.type, registration.key.name)
            let subject = "\(registration.type == request.type ? "it" : key) is imposed as .\(registration.option)"
            return "\(subject) at \(registration.location), and the injection runs in no such scope. \(open.state)"
        case .gone(let registration?, let property, _):
            guard !registration.option.isForGood, registration.original == nil else { return nil }
            let name = property.map { "property \($0.ownerName).\($0.property)" } ?? "property"
            let option = "it is imposed as .\(registration.option) at \(registration.location)"
            return "the \(name) holds it weakly, and nothing else holds it: \(option)"
        default: return nil
        }
    }

    /// One or two ways, the likelier first.
    func fixes(_ names: TypeNames) -> [Fix] {
        switch self {
        case .facts(let failure, let request, let path): return failure.fixes(for: request, path, names)
        case .missing(let need): return need.fixes(names)
        case .notStored(let store): return store.fixes(names)
        case .cycle(let cycle): return cycle.fixes(names)
        case .selfRequest(let request): return request.fixes(names)
        case .arguments(let misfit): return misfit.fixes(names)
        case .misspeltScope(let misspelling): return misspelling.fixes
        case .openScope(let open, _, let request, let isExplaining):
            return open.fixes(for: request, isExplaining: isExplaining, names)
        case .notPrepared(let registration, let place, let isReset):
            let text =
                isReset ? "Prepare again after each reset" : "Move this call, at \(place), behind all that imposes"
            return [Fix(text, registration.preparing)]
        case .gone(let registration, let property, let request):
            let place = registration.map { "at \($0.location), in place of option: .\($0.option)" }
            let name = request.name.map { "(named: \($0.spelling))" } ?? ""
            let variable = "\(property?.property ?? names.variable(request.type))"
            let type = names.optional(TypeRelation.unwrapped(request.type))
            return [
                Fix("Keep the instance: \(place ?? "where it is imposed"), write", "option: .singleInstance"),
                Fix(
                    "Or let the property hold it, at \(request.location)",
                    "@UnforceInjected\(name) var \(variable): \(type)"
                ),
            ]
        case .imposedLater(let registration, let type):
            return [Fix("Impose \(names[registration.type]) for what is asked for", registration, for: type, names)]
        }
    }
}
