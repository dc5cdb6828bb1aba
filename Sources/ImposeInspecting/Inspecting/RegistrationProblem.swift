internal import Impose

/// Something that is wrong with a registration: the facts that a search has found. The places of the
/// finding follow from them here; its kind and severity, its sentence and its fixes in files of their own.
struct RegistrationProblem {
    typealias Edge = DependencySurvey.Edge
    typealias Finding = Imposer.Validation.Finding

    enum Cause {
        case missing(Edge, MissingNeed)
        case ambiguous(Edge, [Candidate])
        /// Scopes of one name are expected to be given several values that answer equally well.
        case ambiguousExpectedValues(Edge, [DependencySurvey.ExpectedValue])
        /// A parameter whose own provider takes an argument, which nobody gives it.
        case argumentNotPassed(Edge, argument: any Any.Type, of: RegistrationFacts)
        /// Each needs the next one, and the last one the first.
        case circular([Edge])
        /// The same by way of handles, and nobody keeps any of the instances.
        case unkeptHandleCycle([Edge])
        case captive(Captive, Captive.Reason)
        /// It has taken the place of a registration at a line.
        ///
        /// - Parameter isGathered: Whether the program injects all instances of the type, so that both may be meant.
        case replaced(Location, isGathered: Bool)
        case unreachable(behind: RegistrationFacts)
        case weakValue
        case notSendable
        /// - Parameter isBuilt: Whether it was tried to build all instances.
        case opaque(isBuilt: Bool)
        case unfitArguments(UnfitArguments)
        /// It keeps an instance for each list of arguments, now this many.
        case keptForArguments(count: Int)
        /// Along a path, the last one is made asynchronously.
        case asynchronous([RegistrationFacts])
        /// A handle injects, each time anew, what has to be awaited.
        case asynchronousHandle(Edge, [RegistrationFacts])
        /// Along a path, the last one can be made on an actor alone.
        case isolated([RegistrationFacts], on: any Actor)
        /// The name of the scopes that keep it. Whether something can't be made for that.
        case misspelt(InjectionName, MisspeltScope, isBreaking: Bool)
        case unused
        case notBuilt(taking: [any Any.Type])
        /// - Parameter needing: The keys whose providers need what scopes are expected to be given.
        case notGiven(DependencySurvey.ExpectedValue, needing: [RegistrationKey], [Location])
        case failed(ImposeError)
    }

    /// The registration that it is about.
    let record: RegistrationFacts
    let cause: Cause

    init(_ record: RegistrationFacts, _ cause: Cause) { (self.record, self.cause) = (record, cause) }

    func finding(_ names: TypeNames) -> Finding {
        var finding = Finding(row, sentence(names), [FindingPlace(record, names)] + places(names), fixes(names))
        (finding.registration, finding.path) = (Imposer.RegistrationInfo(record), path)
        return finding
    }

    private var path: [any Any.Type] {
        switch cause {
        case .circular(let edges), .unkeptHandleCycle(let edges): edges.map(\.asker.type) + [edges[0].asker.type]
        case .failed(let error) where error.kind == .circular: error.path.map(\.type)
        default: []
        }
    }

    /// The lines that it is about, besides the registration's own.
    private func places(_ names: TypeNames) -> [FindingPlace] {
        func requested(_ edge: Edge) -> [FindingPlace] {
            edge.isDeclared ? [] : [FindingPlace("\(names.key(edge.key)), requested", edge.location)]
        }
        func imposed(_ records: some Sequence<RegistrationFacts>) -> [FindingPlace] {
            records.map { FindingPlace($0, names) }
        }
        func expected(_ expectations: [Expectation]) -> [FindingPlace] { expectations.map { FindingPlace($0, names) } }
        switch cause {
        case .missing(let edge, let need): return requested(edge) + need.places(names)
        case .ambiguous(let edge, let candidates): return requested(edge) + imposed(candidates.map(\.registration))
        case .ambiguousExpectedValues(let edge, let values):
            return requested(edge) + expected(values.map(\.expectation))
        case .argumentNotPassed(_, _, let needed): return imposed([needed])
        case .circular(let edges), .unkeptHandleCycle(let edges): return imposed(edges.dropFirst().map(\.asker))
        case .captive(let captive, _):
            // What is in between has the parameter.
            return imposed(captive.path.dropFirst().map(\.asker)) + requested(captive.edge)
                + expected(captive.expectations) + imposed([captive.held].compactMap(\.self))
        case .replaced(let earlier, _): return [FindingPlace("the earlier one, imposed", earlier)]
        case .unreachable(let hiding): return [FindingPlace("that of \(hiding.holder), imposed", hiding.location)]
        case .asynchronous(let path), .isolated(let path, _): return imposed(path.dropFirst())
        case .asynchronousHandle(_, let path): return imposed(path)
        case .notGiven(let value, _, let locations):
            let requests = locations.map { FindingPlace("\(names.key(value.expectation.key)), requested", $0) }
            return requests + expected([value.expectation])
        case .failed(let error):
            if error.location == record.location { return [] }
            return [FindingPlace("\(names.key(error.requested, error.name)), requested", error.location)]
        case .weakValue, .notSendable, .opaque, .unfitArguments, .keptForArguments, .misspelt, .unused, .notBuilt:
            return []
        }
    }
}
