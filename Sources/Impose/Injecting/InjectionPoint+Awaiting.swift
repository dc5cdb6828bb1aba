// The asynchronous injections of wrappers.

extension InjectionPoint {
    /// Injects in the captured context.
    nonisolated(nonsending) func awaited<T>(_ type: T.Type) async throws(ImposeError) -> T {
        try await searchingAwaiting { origin async throws(ImposeError) in
            try await origin.awaited(type, named: name, rules, at: location)
        }
    }

    nonisolated(nonsending) func allAwaited<T>(_ type: T.Type) async throws(ImposeError) -> [T] {
        try await searchingAwaiting { origin async throws(ImposeError) in
            try await Resolver.resolveAll(request(for: type), as: type, from: origin, for: #isolation)
        }
    }

    /// Injects from an owner's imposer. The owner is an argument of the injection.
    nonisolated(nonsending) func awaited<T>(_ type: T.Type, for owner: AnyObject) async throws(ImposeError) -> T {
        try await Context.runAwaiting(in: context) { () async throws(ImposeError) in
            let origin = Origin(askedBy: .imposer(forOwner: owner))
            return try await Resolver.resolve(request(for: type, owner), as: type, from: origin, for: #isolation)
        }
    }

    /// Runs `body` with the start of the search, as `searching` does.
    nonisolated(nonsending) func searchingAwaiting<Result>(
        _ body: nonisolated(nonsending) (Origin) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        nonisolated(nonsending) func search() async throws(ImposeError) -> Result {
            if isParameter { return try await body(Origin(asked: source.node, scope: context?.scope)) }
            guard case .imposer(let imposer) = source else { return try await body(Origin(asked: source.node)) }
            return try await imposer.searchingAwaiting(body)
        }
        return try await Context.isCurrent(context) ? search() : Context.runAwaiting(in: context, search)
    }
}

extension Imposer {
    /// Runs `body` with the start of the search for a request from the user's code, as `searching` does.
    nonisolated(nonsending) func searchingAwaiting<Result>(
        _ body: nonisolated(nonsending) (Origin) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        guard let handle, !handle.isCurrent else { return try await body(Origin(askedBy: self)) }
        return try await Context.runAwaiting(in: handle.context) { () async throws(ImposeError) in
            try await body(Origin(askedBy: self))
        }
    }
}
