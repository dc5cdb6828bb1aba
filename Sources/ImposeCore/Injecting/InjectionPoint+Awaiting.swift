// The asynchronous injections of wrappers.

extension InjectionPoint {
    nonisolated(nonsending) func awaited<T>(_ type: T.Type) async throws(ImposeError) -> T {
        try await inContextAwaiting { imposer async throws(ImposeError) in
            try await imposer.injectAsync(
                of: type,
                named: name,
                ifNoMatchUse: rules,
                fileID: location.file,
                line: location.line
            )
        }
    }

    nonisolated(nonsending) func allAwaited<T>(_ type: T.Type) async throws(ImposeError) -> [T] {
        try await inContextAwaiting { imposer async throws(ImposeError) in
            try await imposer.injectAllAsync(of: type, named: name, fileID: location.file, line: location.line)
        }
    }

    /// Injects from an owner's imposer. The owner is an argument of the injection.
    nonisolated(nonsending) func awaited<T>(
        _ type: T.Type,
        for owner: AnyObject
    ) async throws(ImposeError) -> T {
        try await Context.runAwaiting(in: context) { () async throws(ImposeError) in
            let origin = Origin(asked: Imposer.imposer(forOwner: owner))
            let request = Request(type, named: name, rules: rules, for: owner, at: location)
            return try await AsynchronousResolver.resolve(request, as: type, from: origin, for: #isolation)
        }
    }

    /// Runs `body` with the imposer, in the captured context.
    nonisolated(nonsending) private func inContextAwaiting<Result>(
        _ body: nonisolated(nonsending) (Imposer) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if Context.isCurrent(context) { return try await body(imposer) }
        return try await Context.runAwaiting(in: context) { () async throws(ImposeError) in try await body(imposer) }
    }

    /// Runs `body` with the start of the search, as `followingScope` does.
    nonisolated(nonsending) func followingScopeAwaiting<Result>(
        isParameter: Bool,
        _ body: nonisolated(nonsending) (Origin) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        let context = followed
        if Context.isCurrent(context) { return try await searchAwaiting(context, isParameter, body) }
        return try await Context.runAwaiting(in: context) { () async throws(ImposeError) in
            try await searchAwaiting(context, isParameter, body)
        }
    }

    nonisolated(nonsending) private func searchAwaiting<Result>(
        _ context: Context?,
        _ isParameter: Bool,
        _ body: nonisolated(nonsending) (Origin) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        let asked = imposer
        if isParameter { return try await body(Origin(asked: asked, scope: context?.scope)) }
        return try await asked.searchingAwaiting(body)
    }
}

extension Imposer {
    /// Runs `body` with the start of the search for a request from the user's code, as `searching` does.
    nonisolated(nonsending) func searchingAwaiting<Result>(
        _ body: nonisolated(nonsending) (Origin) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        guard let handle else { return try await body(Origin(asked: self)) }
        if handle.isCurrent { return try await body(handle.origin(of: self)) }
        return try await Context.runAwaiting(in: handle.context) { () async throws(ImposeError) in
            try await body(handle.origin(of: self))
        }
    }
}
