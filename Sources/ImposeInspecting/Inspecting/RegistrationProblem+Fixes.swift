// What mends each problem.

internal import Impose

extension RegistrationProblem {
    /// One or two ways, the likelier first.
    func fixes(_ names: TypeNames) -> [Fix] {
        let (location, type) = (record.location, names.expression(record.type))
        switch cause {
        case .missing(_, let need): return need.fixes(names)
        case .ambiguous(let edge, let candidates):
            let request = Request(edge.key.type, named: edge.key.name, at: edge.location)
            return Diagnosis.ambiguous(request, candidates).fixes(names)
        case .ambiguousExpectedValues(let edge, let values):
            let needed = TypeRelation.unwrapped(edge.key.type)
            let arguments = "\(names.expression(needed))\(edge.key.name.argument)"
            let expectation = values[0].expectation
            return [
                Fix(
                    "Give one of them for \(names[needed]) itself. In place of what \(expectation.location) expects, write",
                    "\(values[0].holder.expression).expectGiven(\(arguments), in: \(expectation.scopeName.key.spelling))"
                )
            ]
        case .argumentNotPassed(let edge, let argument, _):
            return [.passing(argument, to: edge.key.type, from: record, names)]
        case .circular(let edges):
            guard let edge = edges.only else { return breaking(edges, names) }
            return SelfRequest(edge.link).fixes(names)
        case .unkeptHandleCycle(let edges):
            let keeping = "one \(names[record.type]) serves all: at \(location), impose it with"
            // Setting a property later can't break it where a handle gets a list, nor where a registration makes others
            // of its own kind: there is no first one.
            if edges.count == 1 || edges.contains(where: { $0.handle?.isForAll ?? false }) {
                return [Fix("If \(keeping)", "option: .singleInstance")]
            }
            return breaking(edges, names).prefix(1) + [Fix("Or, if \(keeping)", "option: .singleInstance")]
        case .captive(let captive, let reason): return fixes(captive, reason, names)
        case .replaced(let earlier, let isGathered):
            if isGathered {
                return [separating(earlier, names), Fix("If not: delete the registration at \(earlier).")]
            }
            let earlierOne = "the registration at \(earlier), since this one is in force."
            // Most likely copied. An alias always takes the place of what was there.
            if record.original == nil, earlier.fileID == location.fileID {
                return [
                    "If both are meant: at \(location), give it its own name or type.", Fix("Or delete \(earlierOne)"),
                ]
            }
            let deleting = Fix("Delete \(earlierOne)")
            if record.original != nil { return [deleting] }
            return [deleting, Fix("Or keep that one: at \(location), impose with", "onConflict: .keep")]
        case .unreachable(let hiding):
            if !record.holder.isMember || hiding.holder.isOfScope {
                return ["Delete it, if nothing asks \(record.holder) itself."]
            }
            return [Fix("Inject it from there", record.imposer.injecting(record.type, record.key.name, names))]
        case .weakValue:
            return Failure.weakValue(record, record.type).fixes(for: Request(record.type, at: location), [], names)
        case .notSendable:
            // These name no registration: the description sums up such findings, with the fixes of the first.
            return [
                "Declare the type Sendable. A class that is @MainActor is that, too.",
                Fix("Or do not share it: where it is imposed, write", "option: .closureBased"),
            ]
        case .opaque(isBuilt: true): return ["Let it take its dependencies as parameters."]
        case .opaque:
            let validating = "\(record.holder.validatedExpression).validate(building: true)"
            return [Fix("Check by building, in a test", validating)]
        case .unfitArguments(let arguments):
            let all = record.expectedArguments.map(names.expression).joined(separator: ", ")
            let corrected = arguments.corrected.map(names.expression).joined(separator: ", ")
            if corrected.isEmpty { return [Fix("At \(location), delete", ".expectingArguments(\(all))")] }
            return [Fix("At \(location), in place of what it expects, write", ".expectingArguments(\(corrected))")]
        case .keptForArguments:
            return [
                Fix(
                    "If the arguments differ often, as identifiers do: at \(location), impose it with",
                    "option: .closureBased"
                ),
                "If there are few lists of arguments, leave it.",
            ]
        case .asynchronous(let path):
            let preparing = path.registrationToPrepare?.preparing.map {
                Fix("Have it made where the program starts, once everything is imposed", $0)
            }
            return [preparing, awaiting(preparing == nil ? "Await it" : "Or await it", names)].compactMap(\.self)
        case .asynchronousHandle(let edge, _):
            return [Fix("Let it await the dependency", "try await \(names.variable(edge.key.type)).injectAsync()")]
        case .isolated(let path, let actor):
            let kept = path[path.count - 1].isForItsActor ? nil : path.last(where: \.isKept)
            let preparing = kept.flatMap { kept in
                let eager = "Append .eager() to the registration of \(names[kept.type]) at \(kept.location). "
                let making =
                    "\(kept.isEager ? "" : eager)Have it made where the program starts, once everything is imposed"
                return kept.preparing.map { Fix(making, $0) }
            }
            let name = names.key(record.key)
            let asking =
                actor === MainActor.shared
                ? Fix("\(preparing == nil ? "Inject" : "Or inject") \(name) on the main actor.")
                : awaiting("\(preparing == nil ? "Await" : "Or await") \(name)", names)
            return [preparing, asking].compactMap(\.self)
        case .misspelt(_, let misspelling, _): return misspelling.fixes
        case .unused:
            return [
                "Delete it.",
                Fix(
                    "Or, if something asks for it that can't be seen, as a method of an imposer, say so",
                    "\(record.holder.validatedExpression).validate(roots: [\(type)])"
                ),
            ]
        case .notBuilt(let arguments):
            let values = arguments.map(names.variable).joined(separator: ", ")
            return [Fix("Build it in its own test", building(", arguments: \(values)", names))]
        case .notGiven(let expected, _, _):
            let (expectation, value) = (expected.expectation, names.variable(expected.expectation.type))
            let giving = "\(value), for: \(names.expression(expectation.type))\(expectation.key.name.argument)"
            return [
                Fix(
                    "Validate in such a scope, in a test",
                    "\(expected.holder.validatedExpression).withScope(\(expectation.scopeName.key.spelling)) { scope in "
                        + "scope.give(\(giving)); return scope.validate(building: true) }"
                )
            ]
        case .failed(let error):
            if error.reasonToAwait != nil {
                return [Fix("Build it in its own test", building("", isAwaited: true, names))]
            }
            if error.kind != .isolation { return error.report?.fixList ?? ["See the error."] }
            return [Fix("Validate on the main actor: in front of the test, write", "@MainActor")]
        }
    }

    /// Injects the registration's instance, in a scope of the name that keeps it.
    private func building(_ arguments: String, isAwaited: Bool = false, _ names: TypeNames) -> String {
        let scope = record.option.scopeName
        let asked = scope == nil ? record.imposer : .scope(nil)
        let (type, name) = (record.type, record.key.name)
        let call =
            isAwaited
            ? asked.awaiting(type, name, names, arguments) : asked.injecting(type, name, names, arguments)
        guard let scope else { return call }
        let (opening, body) = isAwaited ? ("try await ", call) : ("", "_ = \(call)")
        return "\(opening)\(record.holder.validatedExpression).withScope(\(scope.key.spelling)) { scope in \(body) }"
    }

    /// Awaits the registration's instance, where it can be kept.
    private func awaiting(_ text: String, _ names: TypeNames) -> Fix {
        let scope = record.option.scopeName
        let asked = scope == nil ? record.imposer : .scope(nil)
        let place = scope.map { ", in a scope \($0.key.spelling)" } ?? ""
        return Fix("\(text)\(place)", asked.awaiting(record.type, record.key.name, names))
    }

    /// Breaks a cycle at its last handle, or at the need that is the best to cut.
    private func breaking(_ edges: [Edge], _ names: TypeNames) -> [Fix] {
        let end = (edges.lastIndex(where: \.isLazy) ?? edges.count - 1) + 1
        return Cycle((edges[end...] + edges[..<end]).map(\.link)).fixes(names)
    }

    private func fixes(_ captive: Captive, _ reason: Captive.Reason, _ names: TypeNames) -> [Fix] {
        let (location, name, asking) = (record.location, names[record.type], captive.asking)
        let scope = captive.scopeNames.min { $0.key.spelling < $1.key.spelling }
        let beginning: String
        switch reason {
        case .outlivesReset:
            let place = "at \(location), in place of \(record.imposingExpression)"
            return [
                Fix("Let", asking.asker, askFor: asking.key.type, names),
                Fix("Or impose \(name) on the same imposer: \(place), write", captive.held?.holder.expression),
            ]
        case .neverReleased:
            let (needed, asker) = (captive.key.type, names[asking.asker.type])
            let place = captive.held.map { "At \($0.location), impose" } ?? "Impose"
            return [
                Fix("\(place) \(names[needed]) with", "option: .singleInstance"),
                Fix(
                    "Or let \(asker) hold it by a property",
                    "@InjectedWeakly var \(names.variable(needed)): \(names.optional(needed))"
                ),
            ]
        case .inSome:
            return [Fix("Impose \(name), too, at \(location), with", "option: .scopedInstance\(scope.ofScopes)")]
        case .doubtful: beginning = "Otherwise, if"
        case .shared, .outside, .ends, .contradicted: beginning = "If"
        }
        return Fix.captive(record, asking.asker, askingFor: asking.key.type, in: scope, names, beginning: beginning)
    }

    /// Imposes what is made there for its own type, by which an injection of all finds it as well.
    private func separating(_ earlier: Location, _ names: TypeNames) -> Fix {
        let text =
            "The program injects all that are a \(names[record.type]). If both are to be among them, impose each for its own "
            + "type, also at \(earlier). At \(record.location), in place of \(names.expression(record.type)), write"
        let made = ConformingTypes(to: record.type, askedIn: record.location.module).onlyOfAskingModule
        return made.map { Fix(text, names.expression($0)) } ?? Fix("\(text) the type that is made there.")
    }
}

extension NodeFacts {
    /// The imposer that is asked to validate it, as an expression: the whole directory, or itself.
    fileprivate var validatedExpression: String { isMember ? "Imposer" : expression }
}

extension DependencySurvey.Edge {
    fileprivate var link: CycleLink { CycleLink(asker: asker, type: key.type, place: location) }
}
