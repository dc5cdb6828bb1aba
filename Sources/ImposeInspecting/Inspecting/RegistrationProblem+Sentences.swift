// What is said of each problem.

internal import Impose

extension RegistrationProblem {
    /// One sentence.
    func sentence(_ names: TypeNames) -> String {
        let name = names.key(record.key)
        switch cause {
        case .missing(let edge, let need):
            return "\(needing(edge, names)), and \(need.problem(names) ?? Failure.nothing)."
        case .ambiguous(let edge, let candidates):
            let list = candidates.listed(upTo: 5) { names.key($0.registration.key) }
            return "\(needing(edge, names)), and \(candidates.count) registrations are equally far from it: \(list)."
        case .ambiguousExpectedValues(let edge, let values):
            let list = values.listed(upTo: 5) { names.key($0.expectation.key) }
            return
                "\(needing(edge, names)), and \(values[0].expectation.scopeName.scopes) are given \(values.count) that are "
                + "equally far from it: \(list)."
        case .argumentNotPassed(let edge, let argument, _):
            return
                "\(needing(edge, names)), which takes \(names[argument]) as an argument, and gets none as a parameter."
        case .circular(let edges):
            return "\(name) is needed to build itself: \(chain(edges.map(\.asker) + [record], names))."
        case .unkeptHandleCycle(let edges):
            guard let handle = edges.last(where: \.isLazy) else { return "" }
            return
                "what \(names.key(handle.asker.key)) injects later is another \(names.key(handle.key)) than the one that "
                + "it was made for, since nobody keeps these: \(chain(edges.map(\.asker) + [record], names))."
        case .captive(let captive, let reason): return sentence(captive, reason, names)
        case .replaced: return "\(name) has taken the place of an earlier registration."
        case .unreachable(let hiding):
            return "\(name) of \(record.holder) answers no injection of one from \(hiding.holder), which has its own."
        case .weakValue: return "\(name) is a .weakInstance, and a value can't be held weakly."
        case .notSendable: return "\(name) is kept, so that threads share it, and its type is not Sendable."
        case .opaque:
            let reason = record.takesImposer ? "takes an Imposer, and does not say" : "has no parameters that say"
            return "the provider of \(name) was not checked: it \(reason) what it injects."
        case .unfitArguments(let arguments):
            let expected = names.enumeration(arguments.unfit.prefix(1).map(\.self))
            let takes = arguments.free.isEmpty ? "they are" : "what is left is"
            let list = names.list(arguments.free.isEmpty ? record.parameters : arguments.free)
            return "\(name) expects \(expected) as an argument, and no parameter of its provider is of that type: "
                + (record.parameters.isEmpty ? "it has none." : "\(takes) \(list).")
        case .keptForArguments(let count):
            let end =
                record.option.isHeldWeakly
                ? "as long as something holds it" : record.option.isForGood ? "for good" : "as long as its scope"
            if let type = record.unhashableArgument {
                return
                    "\(name), a .\(record.option), keeps one instance for each list of arguments, and \(names[type]) is "
                    + "not Hashable."
            }
            return "\(name), a .\(record.option), keeps one instance for each list of arguments, \(end)"
                + (count > 0 ? ": there are \(count)." : ".")
        case .asynchronous(let path):
            let prepared = path.registrationToPrepare
            let until = prepared.map { "before \($0 == path[0] ? "it" : "that") is prepared" } ?? "ever"
            return "\(name) can't be injected without await \(until), since it is made asynchronously"
                + (path.count == 1 ? "." : ": \(chain(path, names)).")
        case .asynchronousHandle(let edge, _): return "\(needing(edge, names)), which is made asynchronously each time."
        case .isolated(let path, let actor):
            let last = path[path.count - 1]
            // Once that is made, nothing further down is asked for.
            let kept = last.isForItsActor ? nil : path.last(where: \.isKept)
            let until = kept.map { " until \($0 == record ? "it" : names.key($0.key)) is kept" } ?? ""
            let able =
                actor === MainActor.shared
                ? "can be made on the main actor alone\(until)"
                : "can't be injected without await\(until), since the provider of \(names.key(last.key)) belongs to "
                    + "\(Swift.type(of: actor))"
            return "\(name) \(able): \(chain(path, names))."
        case .misspelt(let scopes, let misspelling, _):
            return "\(name) is kept by \(scopes.scopes), probably misspelt: \(misspelling.reason)."
        case .unused: return "nothing that can be seen asks for \(name)."
        case .notBuilt(let arguments):
            let what = arguments.count == 1 ? "an argument" : "arguments"
            return "\(name) was not built: it takes \(names.enumeration(arguments)) as \(what)."
        case .notGiven(let value, let keys, _):
            let (was, them) = keys.count == 1 ? ("was", "it") : ("were", "them")
            let expectation = value.expectation
            return "\(keys.listed(upTo: 5, names.key)) \(was) not built, nor what needs \(them): "
                + "\(names.key(expectation.key)) is not given, as it is in \(expectation.scopeName.scopes)."
        case .failed(let error):
            guard let (own, ofOthers) = error.reasonToAwait else {
                let thrown = error.underlyingError.map { " It threw \($0)." } ?? ""
                return "\(name) can't be built: \(error.failureReason ?? "\(error)")\(thrown)"
            }
            let needed = "it needs \(names.key(error.requested, error.name)), \(ofOthers)"
            return "\(name) was not built: \(error.path.count == 1 ? own : needed)."
        }
    }

    /// What a provider needs: `Checkout needs Gateway`.
    private func needing(_ edge: Edge, _ names: TypeNames) -> String {
        let verb = edge.isDeclared ? edge.isLazy ? "needs, later," : "needs" : "was seen to request"
        return "\(names.key(edge.asker.key)) \(verb) \(names.key(edge.key))"
    }

    /// `Left → Right → Left`.
    private func chain(_ path: [RegistrationFacts], _ names: TypeNames) -> String {
        path.map { names.key($0.key) }.joined(separator: " → ")
    }

    private func sentence(_ captive: Captive, _ reason: Captive.Reason, _ names: TypeNames) -> String {
        let (holder, needed) = (names[record.type], names.key(captive.key))
        let scopes = "scopes \(captive.scopeNames.map(\.key.spelling).sorted().joined(separator: " or "))"
        var (doubt, more) = ("", "")
        let consequence: String
        switch reason {
        case .shared: consequence = "every scope shares one \(names[captive.key.type])"
        case .outlivesReset:
            let imposer = captive.held.map { "\($0.holder)" } ?? ""
            consequence = "\(imposer) was reset, and \(holder) keeps the \(needed) of before"
        case .neverReleased: consequence = "\(needed) is never released"
        case .outside:
            let isAbsent = if case .absent = captive.edge.fate { true } else { false }
            consequence =
                "\(holder) is built outside \(scopes), \(isAbsent ? "and gets nil" : "where there is no \(needed)")"
        case .inSome: consequence = "outside \(scopes) it can't be built"
        case .ends(let outer):
            consequence = "\(scopes) are opened inside \(outer.scopes), which keep \(holder), and end before those"
        case .contradicted(let outer):
            consequence =
                "what \(scopes) keep needs what there is in \(outer.scopes), and of the two only one can enclose "
                + "the other"
        case .doubtful(let pair, let others):
            (doubt, more) = (", perhaps", others == 0 ? "" : " (and \(others) more like this)")
            consequence = "it is there if \(pair.inner.scopes) are opened inside \(pair.outer.scopes)"
        }
        let steps = captive.path.map { "\(names.key($0.asker.key)) (.\($0.asker.option))" }
        let last = captive.held.map { ".\($0.option)" } ?? "given to \(scopes)"
        let path = (steps + ["\(needed) (\(last))"]).joined(separator: " → ")
        return "captive dependency\(doubt): \(path)\(more): \(consequence)."
    }
}

extension [RegistrationFacts] {
    /// Of a path down to an asynchronous provider: the registration to prepare so that nothing has to be awaited,
    /// preferably one that all scopes share. Nil if none can be prepared.
    var registrationToPrepare: RegistrationFacts? {
        let kept = filter { $0.preparing != nil }
        return kept.first { $0.option.isForGood } ?? kept.first
    }
}

extension ImposeError {
    /// Why the instance has to be awaited, in two wordings: of the registration itself, and of something that it needs.
    /// Nil if it need not be awaited.
    var reasonToAwait: (own: String, ofOthers: String)? {
        if kind == .asynchronous { return ("it is made asynchronously", "which is made asynchronously") }
        return report?.actor.map { (own: "its provider belongs to \($0)", ofOthers: "whose provider belongs to \($0)") }
    }
}
