internal import Impose

/// Something that is wrong with a registration: the facts that a search has found. The kind, the severity and the places of
/// the finding follow from them here, its sentence and its fixes in files of their own.
struct Problem {
    typealias Edge = DependencySurvey.Edge
    typealias Finding = Imposer.Validation.Finding

    enum Cause {
        case missing(Edge, MissingNeed)
        case ambiguous(Edge, [Candidate])
        /// Scopes of one name are expected to be given several values that answer equally well.
        case ambiguousGifts(Edge, [DependencySurvey.Gift])
        /// A parameter whose own provider takes an argument, which nobody gives it.
        case unfilled(Edge, argument: any Any.Type, of: RegistrationFacts)
        /// Each needs the next one, and the last one the first.
        case circular([Edge])
        /// The same by way of handles, and nobody keeps any of the instances.
        case remaking([Edge])
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
        case unfitArguments(ExpectedArguments)
        /// It keeps an instance for each list of arguments, now this many.
        case keptForArguments(count: Int)
        /// Along a path, the last one is made asynchronously.
        case asynchronous([RegistrationFacts])
        /// A handle injects, each time anew, what has to be awaited.
        case asynchronousHandle(Edge, [RegistrationFacts])
        /// Along a path, the last one can be made on an actor alone.
        case isolated([RegistrationFacts], on: any Actor)
        case unused
        case notBuilt(taking: [any Any.Type])
        /// - Parameter needing: The keys whose providers need what scopes are expected to be given.
        case notGiven(DependencySurvey.Gift, needing: [RegistrationKey], [Location])
        case failed(ImposeError)
    }

    /// The registration that it is about.
    let record: RegistrationFacts
    let cause: Cause

    init(_ record: RegistrationFacts, _ cause: Cause) { (self.record, self.cause) = (record, cause) }

    /// More instances of one registration than this, for different arguments, are probably not meant.
    static let mostForArguments = 1_000

    func finding(_ names: TypeNames) -> Finding {
        Finding(
            kind: kind,
            severity: severity,
            (record, names),
            type: type,
            message: sentence(names),
            places: places(names),
            fixes: fixes(names),
            path: path
        )
    }

    private var kind: Imposer.Validation.Kind {
        switch cause {
        case .missing, .unfilled: .missing
        case .ambiguous, .ambiguousGifts: .ambiguous
        case .circular, .remaking: .circular
        case .captive: .captive
        case .replaced: .replaced
        case .unreachable: .unreachable
        case .weakValue: .weakValue
        case .notSendable: .notSendable
        case .opaque: .opaque
        case .unfitArguments, .keptForArguments: .argument
        case .asynchronous, .asynchronousHandle: .asynchronous
        case .isolated: .isolated
        case .unused: .unused
        case .notBuilt, .notGiven: .notBuilt
        case .failed(let error): error.validationKind
        }
    }

    private var severity: Imposer.Validation.Severity {
        switch cause {
        // A provider that was only seen to ask may know what to do without an answer, or ask on a condition.
        case .missing(let edge, _), .ambiguous(let edge, _): edge.isDeclared ? .error : .warning
        case .circular(let edges): edges.allSatisfy(\.isDeclared) ? .error : .warning
        case .captive(_, .contradicted), .unfilled, .weakValue: .error
        case .captive(_, .neverReleased), .captive(_, .inSome), .ambiguousGifts, .remaking, .replaced, .notSendable,
            .asynchronousHandle:
            .warning
        case .captive(_, .doubtful): .note
        case .captive(let captive, _):
            if case .absent = captive.edge.fate { .warning } else { captive.isCertain ? .error : .warning }
        case .unfitArguments(let arguments): arguments.isNear ? .warning : .error
        case .keptForArguments(let count):
            record.unhashableArgument.map { TypeRelation.isValueType($0) ? .error : .warning }
                ?? (count > Self.mostForArguments ? .warning : .note)
        // An imposer that hides registrations of another is mostly there for it.
        case .unreachable, .opaque, .asynchronous, .isolated, .unused, .notBuilt, .notGiven: .note
        case .failed(let error): error.validationSeverity
        }
    }

    /// The type that it is about; nil for the registration's.
    private var type: (any Any.Type)? {
        switch cause {
        case .missing(let edge, _), .ambiguous(let edge, _), .ambiguousGifts(let edge, _),
            .asynchronousHandle(let edge, _):
            edge.key.type
        case .unfilled(_, let argument, _): argument
        case .captive(let captive, _): captive.key.type
        case .unfitArguments(let arguments): arguments.unfit.first
        case .asynchronous(let path), .isolated(let path, _): path.last?.type
        case .notBuilt(let arguments): arguments.first
        case .notGiven(let gift, _, _): gift.expectation.type
        case .failed(let error): error.requested
        default: nil
        }
    }

    private var path: [any Any.Type] {
        switch cause {
        case .circular(let edges), .remaking(let edges): edges.map(\.asker.type) + [edges[0].asker.type]
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
        func expected(_ gifts: [Expectation]) -> [FindingPlace] { gifts.map { FindingPlace($0, names) } }
        switch cause {
        case .missing(let edge, let need): return requested(edge) + need.places(names)
        case .ambiguous(let edge, let candidates): return requested(edge) + imposed(candidates.map(\.registration))
        case .ambiguousGifts(let edge, let gifts): return requested(edge) + expected(gifts.map(\.expectation))
        case .unfilled(_, _, let needed): return imposed([needed])
        case .circular(let edges), .remaking(let edges): return imposed(edges.dropFirst().map(\.asker))
        case .captive(let captive, _):
            // What is in between has the parameter.
            return imposed(captive.way.dropFirst().map(\.asker)) + requested(captive.edge) + expected(captive.gifts)
                + imposed([captive.held].compactMap(\.self))
        case .replaced(let earlier, _): return [FindingPlace("the earlier one, imposed", earlier)]
        case .unreachable(let hiding): return [FindingPlace("that of \(hiding.holder), imposed", hiding.location)]
        case .asynchronous(let path), .isolated(let path, _): return imposed(path.dropFirst())
        case .asynchronousHandle(_, let path): return imposed(path)
        case .notGiven(let gift, _, let locations):
            let requests = locations.map { FindingPlace("\(names.key(gift.expectation.key)), requested", $0) }
            return requests + expected([gift.expectation])
        case .failed(let error):
            if error.location == record.location { return [] }
            return [FindingPlace("\(names.key(error.requested, error.name)), requested", error.location)]
        case .weakValue, .notSendable, .opaque, .unfitArguments, .keptForArguments, .unused, .notBuilt: return []
        }
    }
}

extension RegistrationFacts {
    /// An expected argument by which kept instances can't be told apart; nil if it is not known to be so.
    var unhashableArgument: (any Any.Type)? {
        arguments.first { !($0 is any Hashable.Type) && !TypeRelation.isExistential(TypeRelation.unwrapped($0)) }
    }
}

extension TypeNames {
    /// The name of a key's type, with the name of the key.
    func key(_ key: RegistrationKey) -> String { self.key(key.type, key.name) }
}

extension ImposeError {
    /// The kind of the finding for what could not be built.
    fileprivate var validationKind: Imposer.Validation.Kind {
        switch kind {
        case .missing: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .weakValue: .weakValue
        case .isolation, .asynchronous: .notBuilt
        default: .failed
        }
    }

    fileprivate var validationSeverity: Imposer.Validation.Severity {
        switch kind {
        case .asynchronous: .note
        case .isolation: .warning
        default: .error
        }
    }
}
