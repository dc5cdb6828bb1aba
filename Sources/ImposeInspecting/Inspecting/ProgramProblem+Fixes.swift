// What mends each problem of the program.

internal import Impose

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
