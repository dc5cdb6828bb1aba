package import Impose

/// The error of an injection that is to fail, or nil if it does not.
package func failure<T>(of injection: () throws(ImposeError) -> T) -> ImposeError? {
    do {
        _ = try injection()
        return nil
    } catch {
        return error
    }
}

/// The error of an injection that is awaited, or nil if it succeeds.
package nonisolated(nonsending) func failure<T>(
    awaiting injection: nonisolated(nonsending) () async throws(ImposeError) -> T
) async -> ImposeError? {
    do {
        _ = try await injection()
        return nil
    } catch {
        return error
    }
}
