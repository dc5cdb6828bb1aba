/// The way from a request to an instance: search the imposers, choose a registration, have its instance delivered.
enum Resolver {
    /// The instance for a request.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - type: The same type as the request's.
    ///   - origin: Where to start the search.
    static func resolve<T>(_ request: Request, as type: T.Type, from origin: Origin) throws(ImposeError) -> T {
        // First, so that nothing that is read from here on is older than the version that the memory has noted.
        let base = origin.base?.object
        let memory = AnswerMemory(request, as: type, base)
        let begun = note(request, from: origin, base)
        do {
            // Another round only if a registration was replaced or removed between being chosen and being used.
            while true {
                guard let delivery = try choose(request, from: origin, memory) else {
                    return try unregistered(request, as: type, from: origin, since: begun)
                }
                guard try delivery.prepare() else { continue }
                let instance = try delivery.instance(as: type)
                report(delivery, since: begun)
                return instance
            }
        } catch {
            throw reported(error, in: origin.asked)
        }
    }

    /// The registration that answers, to have its instance delivered.
    ///
    /// Separate from `resolve`, so that the stack does not hold the variables of a search while the instance is built.
    ///
    /// - Returns: Nil if there is none, or if a castable rule has to make instances to find out.
    @inline(never)
    static func choose(
        _ request: Request,
        from origin: Origin,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Delivery? {
        for decision in SearchOrder(from: origin).decisions(for: Matching(request)) {
            if let candidate = try decision.candidate(for: request) {
                return Delivery(candidate, for: request, from: origin, memory)
            }
            // The imposers that come later are asked only if no instance of this one can be cast.
            if request.rules.allowsCasting { return nil }
        }
        return nil
    }

    /// The instance for a request that `choose` has no answer for: under a castable rule one that can be cast, or one
    /// from an imposer that is searched later; otherwise nil or an error.
    @inline(never)
    private static func unregistered<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        since begun: Stopwatch?
    ) throws(ImposeError) -> T {
        guard request.rules.allowsCasting else { return try nothing(request, as: type, from: origin) }
        return try deliver(InstanceSearch(.casting, for: request, from: origin, since: begun))[0]
    }

    /// Returns nil if the type is an optional; otherwise throws the error that says that nothing is imposed.
    ///
    /// - Parameters:
    ///   - failures: The instances that a castable rule could not have made to see whether they can be cast.
    ///   - cycle: The error to throw if one of them was to be made for itself.
    static func nothing<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        _ failures: [CastingFailure] = [],
        _ cycle: ImposeError? = nil
    ) throws(ImposeError) -> T {
        if let cycle { throw cycle }
        if Matching(request).isOptional, let nothing = absent(type) { return nothing }
        throw ImposeError(.missing(SearchOrder(from: origin), failures), request)
    }

    /// Every compatible registration's instance: nearest first, then in order of registration.
    static func resolveAll<T>(_ request: Request, as type: T.Type, from origin: Origin) throws(ImposeError) -> [T] {
        do {
            return try deliver(InstanceSearch(.all, for: request, from: origin))
        } catch {
            throw reported(error, in: origin.asked)
        }
    }

    /// The answers of a search. All that it has made is made for the one injection.
    private static func deliver<T>(_ begun: InstanceSearch<T>) throws(ImposeError) -> [T] {
        try InjectionGraph.sharing { () throws(ImposeError) -> [T] in
            var search = begun
            while let delivery = try search.next() {
                do throws(ImposeError) {
                    // Otherwise a registration was replaced or removed since it was found.
                    if try delivery.prepare() { try search.take(delivery) } else { search = begun }
                } catch {
                    try search.take(error, of: delivery)
                }
            }
            return search.answers
        }
    }

    /// The candidates of an `injectAll` request.
    static func allCandidates(_ request: Request, from origin: Origin) throws(ImposeError) -> [Candidate] {
        let (matching, order) = (Matching(request), SearchOrder(from: origin))
        let candidates = matching.all(in: order, askedIn: origin.scope)
        // The list would lack what was imposed there.
        if let closed = order.closed(for: matching) { throw ImposeError(.disposed(closed), request) }
        return candidates
    }

    /// The registration that answers a request, and whose instance the request gets, as far as that can be said without
    /// making an instance.
    static func winner(_ request: Request, from origin: Origin) -> Candidate? {
        guard let winner = winner(Matching(request), SearchOrder(from: origin)) else { return nil }
        return Obstacle(to: winner, in: origin.scope) == nil ? winner : nil
    }

    /// The registration that answers, as far as that can be said without making an instance.
    static func winner(_ matching: Matching, _ order: SearchOrder) -> Candidate? {
        for decision in order.decisions(for: matching) {
            if case .chosen(let candidate) = decision.choice { return candidate }
        }
        return nil
    }

    /// Nil as a value of an optional type.
    private static func absent<T>(_ type: T.Type) -> T? {
        (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? T }
    }
}
