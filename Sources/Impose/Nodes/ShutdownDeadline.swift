/// The time by which the steps of a shutdown have to end. Each step gets at least a second.
///
/// It is a class, since only the runtime knows the size of an instant: as a struct, each end without a deadline would
/// ask the runtime for that.
final class ShutdownDeadline: Sendable {
    let time: Duration
    private let end: ContinuousClock.Instant

    private static let leastForStep = Duration.seconds(1)
    /// Longer than anybody waits, and short enough to calculate with.
    private static let longest = Duration.seconds(1_000_000_000)

    init(_ time: Duration) { (self.time, end) = (time, .now + min(max(time, .zero), Self.longest)) }

    /// Waits for a step: without a deadline for as long as it takes.
    ///
    /// - Returns: False if it was late.
    @discardableResult
    @inline(never)
    nonisolated(nonsending) static func wait(
        _ deadline: ShutdownDeadline?,
        orElse cancel: () -> Void = {},
        _ step: @escaping @Sendable () async -> Void
    ) async -> Bool {
        if let deadline { return await deadline.wait(orElse: cancel, step) }
        await step()
        return true
    }

    /// Waits for a step.
    ///
    /// - Parameters:
    ///   - cancel: Called if it is late. Then it gets another moment to end.
    ///   - step: Returns when it is over, and need not know of any cancellation.
    /// - Returns: False if it was late.
    nonisolated(nonsending) private func wait(
        orElse cancel: () -> Void,
        _ step: @escaping @Sendable () async -> Void
    ) async -> Bool {
        let task = Task { await step() }
        if await Self.isOver(task, by: max(end, .now + Self.leastForStep)) { return true }
        cancel()
        _ = await Self.isOver(task, by: .now + Self.leastForStep)
        return false
    }

    private static func isOver(_ task: Task<Void, Never>, by end: ContinuousClock.Instant) async -> Bool {
        let (results, continuation) = AsyncStream<Bool>.makeStream()
        Task {
            await task.value
            continuation.yield(true)
        }
        let timer = Task {
            try? await Task.sleep(until: end)
            continuation.yield(false)
        }
        defer { timer.cancel() }
        // In a task of its own, since this wait goes on if the calling task is cancelled.
        return await Task {
            for await isOver in results { return isOver }
            return true
        }.value
    }
}
