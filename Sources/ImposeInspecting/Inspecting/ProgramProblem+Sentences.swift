internal import Impose

// What is wrong with the program, in words.

extension ProgramProblem {
    /// One sentence.
    func sentence(_ names: TypeNames) -> String {
        switch self {
        case .unanswered(let injection, let need, _):
            let problem = need.problem(names) ?? Failure.nothing
            let asker = injection.property?.storedProperty.inModule ?? injection.call?.description ?? ""
            let asks = "\(asker) injects \(names[need.type])\(injection.needsAnswer ? "" : " if it is imposed")"
            if case .otherName = need.cause, let isNamed = injection.isNamed {
                return "\(asks) \(isNamed ? "under" : "without") a name, and \(problem)."
            }
            if injection.needsAnswer || need.cause.isCertain { return "\(asks), and \(problem)." }
            let isCall = injection.call != nil
            return "\(asks)\(isCall ? ", and it is not" : ". It is not, and the property remembers nil")."
        case .unansweredRoot(let need):
            let root = names[need.request.type]
            let problem = need.problem(names)
            return problem.map { "nothing answers the root \(root): \($0)." } ?? "the root \(root) is not imposed."
        case .ambiguousRoot(let type, let candidates):
            return "\(candidates.count) registrations are equally far from the root \(names[type])."
        case .lostAtOnce(let wrapper, let record):
            let consequence =
                record.option.isHeldWeakly
                ? "which is a .weakInstance, and nothing else injects it: it is gone at once"
                : "and each injection makes another one, which nothing keeps"
            return "\(wrapper.storedProperty.inModule) holds \(names[record.type]) weakly, \(consequence)."
        case .generic(let wrappers):
            let list = wrappers.listed(upTo: 5) { "\($0.ownerName).\($0.property)" }
            let problem =
                wrappers.count == 1
                ? "1 stored wrapper was not checked, since what it injects"
                : "\(wrappers.count) stored wrappers were not checked, since what they inject"
            return "\(problem) depends on generic parameters: \(list)."
        case .withoutMetadata(let modules):
            return
                "the stored wrappers of \(modules.count == 1 ? "a module" : "\(modules.count) modules") were not checked, "
                + "since the metadata that says what types store is missing: \(modules.listed(upTo: 5) { $0 })."
        case .unreadable:
            return "the stored wrappers of the program were not checked, since its metadata can't be read here."
        case .callsUnknown:
            let reason = MarkKind.all.isEmpty ? "none can be told in this build." : "none was found here."
            return "calls of inject() and of the other free functions were not checked, since \(reason)"
        case .twoCopies(let problem): return "\(problem)."
        case .notProvided(let module, _):
            return "the module \(names[module.type]) of \(module.swiftModule) was not provided."
        }
    }
}
