/// Answers requests: searches the imposers, chooses a registration, has its instance delivered.
enum Resolver {
    /// The instance for a request.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - type: The same type as the request's.
    ///   - origin: Where to start the search.
    static func resolve<T>(_ request: Request, as type: T.Type, from origin: Origin) throws(ImposeError) -> T {
        do {
            return try search(request, as: type, from: origin)
        } catch {
            report(error, in: origin.asked)
            throw error
        }
    }

    private static func search<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin
    ) throws(ImposeError) -> T {
        let matching = Matching(requested: request.type, name: request.name, rules: request.rules)
        // First: whatever is looked at from here on is not older than what the memory takes it for.
        let memory = AnswerMemory(request, as: type, origin)
        let isNew = log(request, from: origin)
        let order = SearchOrder(from: origin)
        // Another round only if a registration was replaced or removed between being chosen and being used.
        while true {
            if let disposed = order.disposed { throw ImposeError.disposed(request, disposed) }
            func attempt() throws(ImposeError) -> Outcome<T> {
                try self.attempt(request, matching, order, memory, from: origin, isNew: isNew, as: type)
            }
            // A castable rule may build several instances for the one injection.
            switch request.rules.allowsCasting ? try GraphInstances.sharing(attempt) : try attempt() {
            case .instance(let instance): return instance
            case .outdated: continue
            }
        }
    }

    /// Every compatible registration's instance: nearest first, then in order of registration.
    static func resolveAll<T>(_ request: Request, as type: T.Type, from origin: Origin) throws(ImposeError) -> [T] {
        do {
            return try searchAll(request, as: type, from: origin)
        } catch {
            report(error, in: origin.asked)
            throw error
        }
    }

    private static func searchAll<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin
    ) throws(ImposeError) -> [T] {
        let matching = Matching(requested: request.type, name: request.name, rules: request.rules)
        while true {
            let order = SearchOrder(from: origin)
            if let disposed = order.disposed { throw ImposeError.disposed(request, disposed) }
            let candidates = allCandidates(matching, order)
            if order.disposed != nil { continue }
            let instances = try GraphInstances.sharing { () throws(ImposeError) -> [T]? in
                try deliverAll(candidates, for: request, from: origin, as: type)
            }
            if let instances { return instances }
        }
    }

    /// Whether a request would find one registration, as far as that can be said without making an instance.
    static func wouldFind(_ request: Request, from origin: Origin) -> Bool {
        let matching = Matching(requested: request.type, name: request.name, rules: request.rules)
        let order = SearchOrder(from: origin)
        if order.disposed != nil { return false }
        return winner(matching, order) != nil
    }

    /// The registration that answers, as far as that can be said without making an instance.
    static func winner(_ matching: Matching, _ order: SearchOrder) -> RegistrationRecord? {
        for imposer in order {
            let choice = matching.choose(in: imposer)
            if imposer.isDisposed { return nil }
            switch choice {
            case .chosen(let candidate): return candidate.registration
            case .tied: return nil
            case .none: continue
            }
        }
        return nil
    }

    private static func attempt<T>(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        _ memory: AnswerMemory?,
        from origin: Origin,
        isNew: Bool,
        as type: T.Type
    ) throws(ImposeError) -> Outcome<T> {
        var castings: [CastingSearch<T>] = []
        for imposer in order {
            let choice = matching.choose(in: imposer)
            // After the search: where it was disposed of meanwhile, its registrations were not there to be found.
            if imposer.isDisposed { throw ImposeError.disposed(request, imposer) }
            switch choice {
            case .chosen(let candidate):
                let begun = Begun.now
                let delivery = Delivery<T>(request: request, origin: origin, holder: imposer, memory: memory)
                let outcome = try candidate.registration.accept(delivery)
                if isNew { report(request, answeredBy: candidate, since: begun) }
                return outcome
            case .tied(let candidates):
                throw ImposeError.ambiguous(request, candidates)
            case .none:
                guard request.rules.allowsCasting else { continue }
                var casting = CastingSearch<T>(request: request, origin: origin, matching: matching)
                if let outcome = try casting.search(imposer) { return outcome }
                castings.append(casting)
            }
        }
        if let circle = castings.lazy.compactMap(\.circle).first { throw circle }
        if matching.isOptional, let nothing = absent(type) { return .instance(nothing) }
        throw ImposeError.missing(request, matching, order, couldNotBeMade: castings.flatMap(\.failures))
    }

    /// Nil as a value of an optional type.
    private static func absent<T>(_ type: T.Type) -> T? {
        (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? T }
    }

    /// A registration hides those with the same key in the imposers that are searched later.
    private static func allCandidates(_ matching: Matching, _ order: SearchOrder) -> [Candidate] {
        var seen: Set<RegistrationKey> = []
        let candidates = order.flatMap { matching.all(in: $0) }.filter { seen.insert($0.registration.key).inserted }
        // An alias and what it stands for are one instance, and the one that comes first stands for both.
        var sources: Set<ObjectIdentifier> = []
        return candidates.sorted { ($0.distance, $0.registration.sequence) < ($1.distance, $1.registration.sequence) }
            .filter { sources.insert(ObjectIdentifier($0.source)).inserted }
    }

    /// Nil if one of the registrations is gone by now.
    private static func deliverAll<T>(
        _ candidates: [Candidate],
        for request: Request,
        from origin: Origin,
        as type: T.Type
    ) throws(ImposeError) -> [T]? {
        var instances: [T] = []
        for candidate in candidates {
            let delivery = Delivery<T>(request: request, origin: origin, holder: candidate.imposer, memory: nil)
            guard case .instance(let instance) = try candidate.registration.accept(delivery) else { return nil }
            instances.append(instance)
        }
        return instances
    }
}

/// What comes of using a registration.
enum Outcome<T> {
    case instance(T)
    /// The registration was replaced or removed since it was chosen.
    case outdated
}
