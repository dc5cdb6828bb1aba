/// The asynchronous counterpart of `Resolver`: it answers requests in the same way, and awaits where it has to.
enum AsynchronousResolver {
    /// The instance for a request.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - type: The same type as the request's.
    ///   - origin: Where to start the search.
    ///   - actor: The actor of the code that gets the instance.
    nonisolated(nonsending) static func resolve<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> T {
        // First, so that nothing that is read from here on is older than the version that the memory has noted.
        let base = origin.base
        let memory = AnswerMemory(request, as: type, base)
        let begun = Resolver.note(request, from: origin, base)
        do {
            // Another round only if a registration was replaced or removed between being chosen and being used.
            while true {
                guard let delivery = try Resolver.choose(request, from: origin, memory) else {
                    switch try await unregistered(request, as: type, from: origin, for: actor, since: begun) {
                    case .instance(let instance): return instance
                    case .outdated: continue
                    }
                }
                guard let instance = try await delivery.instanceAwaiting(as: type, for: actor) else { continue }
                Resolver.report(delivery, since: begun)
                return instance
            }
        } catch {
            Resolver.report(error, in: origin.asked)
            throw error
        }
    }

    nonisolated(nonsending) private static func unregistered<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        for actor: (any Actor)?,
        since begun: Begun?
    ) async throws(ImposeError) -> Outcome<T> {
        guard request.rules.allowsCasting else {
            return .instance(try Resolver.nothing(request, as: type, from: origin, []))
        }
        return try await AsynchronousPath.sharing { () async throws(ImposeError) -> Outcome<T> in
            try await cast(request, as: type, from: origin, for: actor, since: begun)
        }
    }

    nonisolated(nonsending) private static func cast<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        for actor: (any Actor)?,
        since begun: Begun?
    ) async throws(ImposeError) -> Outcome<T> {
        let matching = Matching(request)
        var castings: [CastingSearch<T>] = []
        for decision in SearchOrder(from: origin).decisions(for: matching) {
            if let candidate = try decision.candidate(for: request) {
                let delivery = Delivery(candidate, for: request, from: origin)
                guard let instance = try await delivery.instanceAwaiting(as: type, for: actor) else { return .outdated }
                Resolver.report(delivery, since: begun)
                return .instance(instance)
            }
            var casting = CastingSearch<T>(request: request, origin: origin, matching: matching)
            if let outcome = try await search(decision.imposer, &casting, for: actor) { return outcome }
            castings.append(casting)
        }
        return .instance(try Resolver.nothing(request, as: type, from: origin, castings))
    }

    /// The instance that the rules choose among one imposer's instances that can be cast, or nil if there is none.
    nonisolated(nonsending) private static func search<T>(
        _ imposer: Imposer,
        _ casting: inout CastingSearch<T>,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> Outcome<T>? {
        for registration in casting.registrations(in: imposer) {
            let delivery = casting.delivery(of: registration, in: imposer)
            do throws(ImposeError) {
                guard let instance = try await delivery.instanceAwaiting(as: Any.self, for: actor) else {
                    return .outdated
                }
                casting.take(instance, of: delivery)
            } catch {
                // A cancelled injection has not seen all instances.
                if error.kind == .cancelled { throw error }
                try casting.take(error, of: delivery)
            }
        }
        return try casting.outcome
    }

    /// Every compatible registration's instance: nearest first, then in order of registration.
    nonisolated(nonsending) static func resolveAll<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> [T] {
        do throws(ImposeError) {
            while true {
                let candidates = try Resolver.allCandidates(request, from: origin)
                let instances = try await AsynchronousPath.sharing { () async throws(ImposeError) -> [T]? in
                    try await deliverAll(candidates, for: request, from: origin, as: type, on: actor)
                }
                if let instances { return instances }
            }
        } catch {
            Resolver.report(error, in: origin.asked)
            throw error
        }
    }

    /// The instances of all candidates; nil if one of the registrations is gone by now.
    nonisolated(nonsending) private static func deliverAll<T>(
        _ candidates: [Candidate],
        for request: Request,
        from origin: Origin,
        as type: T.Type,
        on actor: (any Actor)?
    ) async throws(ImposeError) -> [T]? {
        var instances: [T] = []
        for candidate in candidates {
            let delivery = Delivery(candidate, for: request, from: origin)
            guard let instance = try await delivery.instanceAwaiting(as: type, for: actor) else { return nil }
            instances.append(instance)
        }
        return instances
    }
}

extension AsynchronousPath.Element {
    /// An instance that is built for a request.
    init(
        _ request: Request,
        _ registration: RegistrationRecord,
        keeper: ObjectIdentifier? = nil,
        _ construction: Construction? = nil
    ) {
        self.init(request.type, at: request.location, registration, keeper: keeper, construction)
    }
}

extension AsynchronousPath {
    /// Runs `body` as part of the building of an instance.
    ///
    /// - Throws: The error of `body`; or an error of kind `circular` if the instance is needed to build itself.
    nonisolated(nonsending) static func building<Result>(
        _ element: Element,
        for request: Request,
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if closesCircle(element) {
            throw ImposeError.circular(request, closing: element.registration.type)
        }
        return try await inside(element).run(body)
    }
}
