// The asynchronous counterparts, which answer requests in the same way, and await where they have to.

extension Resolver {
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
        let base = origin.base?.object
        let memory = AnswerMemory(request, as: type, base)
        let begun = note(request, from: origin, base)
        do {
            // Another round only if a registration was replaced or removed between being chosen and being used.
            while true {
                guard let delivery = try choose(request, from: origin, memory) else {
                    guard request.rules.allowsCasting else { return try nothing(request, as: type, from: origin) }
                    let search = InstanceSearch<T>(.casting, for: request, from: origin, since: begun)
                    return try await deliver(search, for: actor)[0]
                }
                guard try await delivery.prepare(for: actor) else { continue }
                let instance = try delivery.instance(as: type)
                report(delivery, since: begun)
                return instance
            }
        } catch {
            throw reported(error, in: origin.asked)
        }
    }

    /// Every compatible registration's instance: nearest first, then in order of registration.
    nonisolated(nonsending) static func resolveAll<T>(
        _ request: Request,
        as type: T.Type,
        from origin: Origin,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> [T] {
        do {
            return try await deliver(InstanceSearch(.all, for: request, from: origin), for: actor)
        } catch {
            throw reported(error, in: origin.asked)
        }
    }

    nonisolated(nonsending) private static func deliver<T>(
        _ begun: InstanceSearch<T>,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> [T] {
        try await AsynchronousPath.sharing { () async throws(ImposeError) -> [T] in
            var search = begun
            while let delivery = try search.next() {
                do throws(ImposeError) {
                    if try await delivery.prepare(for: actor) { try search.take(delivery) } else { search = begun }
                } catch {
                    try search.take(error, of: delivery)
                }
            }
            return search.answers
        }
    }
}
