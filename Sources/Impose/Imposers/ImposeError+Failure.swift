/// The reason of an error, as facts. Its texts are made when it is thrown, since registries change.
package enum Failure {
    // MARK: Choosing a registration

    /// No registration answers. The failures are of registrations that might have been cast.
    case missing(SearchOrder, [CastingFailure])
    /// Nothing is imposed for what is to be stored.
    case missingToStore(SearchOrder)
    /// Several registrations answer equally well.
    case ambiguous([Candidate])

    // MARK: Building

    /// The registration's instance is needed to build itself. The steps lead on from there, through other threads or
    /// tasks unless all are here, back to something that the calling code is building; there are none if it is the
    /// instance itself that is being built.
    case circular(type: any Any.Type, through: [ImposeError.Step] = [], isOnlyHere: Bool = false)
    case providerThrew(RegistrationRecord, any Error)
    /// The provider made an instance of a superclass of the type that it was imposed for.
    case wrongClass(RegistrationRecord, made: any Any.Type)
    /// Another thread ended in the provider.
    case threadEnded(RegistrationRecord)
    case arguments(RegistrationRecord)
    /// The arguments can't be told apart, and one instance is to be kept for each list of them.
    case unhashableArguments(RegistrationRecord)
    /// The provider belongs to an actor that the injection is not made on.
    case isolation(RegistrationRecord, any Actor, holder: ImposerNode)
    /// The instance may not leave the provider's actor.
    case notSendable(RegistrationRecord, any Actor)
    /// The type conforms to the requested one on some actor only.
    case conformanceIsolation(RegistrationRecord)
    /// The instance has to be awaited.
    case asynchronous(RegistrationRecord)
    /// The task that asked was cancelled.
    case cancelled(RegistrationRecord)
    /// The imposer that was to keep the instance is disposed of meanwhile.
    case ending(ImposerNode)

    // MARK: Keeping

    /// A request had to search an imposer that was disposed of.
    case disposed(ImposerNode)
    case disposedAgain(ImposerNode)
    case shutDown(ImposerNode, at: Location)
    /// No scope of the name encloses the request.
    case noScope(RegistrationRecord, Origin)
    /// A value can't be held weakly by the registration.
    case weakValue(RegistrationRecord, any Any.Type)
    /// The registration keeps no instance that a stored one could replace.
    case notStorable(RegistrationRecord)
    /// What is to be stored is of another class than the registration's.
    case wrongClassToStore(RegistrationRecord, any Any.Type)

    // MARK: Wrappers

    /// A value can't be held weakly by a wrapper.
    case weakValueOfWrapper(any Any.Type)
    case goneWeakly
    case assignedNil
    case ownerReleased

    // MARK: Ends

    /// A disposer threw an error.
    case disposerThrew(RegistrationRecord, any Error)
    case lateDisposer(RegistrationRecord, ShutdownTime)
    /// A step of a shutdown was not done in time.
    case late(LateStep, ImposerNode, ShutdownTime)

    /// A step of a shutdown: its state when the time was over, as a sentence without its end.
    package enum LateStep: String {
        case body = "its body was still running"
        case construction = "what it was building was not done"
        case disposal = "a disposal that had begun before was not done"
    }

    // MARK: Facts of the error

    /// The kind of error that it is.
    var kind: ImposeError.Kind {
        switch self {
        case .missing, .missingToStore, .assignedNil: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .providerThrew, .wrongClass, .threadEnded: .providerFailed
        case .arguments, .unhashableArguments: .arguments
        case .isolation, .notSendable, .conformanceIsolation: .isolation
        case .asynchronous: .asynchronous
        case .cancelled: .cancelled
        case .ending, .disposed, .disposedAgain, .shutDown, .goneWeakly: .disposed
        case .noScope: .noScope
        case .weakValue, .weakValueOfWrapper: .weakValue
        case .notStorable, .wrongClassToStore: .notStorable
        case .ownerReleased: .ownerReleased
        case .disposerThrew: .disposerFailed
        case .lateDisposer, .late: .shutdownLate
        }
    }

    /// The error that a provider or a disposer threw.
    fileprivate var underlyingError: (any Error)? {
        switch self {
        case .providerThrew(_, let error), .disposerThrew(_, let error): error
        default: nil
        }
    }

    /// The path of the error: the calling code's frames and the request, unless it has nothing to do with these.
    fileprivate func path(of request: Request) -> [ImposeError.Step] {
        let frames = ResolutionPath.current.map(\.shown)
        return switch self {
        case .circular(let type, let steps, _): frames + [ImposeError.Step(request, registeredAs: type)] + steps
        // The frame of the registration is the last one already.
        case .providerThrew: frames
        case .disposerThrew, .lateDisposer, .late: [ImposeError.Step(request)]
        default: frames + [ImposeError.Step(request)]
        }
    }
}

extension ImposeError {
    /// Makes the error of a request, with its text.
    init(_ failure: Failure, _ request: Request) {
        let facts = Facts(
            kind: failure.kind,
            requested: request.type,
            name: request.name,
            path: failure.path(of: request),
            location: request.location,
            underlyingError: failure.underlyingError
        )
        guard let inspector = Inspector.current else {
            let names = TypeNames(failure.types(for: request) + [request.type] + facts.path.flatMap(\.types))
            let headline = failure.headline(for: request, failure.problem(for: request, names), names)
            let place = failure.place(of: request, isOnPath: facts.path.count > 1, names)
            self.init(facts, ShortErrorText(headline, place, facts.path, failure.details(for: request, names), names))
            return
        }
        self.init(facts, inspector.describe(failure, request, facts))
    }

    /// Makes the error of something that has to do with no request but with a type alone.
    init(_ failure: Failure, _ type: any Any.Type, named name: InjectionName? = nil, at location: Location) {
        self.init(failure, Request(type, named: name, at: location))
    }

    /// Makes the error of disposing of an instance. Whatever the thread is building is unrelated to it.
    init(_ failure: Failure, disposing registration: RegistrationRecord, at location: Location?) {
        let key = registration.key
        self.init(failure, key.type, named: key.name, at: location ?? registration.location)
    }

    /// The error of a frame that would have closed a cycle.
    @inline(never)
    static func circular(_ frame: ValueReference<PathFrame>) -> ImposeError {
        ImposeError(.circular(type: frame.pointee.registration.object.type), Request(frame.pointee))
    }

    /// Turns an error that a provider threw into one of this library, while its frame is on the path.
    @inline(never)
    static func thrown(_ error: any Error, by frame: ValueReference<PathFrame>) -> ImposeError {
        thrown(error, by: frame.pointee.registration.object, for: Request(frame.pointee))
    }

    /// The same for a provider that is on the path of a task or a thread.
    @inline(never)
    static func thrown(
        _ error: any Error,
        by registration: RegistrationRecord,
        for request: Request
    ) -> ImposeError {
        // An injection inside the provider failed, and its error knows the path down to there.
        (error as? ImposeError) ?? ImposeError(.providerThrew(registration, error), request)
    }

    /// Whether this is an error about a cycle that one of the frames or the request is part of.
    func closes(on frames: [PathStep], or request: Request) -> Bool {
        guard kind == .circular, let last = path.last else { return false }
        if last.type == request.type, last.name == request.name { return true }
        return frames.contains { $0.registration.type == last.registeredType && $0.registration.key.name == last.name }
    }

    /// The error for instances that could not be made in advance: the first one's error, which names the others.
    ///
    /// It leaves out instances that failed since another one did, or since the rest was cancelled for it.
    ///
    /// - Parameter errors: At least one.
    static func unprepared(_ errors: [ImposeError]) -> ImposeError {
        var seen: Set<ObjectIdentifier> = []
        let failures = errors.filter { $0.kind != .cancelled && seen.insert(ObjectIdentifier($0.storage)).inserted }
        guard let first = failures.first, failures.count > 1 else { return failures.first ?? errors[0] }
        let others = failures.dropFirst().map { $0.failureReason ?? "\($0.requested)" }
        return ImposeError(first.storage.facts, first.storage.text.adding(others))
    }
}

extension ImposeError.Step {
    /// A step from a request to the type of the registration that answers it, if one does.
    init(_ request: Request, registeredAs registeredType: (any Any.Type)? = nil) {
        self.init(type: request.type, name: request.name, registeredType: registeredType, location: request.location)
    }
}
