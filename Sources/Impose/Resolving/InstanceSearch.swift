/// A search that may have several instances made for one request: all that match; or, as the last stage of matching, those
/// of one imposer's registrations, to see which can be cast.
///
/// It makes none itself. Whoever runs it has one delivery after the other prepared, and says what came of it.
struct InstanceSearch<T> {
    private let request: Request
    private let origin: Origin
    private let begun: Stopwatch?
    private var stage: Stage
    private var decisions: Decisions
    /// The deliveries that are next, in reverse.
    private var waiting: [Delivery] = []
    /// The registrations that could not be asked, since making their instances failed.
    private var failures: [CastingFailure] = []
    /// Set when a registration could not be asked because that would have gone round in a cycle.
    private var cycle: ImposeError?
    /// The instances of one imposer that can be cast, each with the candidate that ranks it.
    private var casts: [(instance: T, candidate: Candidate)] = []
    /// The instances that answer: one for a castable rule.
    private(set) var answers: [T] = []

    enum Stage {
        /// All that match are to be found.
        case all
        /// Imposers are asked for an instance that can be cast, up to one that has a registration that matches.
        case casting
        /// What is delivered from now on answers.
        case last
    }

    /// - Parameters:
    ///   - stage: The first stage.
    ///   - begun: When the instance was asked for; nil if no observer is to be told.
    init(_ stage: Stage, for request: Request, from origin: Origin, since begun: Stopwatch? = nil) {
        (self.request, self.origin, self.begun, self.stage) = (request, origin, begun, stage)
        decisions = SearchOrder(from: origin).decisions(for: Matching(request))
    }

    /// The next delivery to be prepared; nil if the answers are complete.
    mutating func next() throws(ImposeError) -> Delivery? {
        if let delivery = waiting.popLast() { return delivery }
        switch stage {
        case .last: return nil
        case .all:
            stage = .last
            let candidates = try Resolver.allCandidates(request, from: origin)
            waiting = candidates.reversed().map { Delivery($0, for: request, from: origin) }
        case .casting:
            if let answer = try cast() {
                stage = .last
                answers = [answer]
            }
        }
        return try next()
    }

    /// Chooses among the instances that can be cast, or turns to the next imposer.
    ///
    /// - Returns: The answer; nil if more instances have to be made.
    private mutating func cast() throws(ImposeError) -> T? {
        switch request.rules.rank(casts.map { $0.candidate }) {
        case .none, .disposed: break
        case .chosen(let best): return casts.first { $0.candidate.registration === best.registration }?.instance
        case .tied(let candidates): throw ImposeError(.ambiguous(candidates), request)
        }
        guard let decision = decisions.next() else {
            return try Resolver.nothing(request, as: T.self, from: origin, failures, cycle)
        }
        if let candidate = try decision.candidate(for: request) {
            stage = .last
            waiting = [Delivery(candidate, for: request, from: origin)]
        } else {
            waiting = deliveries(in: decision.imposer).reversed()
        }
        return nil
    }

    /// Takes the instance of a delivery that was prepared.
    mutating func take(_ delivery: Delivery) throws(ImposeError) {
        guard case .casting = stage else {
            answers.append(try delivery.instance(as: T.self))
            return Resolver.report(delivery, since: begun)
        }
        let instance = try delivery.instance(as: Any.self)
        guard let cast = Casting.cast(instance, to: T.self), let type = Casting.dynamicType(of: cast) else { return }
        let distance = Matching(request).distance(ofInstanceOf: type)
        let candidate = Candidate(registration: delivery.registration, imposer: delivery.holder, distance: distance)
        casts.append((cast, candidate))
    }

    /// Notes an instance that could not be made.
    ///
    /// - Throws: The error, if there is no answer without that instance.
    mutating func take(_ error: ImposeError, of delivery: Delivery) throws(ImposeError) {
        // An injection that was cancelled has not seen all instances.
        guard case .casting = stage, error.kind != .cancelled else { throw error }
        // An instance of the scope, or one that is built from it, might have been the answer.
        if error.kind == .disposed, origin.scope?.isDisposed == true { throw error }
        failures.append(CastingFailure(registration: delivery.registration, imposer: delivery.holder, error: error))
        if error.closes(on: ResolutionPath.current, or: request) { cycle = cycle ?? error }
    }

    /// The deliveries of one imposer's instances. Passes over the ones that are being built, which can't be asked. If
    /// nothing else answers, and such an instance might have been the answer, that is a cycle.
    private mutating func deliveries(in imposer: ImposerNode) -> [Delivery] {
        var deliveries: [Delivery] = []
        for case let registration? in imposer.records
        where registration.key.name == request.name && imposer.isInForce(registration) {
            if !ResolutionPath.contains(registration) {
                let candidate = Candidate(registration: registration, imposer: imposer)
                deliveries.append(Delivery(candidate, for: request, from: origin))
            } else if !TypeRelation.isValueType(registration.type) || registration.type == Matching(request).wrapped {
                cycle = cycle ?? ImposeError(.circular(type: registration.type), request)
            }
        }
        return deliveries
    }
}
