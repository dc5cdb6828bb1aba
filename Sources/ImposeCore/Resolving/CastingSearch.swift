/// The last stage of matching: makes the instances of one imposer's registrations to see which can be cast.
struct CastingSearch<T> {
    let request: Request
    let origin: Origin
    let matching: Matching
    /// The registrations that could not be asked, since making their instances failed.
    private(set) var failures: [CastingFailure] = []
    /// Set when a registration could not be asked because that would have gone round in a circle.
    private(set) var circle: ImposeError?

    /// An instance that can be cast, and the candidate that ranks it.
    private struct Cast {
        let instance: T
        let candidate: Candidate
    }

    private var casts: [Cast] = []

    init(request: Request, origin: Origin, matching: Matching) {
        self.request = request
        self.origin = origin
        self.matching = matching
    }

    /// The instance that the rules choose, or nil if none can be cast.
    mutating func search(_ imposer: Imposer) throws(ImposeError) -> Outcome<T>? {
        for registration in registrations(in: imposer) {
            let delivery = delivery(of: registration, in: imposer)
            do {
                guard try delivery.prepare() else { return .outdated }
                take(try delivery.instance(as: Any.self), of: delivery)
            } catch {
                try take(error, of: delivery)
            }
        }
        return try outcome
    }

    /// The registrations whose instances are to be made. Passes over the ones that are being built.
    mutating func registrations(in imposer: Imposer) -> [RegistrationRecord] {
        var registrations: [RegistrationRecord] = []
        for case let registration? in imposer.records
        where registration.key.name == request.name && imposer.isInForce(registration) {
            if ResolutionPath.contains(registration) {
                skip(registration)
            } else {
                registrations.append(registration)
            }
        }
        return registrations
    }

    /// The delivery of the instance of one of them.
    func delivery(of registration: RegistrationRecord, in imposer: Imposer) -> Delivery {
        Delivery(registration, heldBy: imposer, for: request, from: origin)
    }

    /// Adds an instance, if it can be cast.
    mutating func take(_ instance: Any, of delivery: Delivery) {
        guard let cast = Casting.cast(instance, to: T.self), let type = Casting.dynamicType(of: cast) else { return }
        let distance = matching.distance(ofInstanceOf: type)
        let candidate = Candidate(registration: delivery.registration, imposer: delivery.holder, distance: distance)
        casts.append(Cast(instance: cast, candidate: candidate))
    }

    /// Notes an instance that could not be made.
    ///
    /// - Throws: The error, if there is no answer without that instance.
    mutating func take(_ error: ImposeError, of delivery: Delivery) throws(ImposeError) {
        // An instance of the scope, or one that is built from it, might have been the answer.
        if error.kind == .disposed, origin.scope?.isDisposed == true { throw error }
        failures.append(CastingFailure(registration: delivery.registration, imposer: delivery.holder, error: error))
        if error.closes(on: ResolutionPath.current, or: request) { circle = circle ?? error }
    }

    /// The instance that the rules choose among the ones added, or nil if there is none.
    var outcome: Outcome<T>? {
        get throws(ImposeError) {
            switch request.rules.rank(casts, by: \.candidate) {
            case .none: return nil
            case .chosen(let cast): return .instance(cast.instance)
            case .tied(let casts): throw ImposeError(.ambiguous(casts.map(\.candidate)), request)
            }
        }
    }

    /// Passes over a registration that is being built, which can't be asked. If nothing else answers, and its
    /// instance might have been the answer, that is a circle.
    private mutating func skip(_ registration: RegistrationRecord) {
        if TypeRelation.isValueType(registration.type), registration.type != matching.wrapped { return }
        circle = circle ?? ImposeError.circular(request, closing: registration.type)
    }
}
