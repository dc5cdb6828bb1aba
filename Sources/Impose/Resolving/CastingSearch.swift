/// The last stage of matching: makes the instances of one imposer's registrations to see which can be cast.
struct CastingSearch<T> {
    let request: Request
    let origin: Origin
    let matching: Matching
    /// The registrations that could not be asked, since making their instances failed.
    private(set) var failures: [CastingFailure] = []
    /// Set when a registration could not be asked because that would have gone round in a circle.
    private(set) var circle: ImposeError?

    /// An instance that can be cast, and what ranks it.
    private struct Cast {
        let instance: T
        let candidate: Candidate
    }

    init(request: Request, origin: Origin, matching: Matching) {
        self.request = request
        self.origin = origin
        self.matching = matching
    }

    /// The instance that the rules choose, or nil if none can be cast.
    mutating func search(_ imposer: Imposer) throws(ImposeError) -> Outcome<T>? {
        var casts: [Cast] = []
        for case let registration? in imposer.records
        where registration.key.name == request.name && imposer.isInForce(registration) {
            if ResolutionPath.contains(registration) {
                skip(registration)
                continue
            }
            let delivery = Delivery(registration, heldBy: imposer, for: request, from: origin)
            do {
                guard let instance = try delivery.instance(as: Any.self) else { return .outdated }
                guard let cast = Casting.cast(instance, to: T.self), let type = Casting.dynamicType(of: cast) else {
                    continue
                }
                let distance = matching.distance(ofInstanceOf: type)
                let candidate = Candidate(registration: registration, imposer: imposer, distance: distance)
                casts.append(Cast(instance: cast, candidate: candidate))
            } catch {
                failures.append(CastingFailure(registration: registration, imposer: imposer, error: error))
                if error.closes(on: ResolutionPath.current, or: request) { circle = circle ?? error }
            }
        }
        switch request.rules.rank(casts, by: \.candidate) {
        case .none: return nil
        case .chosen(let cast): return .instance(cast.instance)
        case .tied(let casts): throw ImposeError.ambiguous(request, casts.map(\.candidate))
        }
    }

    /// Passes over a registration that is being built, which can't be asked. If nothing else answers, and its
    /// instance might have been the answer, that is a circle.
    private mutating func skip(_ registration: RegistrationRecord) {
        if TypeRelation.isValueType(registration.type), registration.type != matching.wrapped { return }
        circle = circle ?? ImposeError.circular(request, closing: registration.type, through: [])
    }
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
struct CastingFailure {
    let registration: RegistrationRecord
    let imposer: Imposer
    let error: ImposeError
}
