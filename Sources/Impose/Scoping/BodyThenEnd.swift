/// Runs a body of code, and then what ends it, whether the body returns or throws.
///
/// Inlined, since each asynchronous function that is called costs some 200 instructions.
@inline(__always)
nonisolated(nonsending) func runBody<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result,
    then end: nonisolated(nonsending) () async -> Void
) async rethrows -> Result {
    do {
        let result = try await body()
        await end()
        return result
    } catch {
        // The body's: the end throws nothing.
        await end()
        throw error
    }
}
