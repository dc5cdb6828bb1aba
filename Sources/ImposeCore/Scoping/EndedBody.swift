/// A body of code with an end that is awaited, whether the body returns or throws.
enum EndedBody {
    nonisolated(nonsending) static func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result,
        then end: nonisolated(nonsending) () async -> Void
    ) async rethrows -> Result {
        let result: Result
        do {
            result = try await body()
        } catch {
            await end()
            throw error
        }
        await end()
        return result
    }
}
