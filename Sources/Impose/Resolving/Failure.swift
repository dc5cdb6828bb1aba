/// The reason of an error, as facts. Its text is made when it is thrown, since registries change.
enum Failure {
    // MARK: Choosing a registration

    /// No registration answers. The failures are of registrations that might have been cast.
    case missing([Node], [CastingFailure])
    /// Nothing is imposed for what is to be stored.
    case missingToStore([Node])
    /// Several registrations answer equally well.
    case ambiguous([Candidate])

    // MARK: Building

    /// The registration's instance is needed to build itself. The steps lead on from there through other threads, back
    /// to something that the calling code is building; there are none if it is the instance itself that is being built.
    case circular(type: any Any.Type, through: [ImposeError.Step] = [])
    case providerThrew(RegistrationRecord, any Error)
    /// The provider made an instance of a superclass of the type that it was imposed for.
    case wrongClass(RegistrationRecord, made: any Any.Type)
    /// Another thread ended in the provider.
    case threadEnded(RegistrationRecord)
    case arguments(RegistrationRecord, [Argument])
    /// The same for a value that a scope was given, which takes none.
    case argumentsOfValue([Argument])
    /// The arguments can't be told apart, and one instance is to be kept for each list of them.
    case unhashableArguments(RegistrationRecord, [Argument])
    /// The provider belongs to an actor that the injection is not made on.
    case isolation(RegistrationRecord, any Actor)
    /// The provider has to be awaited, and the injection does not.
    case asynchronous(RegistrationRecord)
    /// The task that asked was cancelled.
    case cancelled(RegistrationRecord)
    /// The instance may not leave its provider's actor, and is awaited elsewhere.
    case notSendable(RegistrationRecord, any Actor)
    /// The type conforms to the requested one on some actor only.
    case conformanceIsolation(RegistrationRecord)
    /// The same for the type of a value that a scope was given.
    case conformanceOfValue(any Any.Type)

    // MARK: Keeping

    /// The search came to an imposer that was disposed of, or such an imposer would have to keep the instance.
    case disposed(Node)
    case disposedAgain(Node)
    /// No scope of the name encloses the request.
    case noScope(RegistrationRecord, Resolver)
    /// A value can't be held weakly by the registration.
    case weakValue(RegistrationRecord, any Any.Type)
    /// The registration keeps no instance that a stored one could replace.
    case notStorable(RegistrationRecord)
    /// What is to be stored is of another class than the registration's.
    case wrongClassToStore(RegistrationRecord, any Any.Type)
    /// A disposer threw an error.
    case disposerThrew(Location, any Error)
    /// A disposer, or another step of a shutdown, was not done in time.
    case lateDisposer(Disposer, Duration)
    case late(FailureFacts.LateStep, Node, Duration)

    // MARK: Wrappers

    /// What is injected is a value, which can't be held weakly.
    case weakValueOfWrapper(any Any.Type)
    /// What was held weakly is gone, or nil was assigned.
    case goneWeakly
    case assignedNil
    case ownerReleased

    /// The kind of error that it is.
    var kind: ImposeError.Kind {
        switch self {
        case .missing, .missingToStore, .assignedNil: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .providerThrew, .wrongClass, .threadEnded: .providerFailed
        case .arguments, .argumentsOfValue, .unhashableArguments: .arguments
        case .asynchronous: .asynchronous
        case .cancelled: .cancelled
        case .isolation, .notSendable, .conformanceIsolation, .conformanceOfValue: .isolation
        case .disposed, .disposedAgain, .goneWeakly: .disposed
        case .noScope: .noScope
        case .weakValue, .weakValueOfWrapper: .weakValue
        case .ownerReleased: .ownerReleased
        case .notStorable, .wrongClassToStore: .notStorable
        case .disposerThrew: .disposerFailed
        case .late, .lateDisposer: .shutdownLate
        }
    }

    /// The error that a provider or a disposer threw.
    fileprivate var underlyingError: (any Error)? {
        switch self {
        case .providerThrew(_, let error), .disposerThrew(_, let error): error
        default: nil
        }
    }

    /// The path of the error: the frames and the request, unless it has nothing to do with these.
    ///
    /// - Parameter frames: What the calling code builds, with the request as the last one.
    fileprivate func path(of request: Request, _ frames: [ImposeError.Step]) -> [ImposeError.Step] {
        let own = ImposeError.Step(request)
        return switch self {
        case .circular(let type, let steps): frames.dropLast() + [ImposeError.Step(request, registeredAs: type)] + steps
        // The last frame also names the type that the request's registration was imposed for.
        case .providerThrew, .wrongClass: frames
        case .disposerThrew, .disposedAgain, .late, .lateDisposer: [own]
        default: frames.dropLast() + [own]
        }
    }
}

extension ImposeError {
    /// Makes the error of a request that no frame was begun for, with its text.
    @inline(never)
    init(_ failure: Failure, _ request: Request) {
        self.init(failure, request, BuildFrame.currentSteps + [Step(request)])
    }

    @inline(never)
    init(_ failure: Failure, _ request: BorrowedRequest) { self.init(failure, request.whole) }

    private init(_ failure: Failure, _ request: Request, _ frames: [Step]) {
        let facts = Facts(
            kind: failure.kind,
            requested: request.query.requested,
            name: request.query.name,
            path: failure.path(of: request, frames),
            location: request.location,
            underlyingError: failure.underlyingError
        )
        self.init(facts, Self.text(of: failure, request, facts))
        let error = self
        if !ThreadRecord.current.isProbing { Inspector.noteObserved(.failed(error)) }
    }

    private static func text(of failure: Failure, _ request: Request, _ facts: Facts) -> any ErrorText {
        if let inspector = Inspector.current, !ThreadRecord.current.ignoresErrors || facts.path.count > 1 {
            return inspector.describe(FailedRequest(failure, request, facts))
        }
        let names = TypeNames(failure.types + [request.query.requested] + facts.path.flatMap(\.types))
        let headline = failure.headline(for: request, failure.problem(for: request, names), names)
        let place = failure.place(of: request, isOnPath: facts.path.count > 1, names)
        return ShortErrorLayout(headline, place, facts.path, failure.details(for: request, names), names)
    }

    /// Makes the error of the request that a frame was begun for, and ends that frame. The frames around it go on.
    @inline(never)
    init(_ failure: Failure, for build: ValueReference<BuildFrame>) {
        let name = build.pointee.registration.with { $0.key.name }
        let request = Request(Query(build.pointee.requested, named: name), at: build.pointee.location)
        let steps = build.steps
        if build.pointee.asyncFrame == nil { build.end() }
        self.init(failure, request, steps)
    }

    /// The error of a disposer.
    ///
    /// - Parameter place: The place of the end; nil where there is none: then that of the registration is named.
    init(_ failure: Failure, of disposer: Disposer, at place: Location?) {
        self.init(failure, Request(Query(disposer.key), at: place ?? disposer.location))
    }

    /// Makes one error of several: the first one, with the others in its text.
    static func unprepared(_ errors: [ImposeError]) -> ImposeError {
        var seen: Set<ObjectIdentifier> = []
        let failures = errors.filter { $0.kind != .cancelled && seen.insert(ObjectIdentifier($0.storage)).inserted }
        guard let first = failures.first, failures.count > 1 else { return failures.first ?? errors[0] }
        let others = failures.dropFirst().map { $0.failureReason ?? "\($0.requested)" }
        return ImposeError(first.storage.facts, first.storage.text.adding(others))
    }

    /// The error of a frame that would have closed a cycle.
    @inline(never)
    static func circular(_ build: ValueReference<BuildFrame>) -> ImposeError {
        ImposeError(.circular(type: build.pointee.registration.with { $0.type }), for: build)
    }

    /// Turns an error that a provider threw into one of this library.
    @inline(never)
    static func thrown(_ error: any Error, by build: ValueReference<BuildFrame>) -> ImposeError {
        // An injection inside the provider failed, and its error knows the path down to there.
        (error as? ImposeError) ?? ImposeError(.providerThrew(build.pointee.registration.object, error), for: build)
    }

    private static let noFacts = Facts(kind: .missing, requested: Never.self, name: nil, path: [], location: Location())

    /// A signal inside the library, told by its identity: the registration was replaced or removed since it was found,
    /// so the caller searches again. No user ever gets it.
    static let outdated = ImposeError(noFacts, ShortErrorLayout("", ("", ""), [], [], TypeNames([])))

    var isOutdated: Bool { storage === Self.outdated.storage }

    /// Whether this is an error about a cycle that one of the frames or the request is part of.
    func closes(on frames: [Step], or request: Request) -> Bool {
        guard kind == .circular, let last = path.last else { return false }
        if last.type == request.query.requested, last.name == request.query.name { return true }
        return frames.contains { $0.registeredType == last.registeredType && $0.name == last.name }
    }

    /// Stops the program with the error's text.
    func trap() -> Never {
        Inspector.note(.stopping(self))
        fatalError(description, file: location.file, line: location.line)
    }
}

extension ImposeError.Step {
    /// A step from a request to the type of the registration that answers it, if one does.
    init(_ request: Request, registeredAs type: (any Any.Type)? = nil) {
        let query = request.query
        self.init(type: query.requested, name: query.name, registeredType: type, location: request.location)
    }
}

/// Returns the result of an injection, or stops the program with the error's text.
@inline(__always)
func orTrap<T>(_ injection: @autoclosure () throws(ImposeError) -> T) -> T {
    do { return try injection() } catch { error.trap() }
}
